import MessageSupport
import OpenPhotoKitOwner
import PhotosCompat
import TestSupport
import Testing

@Suite("A deleted asset is not found", .withAndWithoutMessages)
struct DeletedAssetTests {
    private let gallery: Gallery
    private var library: PHPhotoLibrary { gallery.library }
    init() throws { gallery = try Gallery() }

    private func delete(_ photo: String) throws {
        let assets = gallery.assets([photo])
        try library.performChangesAndWait { PHAssetChangeRequest.deleteAssets(assets) }
    }

    @Test func bothWays() throws {
        let photo = try gallery.addPhotos(0..<1)[0]
        let cloud = try #require(library.cloudIdentifierMappings(forLocalIdentifiers: [photo])[photo]).get()
        try delete(photo)
        let answers = [
            library.cloudIdentifierMappings(forLocalIdentifiers: [photo])[photo]?.error,
            library.localIdentifierMappings(for: [cloud])[cloud]?.error,
        ]
        for answer in answers {
            let error = try #require(answer as? PHPhotosError)
            #expect(error.code == .identifierNotFound)
            let reason = try #require(error.userInfo[NSUnderlyingErrorKey] as? PhotoLibraryError)
            #expect(reason.identifier == photo)
            #expect(error.userInfo[PHDeletedLocalIdentifierErrorKey] as? String == photo)
            #expect(error.userInfo[PHDeletedDateErrorKey] as? Date == reason.deletedDate && reason.deletedDate != nil)
            #expect(!error.localizedDescription.contains("photos delete"), "\(error.localizedDescription)")
        }
        // The restored photo is found again.
        try library.photoLibrary.performChangesAndWait { try $0.restoreAssets([photo]) }
        #expect(try library.localIdentifierMappings(for: [cloud])[cloud]?.get() == photo)
        #expect(try library.cloudIdentifierMappings(forLocalIdentifiers: [photo])[photo]?.get() == cloud)
    }
}
