import MessageSupport
import PhotosCompat
import Testing

/// Code for Apple's systems.
///
/// The main purpose of the tests is that the code compiles.
@Suite("Ordinary PhotoKit code", .withAndWithoutMessages)
struct OrdinaryCodeTests {
    private let gallery: Gallery
    init() throws { gallery = try Gallery() }

    @Test func fetches() throws {
        try gallery.addPhotos(0..<5)
        try gallery.add([Gallery.video(seconds: 3)])
        gallery.library.performAsShared {
            let options = PHFetchOptions()
            options.sortDescriptors = [NSSortDescriptor(key: "creationDate", ascending: false)]
            options.predicate = NSPredicate(format: "mediaType == %d", PHAssetMediaType.image.rawValue)
            options.fetchLimit = 4
            let result: PHFetchResult<PHAsset> = PHAsset.fetchAssets(with: options)
            #expect(result.count == 4)
            #expect(result.object(at: 0) == result[0] && result.firstObject == result.first)
            #expect(result.index(of: result[2]) == 2 && result.contains(result[3]) && result.lastObject == result[3])
            nonisolated(unsafe) var visited: [Int] = []
            result.enumerateObjects { asset, index, stop in
                visited.append(index)
                if index == 2 { stop.pointee = true }
            }
            #expect(visited == [0, 1, 2])
            visited = []
            result.enumerateObjects(options: .reverse) { _, index, _ in visited.append(index) }
            #expect(visited == [3, 2, 1, 0])
            #expect(result.objects(at: IndexSet([1, 3])) == [result[1], result[3]])

            let videos = PHAsset.fetchAssets(with: .video, options: nil)
            #expect(videos.count == 1 && videos[0].duration == 3 && videos[0].playbackStyle == .video)
            #expect(result.index(of: videos[0]) == NSNotFound)
            #expect(PHAsset.fetchAssets(with: nil).countOfAssets(with: .image) == 5)

            let all = PHAssetCollection.fetchAssetCollections(
                with: .smartAlbum, subtype: .smartAlbumUserLibrary, options: nil)
            #expect(all.firstObject?.estimatedAssetCount == 6)
            #expect(PHAssetCollection.fetchAssetCollections(with: .smartAlbum, subtype: .any, options: nil).count == 16)
            let smartAlbum = PHAssetCollection.fetchAssetCollections(
                with: .smartAlbum, subtype: .smartAlbumVideos, options: nil
            ).firstObject
            if let smartAlbum {
                #expect(PHAsset.fetchAssets(in: smartAlbum, options: nil).count == 1)
                #expect(!smartAlbum.canPerform(.addContent) && PHAssetCollectionChangeRequestIsRefused(smartAlbum))
            }
            let transient = PHAssetCollection.transientAssetCollection(with: [result[1], result[0]], title: "Both")
            #expect(Array(PHAsset.fetchAssets(in: transient, options: nil)) == [result[1], result[0]])
            #expect(PHAsset.fetchKeyAssets(in: transient, options: nil)?.firstObject == result[1])
        }
    }

    private func PHAssetCollectionChangeRequestIsRefused(_ collection: PHAssetCollection) -> Bool {
        nonisolated(unsafe) var isRefused = false
        try? gallery.library.performChangesAndWait {
            isRefused = PHAssetCollectionChangeRequest(for: collection) == nil
        }
        return isRefused
    }

    /// In sample code, a date is an argument of a format (`CVarArg`).
    @Test func datesAreArgumentsOfFormats() throws {
        let lastDate = Date(timeIntervalSince1970: 1_717_200_000)
        try gallery.add((0..<3).map { Gallery.png($0) }) { number, request in
            request.creationDate = lastDate.addingTimeInterval(Double(number - 1) * 60)
        }
        gallery.library.performAsShared {
            let options = PHFetchOptions()
            options.predicate = NSPredicate(format: "creationDate > %@", lastDate as CVarArg)
            #expect(PHAsset.fetchAssets(with: options).count == 1)
            options.predicate = NSPredicate(format: "creationDate >= %@", (lastDate as NSDate) as CVarArg)
            #expect(PHAsset.fetchAssets(with: options).count == 2)
            let arguments: [any CVarArg] = [lastDate, lastDate + 60]
            options.predicate = NSPredicate(
                format: "creationDate >= %@ AND creationDate < %@", argumentArray: arguments)
            #expect(PHAsset.fetchAssets(with: options).count == 1)
        }
        #expect(String(format: "%@ and %d", lastDate as CVarArg, 5) == "2024-06-01 00:00:00 +0000 and 5")
    }

