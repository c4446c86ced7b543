import Glibc
import PhotosCompat
import TestSupport
import Testing

/// Typical parts of ported code.
///
/// A purpose of the tests is that the code compiles without warnings.
@Suite("Calls that ported code often has")
struct PortedCodeTests {
    private let gallery: Gallery
    init() throws { gallery = try Gallery() }

    @Test func theRegularSubtypeGivesAllSmartAlbums() {
        gallery.library.performAsShared {
            func fetch(_ type: PHAssetCollectionType, _ subtype: PHAssetCollectionSubtype) -> [PHAssetCollection] {
                Array(PHAssetCollection.fetchAssetCollections(with: type, subtype: subtype, options: nil))
            }
            let all = fetch(.smartAlbum, .any)
            #expect(all.count == 16)
            #expect(fetch(.smartAlbum, .albumRegular) == all)
            #expect(fetch(.album, .smartAlbumFavorites).isEmpty)
            #expect(fetch(.smartAlbum, .smartAlbumFavorites).map(\.localizedTitle) == ["Favorites"])
            #expect(fetch(.smartAlbum, .smartAlbumUserLibrary).map(\.localizedTitle) == ["Recents"])
            #expect(fetch(.smartAlbum, .smartAlbumRecentlyAdded).map(\.localizedTitle) == ["Recently Added"])
        }
    }

    @Test func resultsBeginEmpty() throws {
        try gallery.addPhotos(0..<2)
        var result = PHFetchResult<PHAsset>()
        #expect(result.count == 0 && result.firstObject == nil && result.error == nil)
        #expect(result.countOfAssets(with: .image) == 0)
        result = gallery.library.performAsShared { PHAsset.fetchAssets(with: nil) }
        #expect(result.count == 2)
        #expect(PHFetchResult<PHAssetCollection>().isEmpty)
    }

    @Test func requestsNeedNoVariable() throws {
        let file = gallery.folder.url.appendingPathComponent("1.png")
        try Gallery.png(1).write(to: file)
        let video = gallery.folder.url.appendingPathComponent("1.mov")
        try Gallery.video(seconds: 2).write(to: video)
        try gallery.library.performChangesAndWait {
            PHAssetChangeRequest.creationRequestForAssetFromImage(atFileURL: file)
            PHAssetChangeRequest.creationRequestForAssetFromVideo(atFileURL: video)
            PHAssetCollectionChangeRequest.creationRequestForAssetCollection(withTitle: "Album")
            PHCollectionListChangeRequest.creationRequestForCollectionList(withTitle: "Folder")
        }
        gallery.library.performAsShared {
            #expect(PHAsset.fetchAssets(with: nil).count == 2)
            #expect(PHCollection.fetchTopLevelUserCollections(with: nil).count == 2)
        }
    }

    @Test func typesThatAreApplesAlone() throws {
        func isOfThePhoto(_ type: PHAssetResourceType) -> Bool {
            switch type {
            case .photo, .alternatePhoto, .fullSizePhoto, .adjustmentBasePhoto, .photoProxy: true
            case .video, .fullSizeVideo, .pairedVideo, .fullSizePairedVideo, .adjustmentBaseVideo,
                .adjustmentBasePairedVideo, .audio, .adjustmentData:
                false
            }
        }
        #expect(PHAssetResourceType.allCases.filter(isOfThePhoto).map(\.rawValue) == [1, 4, 5, 8, 19])
        #expect(PHAssetResourceType.allCases.map(\.rawValue) == Array(1...12) + [19])
        for type in [PHAssetResourceType.audio, .photoProxy, .adjustmentBasePhoto] {
            #expect(!PHAssetCreationRequest.supportsAssetResourceTypes([type.rawValue as NSNumber]))
            let error = #expect(throws: PHPhotosError.self) {
                try gallery.library.performChangesAndWait {
                    PHAssetCreationRequest.forAsset().addResource(with: type, data: Gallery.png(1), options: nil)
                }
            }
            #expect(error?.code == .changeNotSupported)
        }
        try gallery.addPhotos(0..<1)
        let options = PHFetchOptions()
        options.includeAssetSourceTypes = [.typeUserLibrary, .typeCloudShared, .typeiTunesSynced]
        #expect(options.includeAssetSourceTypes.rawValue == 7)
        #expect(gallery.library.performAsShared { PHAsset.fetchAssets(with: options).count } == 1)
        options.includeAssetSourceTypes = [.typeCloudShared]
        #expect(gallery.library.performAsShared { PHAsset.fetchAssets(with: options).count } == 0)
    }

    @Test func editingAVideoFailsWithAReason() throws {
        let video = try #require(gallery.assets(gallery.add([Gallery.video(seconds: 2)])).first)
        let options = PHContentEditingInputRequestOptions()
        options.isNetworkAccessAllowed = true
        options.progressHandler = { _, stop in stop.pointee = true }
        nonisolated(unsafe) var answer: [AnyHashable: Any] = [:]
        video.requestContentEditingInput(with: options) { input, info in
            #expect(input == nil)
            answer = info
        }
        #expect((answer[PHContentEditingInputErrorKey] as? PHPhotosError)?.code == .requestNotSupportedForAsset)
        #expect(answer[PHContentEditingInputCancelledKey] == nil)
        #expect(answer[PHContentEditingInputResultIsInCloudKey] == nil)
    }

    @Test func unsupportedOptionsAreWarnedOfOnce() throws {
        let written = try standardError {
            let options = PHFetchOptions()
            options.predicate = NSPredicate(format: "filenameOfThisTest == 1")
            for _ in 0..<3 {
                #expect(gallery.library.performAsShared { PHAsset.fetchAssets(with: options).isEmpty })
            }
        }
        #if DEBUG || FAULT_HOOKS
            #expect(written.components(separatedBy: "“filenameOfThisTest”").count == 2, "\(written)")
        #else
            #expect(!written.contains("filenameOfThisTest"))
        #endif
    }

    /// The text that this process writes to standard error while `body` runs, including text of other tests.
    private func standardError(_ body: () throws -> Void) throws -> String {
        let file = gallery.folder.path("stderr")
        let (own, other) = (dup(STDERR_FILENO), open(file, O_CREAT | O_WRONLY, 0o600))
        dup2(other, STDERR_FILENO)
        defer { for descriptor in [own, other] { close(descriptor) } }
        do {
            defer { dup2(own, STDERR_FILENO) }
            try body()
        }
        return try String(contentsOfFile: file, encoding: .utf8)
    }
}
