import OpenPhotoKitOwner
import PhotosCompat
import TestSupport
import Testing

/// `shouldMoveFile` removes a source only after the library has stored it.
@Suite("Files that are moved into the library")
struct MovedFileTests {
    private let gallery: Gallery
    private var library: PHPhotoLibrary { gallery.library }
    init() throws { gallery = try Gallery() }

    private func code(_ block: @escaping () -> Void) -> PHPhotosError.Code? {
        do { try library.performChangesAndWait(block) } catch { return (error as? PHPhotosError)?.code }
        return nil
    }

    @Test func movedFilesAreRemovedOnlyAfterTheAssetIsStored() throws {
        let file = gallery.folder.url.appendingPathComponent("a.png")
        try Gallery.png(1).write(to: file)
        let options = PHAssetResourceCreationOptions()
        options.shouldMoveFile = true
        options.originalFilename = "Summer.png"
        #expect(
            code {
                PHAssetCreationRequest.forAsset().addResource(with: .photo, fileURL: file, options: options)
                _ = PHAssetCreationRequest.forAsset()
            } == .missingResource)
        #expect(FileManager.default.fileExists(atPath: file.path))
        try library.performChangesAndWait {
            PHAssetCreationRequest.forAsset().addResource(with: .photo, fileURL: file, options: options)
        }
        #expect(!FileManager.default.fileExists(atPath: file.path))
        let asset = try #require(library.performAsShared { PHAsset.fetchAssets(with: nil).firstObject })
        #expect(PHAssetResource.assetResources(for: asset).map(\.originalFilename) == ["Summer.png"])
    }

    /// A source is removed only if the library has an intact copy in another file.
    @Test func theOnlyCopyIsNotRemoved() throws {
        let file = gallery.folder.url.appendingPathComponent("a.png")
        try Gallery.png(1).write(to: file)
        let options = PHAssetResourceCreationOptions()
        options.shouldMoveFile = true
        func move(_ file: URL) throws {
            try library.performChangesAndWait {
                PHAssetCreationRequest.forAsset().addResource(with: .photo, fileURL: file, options: options)
            }
        }
        try gallery.add([Gallery.png(1)])
        let owned = gallery.owned
        let stored = try #require(owned.localURL(of: owned.fetchAssets()[0].resources[0]))
        try move(stored)
        #expect(FileManager.default.fileExists(atPath: stored.path))
        // A copy of the same size with other bytes.
        var rotten = Gallery.png(1)
        rotten[rotten.count / 2] ^= 1
        try rotten.write(to: stored)
        try move(file)
        #expect(try Data(contentsOf: file) == Gallery.png(1))
        try Gallery.png(1).write(to: stored)
        try move(file)
        #expect(!FileManager.default.fileExists(atPath: file.path))
    }
}