    @Test func momentsAreDays() throws {
        try gallery.add((0..<4).map { Gallery.png($0) }) { number, request in
            request.creationDate = Date(timeIntervalSince1970: 1_717_200_000 + Double(number / 2) * 200_000)
        }
        gallery.library.performAsShared {
            let moments = PHAssetCollection.fetchAssetCollections(with: .moment, subtype: .any, options: nil)
            #expect(moments.map(\.estimatedAssetCount) == [2, 2])
            let asset = PHAsset.fetchAssets(in: moments[1], options: nil)[0]
            let found = PHAssetCollection.fetchAssetCollectionsContaining(asset, with: .moment, options: nil)
            #expect(Array(found) == [moments[1]])
            #expect(moments[1].startDate == asset.creationDate)
        }
    }

    @Test func momentsOfOneInstantAreDistinct() throws {
        let identifiers = try gallery.add((0..<3).map { Gallery.png($0) }) { number, request in
            request.creationDate = Date(timeIntervalSince1970: 1_717_200_000)
            request.location = CLLocation(latitude: number == 1 ? 60 : 10, longitude: 10)
        }
        let assets = gallery.assets(identifiers)
        gallery.library.performAsShared {
            let moments = PHAssetCollection.fetchAssetCollections(with: .moment, subtype: .any, options: nil)
            #expect(moments.map(\.estimatedAssetCount) == [1, 1, 1])
            #expect(Set(moments.map(\.localIdentifier)).count == 3)
            for asset in assets {
                let found = PHAssetCollection.fetchAssetCollectionsContaining(asset, with: .moment, options: nil)
                #expect(found.map { PHAsset.fetchAssets(in: $0, options: nil).firstObject } == [asset])
            }
        }
    }

    @Test func collectionsAreFilteredAndSorted() throws {
        try gallery.library.performChangesAndWait {
            for title in ["Béach", "Alps", "beach 2"] {
                _ = PHAssetCollectionChangeRequest.creationRequestForAssetCollection(withTitle: title)
            }
        }
        gallery.library.performAsShared {
            let options = PHFetchOptions()
            options.predicate = NSPredicate(format: "title BEGINSWITH[cd] %@", "BEA")
            options.sortDescriptors = [NSSortDescriptor(key: "localizedTitle", ascending: false)]
            let found = PHAssetCollection.fetchAssetCollections(with: .album, subtype: .albumRegular, options: options)
            #expect(found.map(\.localizedTitle) == ["beach 2", "Béach"])
            options.predicate = NSPredicate(format: "pixelWidth == 1")
            let refused = PHAssetCollection.fetchAssetCollections(with: .album, subtype: .any, options: options)
            #expect(refused.error is PHFetchOptionsError)
            #expect(refused.error?.localizedDescription == "Collections cannot be fetched by “pixelWidth”.")
            options.predicate = NSPredicate(format: "estimatedAssetCount > 0")
            #expect(PHCollection.fetchTopLevelUserCollections(with: options).isEmpty)
        }
    }

    @Test func theSharedLibraryIsOneForEachTask() async throws {
        let other = try Gallery()
        try gallery.addPhotos(0..<1)
        await gallery.library.performAsShared {
            #expect(PHPhotoLibrary.shared() === gallery.library)
            #expect(await Task { PHAsset.fetchAssets(with: nil).count }.value == 1)
            other.library.performAsShared { #expect(PHAsset.fetchAssets(with: nil).isEmpty) }
            #expect(PHAsset.fetchAssets(with: nil).count == 1)
        }
    }
}
