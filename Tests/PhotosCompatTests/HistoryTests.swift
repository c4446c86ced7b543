import Glibc
import MessageSupport
import PhotosCompat
import TestSupport
import Testing

@Suite("History and identifiers", .withAndWithoutMessages)
struct HistoryTests {
    private let gallery: Gallery
    private var library: PHPhotoLibrary { gallery.library }
    init() throws { gallery = try Gallery() }

    private func archived<Object: NSObject & NSSecureCoding>(_ object: Object) throws -> Object? {
        let data = try NSKeyedArchiver.archivedData(withRootObject: object, requiringSecureCoding: true)
        return try NSKeyedUnarchiver.unarchivedObject(ofClass: Object.self, from: data)
    }

    @Test func changesSinceAnArchivedToken() throws {
        let start = library.currentChangeToken
        let token = try #require(try archived(start))
        #expect(token == start && token.hash == start.hash)
        #expect(try library.fetchPersistentChanges(since: token).map { $0 }.isEmpty)
        let photos = try gallery.addPhotos(0..<2)
        try library.performChangesAndWait { [gallery] in
            for asset in gallery.assets([photos[0]]) { PHAssetChangeRequest(for: asset).isFavorite = true }
            PHAssetChangeRequest.deleteAssets(gallery.assets([photos[1]]))
            _ = PHAssetCollectionChangeRequest.creationRequestForAssetCollection(withTitle: "A")
        }
        let changes = try library.fetchPersistentChanges(since: token).map { $0 }
        #expect(changes.count == 2)
        #expect(try changes[0].changeDetails(for: .asset).insertedLocalIdentifiers == Set(photos))
        let last = try changes[1].changeDetails(for: .asset)
        #expect(last.objectType == .asset)
        #expect(last.updatedLocalIdentifiers == [photos[0]] && last.deletedLocalIdentifiers == [photos[1]])
        let album = try #require(gallery.album("A"))
        #expect(
            try changes[1].changeDetails(for: .assetCollection).insertedLocalIdentifiers == [album.localIdentifier])
        #expect(try changes[1].changeDetails(for: .collectionList).insertedLocalIdentifiers.isEmpty)
        #expect(changes[1].changeToken == library.currentChangeToken)
        #expect(try library.fetchPersistentChanges(since: changes[0].changeToken).map { $0 }.count == 1)
    }

    @Test func aForeignTokenIsExpired() throws {
        let token = try Gallery().library.currentChangeToken
        do {
            _ = try library.fetchPersistentChanges(since: token)
            Issue.record("A token of another library was taken.")
        } catch PHPhotosError.persistentChangeTokenExpired {}
    }

    @Test func cloudIdentifiersTravel() throws {
        let photo = try gallery.addPhotos(0..<1)[0]
        let cloud = try #require(
            library.cloudIdentifierMappings(forLocalIdentifiers: [photo, "nothing"])[photo]?.cloudIdentifier)
        #expect(
            (library.cloudIdentifierMappings(forLocalIdentifiers: ["nothing"])["nothing"]?.error as? PHPhotosError)?
                .code == .identifierNotFound)
        let read = try #require(PHCloudIdentifier(archivalStringValue: cloud.archivalStringValue))
        #expect(read == cloud && read.hash == cloud.hash && PHCloudIdentifier(stringValue: cloud.stringValue) == cloud)
        #expect(try archived(cloud) == cloud)

        let other = try Gallery()
        let there = try other.addPhotos(0..<1)[0]
        let junk = PHCloudIdentifier(stringValue: "GUID:ID:")
        let unknown = try #require(
            library.cloudIdentifierMappings(forLocalIdentifiers: try gallery.addPhotos(5..<6)).values.first?
                .cloudIdentifier)
        let answers = other.library.localIdentifierMappings(for: [read, junk, unknown])
        #expect(answers[cloud]?.localIdentifier == there)
        for missing in [junk, unknown] {
            #expect((answers[missing]?.error as? PHPhotosError)?.code == .identifierNotFound)
        }
        #expect(PHCloudIdentifier(archivalStringValue: "GUID:ID:") == nil)
        #expect(try archived(junk) == junk && junk != cloud)
    }

    @Test func synchronisedOnesAreKnownWithoutContent() throws {
        let photo = try gallery.addPhotos(0..<1)[0]
        try library.performChangesAndWait { [gallery] in
            PHAssetCollectionChangeRequest.creationRequestForAssetCollection(withTitle: "A")
                .addAssets(gallery.assets([photo]))
        }
        let album = try #require(gallery.album("A")).localIdentifier
        let clouds = library.cloudIdentifierMappings(forLocalIdentifiers: [photo, album]).compactMapValues(
            \.cloudIdentifier)
        let answers = library.localIdentifierMappings(forSynced: Array(clouds.values))
        #expect(try answers[#require(clouds[album])]?.localIdentifier == album)
        #expect(try (answers[#require(clouds[photo])]?.error as? PHPhotosError)?.code == .identifierNotFound)
    }

    @Test func listsOfCollectionsHaveCloudIdentifiers() throws {
        func add(to gallery: Gallery) throws -> String {
            let photos = try gallery.addPhotos(0..<2)
            nonisolated(unsafe) var list: PHObjectPlaceholder?
            try gallery.library.performChangesAndWait {
                let album = PHAssetCollectionChangeRequest.creationRequestForAssetCollection(withTitle: "Rome")
                album.addAssets(gallery.assets(photos))
                let request = PHCollectionListChangeRequest.creationRequestForCollectionList(withTitle: "Travels")
                request.addChildCollections([album.placeholderForCreatedAssetCollection])
                list = request.placeholderForCreatedCollectionList
            }
            return try #require(list).localIdentifier
        }
        let mine = try add(to: gallery)
        let other = try Gallery()
        let theirs = try add(to: other)
        let cloud = try #require(
            library.cloudIdentifierMappings(forLocalIdentifiers: [mine])[mine]?.cloudIdentifier)
        #expect(library.localIdentifierMappings(forSynced: [cloud])[cloud]?.localIdentifier == mine)
        #expect(other.library.localIdentifierMappings(for: [cloud])[cloud]?.localIdentifier == theirs)
    }

    @Test func aMissingLibraryIsReported() throws {
        let url = gallery.folder.url.appendingPathComponent("None.library")
        #expect(throws: PHPhotosError.self) { _ = try PHPhotoLibrary(at: url) }
        try FileManager.default.removeItem(at: gallery.url)
        // A library in another process hears of it by an event.
        for _ in 0..<500 where library.unavailabilityReason == nil { usleep(10_000) }
        #expect(library.unavailabilityReason != nil)
        #expect(PHPhotoLibrary.authorizationStatus(for: .readWrite) == .authorized)
    }
}
