import AssetLoading
import Foundation
import MessageSupport
import SystemPackage
import TestSupport
import Testing

@testable import OpenPhotoKitOwner

/// The creation of assets from files.
@Suite(.withAndWithoutMessages) struct AssetCreationTests {
    private let scene: Scene
    private let library: OwnedLibrary

    init() throws {
        scene = try Scene()
        library = try scene.open()
    }

    private func create(_ parts: [(AssetResource.Kind, AssetCreationRequest.Content)]) throws -> String {
        var request = AssetCreationRequest()
        for (kind, content) in parts { request.addResource(kind, content) }
        return try library.performChangesAndWait { try $0.createAsset(request).localIdentifier }
    }

    private func asset(_ identifier: String) throws -> Asset {
        try #require(try library.assets(withLocalIdentifiers: [identifier])[identifier])
    }

    private let photo = AssetCreationRequest.Content.data(
        Data(GroupedImportTests.photo(5, "2024:05:17 11:30:00")), filename: "IMG_0001.JPG")
    private let video = AssetCreationRequest.Content.data(
        Data(GroupedImportTests.video(seconds: 2)), filename: "IMG_0001.MOV")

    @Test func aLivePhotoWithASidecarIsOneAsset() throws {
        let sidecar = AssetCreationRequest.Content.data(Data(SidecarTests.takeout.utf8), filename: "IMG_0001.JPG.json")
        let identifier = try create([(.pairedVideo, video), (.sidecar, sidecar), (.original, photo)])
        let made = try asset(identifier)
        #expect(made.resources.map(\.kind) == [.original, .pairedVideo, .sidecar])
        #expect(
            made.resources.map { $0.originalFilename?.string } == ["IMG_0001.JPG", "IMG_0001.MOV", "IMG_0001.JPG.json"])
        #expect(made.metadata.subtypes.contains(.photoLive))
        #expect(made.metadata.caption != nil || made.metadata.title != nil)
    }

    @Test func aPhotoIsNeverStoredTwice() async throws {
        let bytes = TestPhoto.jpeg(1)
        let path = try scene.add("1.jpg", bytes)
        try await scene.importAll(library)
        let imported = try #require(try library.allLocalIdentifiers().first)
        #expect(try create([(.original, .file(path))]) == imported)
        let other = TestPhoto.commented(bytes, "other bytes")
        #expect(try create([(.original, .data(Data(other), filename: "2.jpg"))]) == imported)
        #expect(try asset(imported).resources.map(\.kind) == [.original, .alternate])
        // The same photo twice in one block, and a video for a photo that is already in the library.
        let both = try library.performChangesAndWait { changes in
            var request = AssetCreationRequest(original: .file(path))
            request.addResource(.pairedVideo, video)
            return [
                try changes.createAsset(AssetCreationRequest(original: photo)),
                try changes.createAsset(AssetCreationRequest(original: photo)), try changes.createAsset(request),
            ].map(\.localIdentifier)
        }
        #expect(both[0] == both[1] && both[2] == imported)
        #expect(try asset(imported).resources.map(\.kind) == [.original, .alternate, .pairedVideo])
        #expect(try library.assetCount() == 2)
        #expect(scene.leftovers.isEmpty)
    }

    /// Two photos with the same video: each has it, also when one is deleted or the catalogue is lost.
    @Test func twoPhotosMayHaveTheSameVideo() async throws {
        let other = AssetCreationRequest.Content.data(Data(TestPhoto.jpeg(6)), filename: "IMG_0002.JPG")
        let one = try create([(.original, photo), (.pairedVideo, video)])
        try library.performChangesAndWait { try $0.deleteAssets([one]) }
        let two = try create([(.original, other), (.pairedVideo, video)])
        #expect(try asset(two).resources.map(\.kind) == [.original, .pairedVideo])
        #expect(try asset(one).deletedDate != nil)
        _ = try await library.purgeDeletedAssets([one])
        let found = Gathered<VerifiedFile>()
        try library.verifyAndWait { found.append($0) }
        #expect(found.all.map(\.status) == [.ok, .ok])
    }

    @Test func creatingADeletedAssetRestoresIt() async throws {
        let identifier = try create([(.original, photo)])
        try library.performChangesAndWait { try $0.deleteAssets([identifier]) }
        #expect(try create([(.original, photo)]) == identifier)
        #expect(try asset(identifier).deletedDate == nil)
        // Also if the photo is deleted in the same block.
        try library.performChangesAndWait { changes in
            try changes.deleteAssets([identifier])
            _ = try changes.createAsset(AssetCreationRequest(original: photo))
        }
        #expect(try asset(identifier).deletedDate == nil)
        _ = try library.deleteAssets([identifier])
        _ = try await library.purgeDeletedAssets([identifier])
        #expect(try create([(.original, photo)]) == identifier)
    }

    /// While a block examines a picture, an import stores the same picture in other bytes.
    @Test func aPhotoStoredMeanwhileIsNotStoredTwice() throws {
        let bytes = TestPhoto.jpeg(1)
        let other = try scene.add("other.jpg", TestPhoto.commented(bytes, "other bytes"))
        let elsewhere = try scene.open()
        let code = code {
            try library.performChangesAndWait { changes in
                _ = try changes.createAlbum(title: "Album")
                _ = try changes.createAsset(
                    AssetCreationRequest(original: .data(Data(bytes), filename: "1.jpg")))
                _ = try elsewhere.importFilesAndWait(ImportRequest(paths: [other]), loading: LoadProgress()) {
                    _ in
                }
            }
        }
        #expect(code == .operationInterrupted)
        #expect(try library.assetCount() == 1 && library.fetchAlbums().isEmpty)
        #expect(scene.leftovers.isEmpty)
    }

    @Test func invalidResourcesAreRefused() throws {
        let text = AssetCreationRequest.Content.data(Data("text".utf8), filename: "a.jpg")
        let empty = AssetCreationRequest.Content.data(Data(), filename: "a.jpg")
        let cases: [([(AssetResource.Kind, AssetCreationRequest.Content)], PhotoLibraryError.Code)] = [
            ([], .missingResource), ([(.pairedVideo, video)], .missingResource),
            ([(.original, text)], .invalidResource), ([(.original, empty)], .invalidResource),
            ([(.original, photo), (.original, photo)], .invalidResource),
            ([(.original, photo), (.pairedVideo, photo)], .invalidResource),
            ([(.original, video), (.pairedVideo, video)], .invalidResource),
            ([(.original, photo), (.alternatePhoto, video)], .invalidResource),
            ([(.original, photo), (.sidecar, text)], .invalidResource),
            ([(.original, photo), (.fullSizePhoto, photo)], .invalidResource),
            ([(.original, .file(scene.source.appending("none.jpg")))], .unreadable),
            ([(.original, .file(scene.source))], .notARegularFile),
        ]
        for (parts, expected) in cases {
            #expect(code { _ = try create(parts) } == expected, "\(parts.map(\.0))")
        }
        #expect(try library.assetCount() == 0)
        #expect(scene.leftovers.isEmpty)
        #expect(AssetCreationRequest.supports([.original, .pairedVideo, .alternatePhoto, .sidecar]))
        #expect(!AssetCreationRequest.supports([.pairedVideo]))
    }

    @Test(.long) func theNumberOfFilesOfABlockIsLimited() throws {
        let codes = try library.performChangesAndWait { changes in
            // The same file many times, because it is staged each time.
            let small = Data(TestPhoto.jpeg(1, width: 16, height: 16))
            return (0...ChangeRequests.maximumFiles).map { _ in
                code { _ = try changes.createAsset(AssetCreationRequest(original: .data(small, filename: "a.jpg"))) }
            }
        }
        #expect(codes.dropLast().allSatisfy { $0 == nil })
        #expect(codes.last == .limitExceeded)
        #expect(try library.assetCount() == 1)
    }
}
