import MessageSupport
import PhotosCompat
import TestSupport
import Testing

@Suite("Fetched albums and folders stay as they were", .withAndWithoutMessages)
struct CollectionSnapshotTests {
    private let gallery: Gallery

    /// Creates the folder Trips with the album Alps, and the album Home.
    init() throws {
        gallery = try Gallery()
        try gallery.library.performChangesAndWait {
            let folder = PHCollectionListChangeRequest.creationRequestForCollectionList(withTitle: "Trips")
            let album = PHAssetCollectionChangeRequest.creationRequestForAssetCollection(withTitle: "Alps")
            folder.addChildCollections([album.placeholderForCreatedAssetCollection])
            _ = PHAssetCollectionChangeRequest.creationRequestForAssetCollection(withTitle: "Home")
        }
    }

    private struct Fetched {
        let albums = PHAssetCollection.fetchAssetCollections(with: .album, subtype: .any, options: nil)
        let folders = PHCollectionList.fetchCollectionLists(with: .folder, subtype: .any, options: nil)
        let top = PHCollection.fetchTopLevelUserCollections(with: nil)

        var titles: [[String?]] {
            [albums.map(\.localizedTitle), folders.map(\.localizedTitle), top.map(\.localizedTitle)]
        }
    }

    private static let titles: [[String?]] = [["Alps", "Home"], ["Trips"], ["Trips", "Home"]]

    @Test func afterTheyGotOtherTitles() throws {
        // The properties of these objects are not read before the objects are renamed.
        let before = gallery.library.performAsShared { Fetched() }
        let others = gallery.library.performAsShared { Fetched() }
        try gallery.library.performChangesAndWait {
            for album in others.albums { PHAssetCollectionChangeRequest(for: album)?.title += "!" }
            for folder in others.folders { PHCollectionListChangeRequest(for: folder)?.title += "!" }
        }
        #expect(before.titles == Self.titles)
        let after = gallery.library.performAsShared { Fetched() }
        #expect(after.titles == Self.titles.map { $0.map { ($0 ?? "") + "!" } })
    }

    @Test func afterTheyWereDeleted() throws {
        let before = gallery.library.performAsShared { Fetched() }
        let others = gallery.library.performAsShared { Fetched() }
        try gallery.library.performChangesAndWait {
            PHAssetCollectionChangeRequest.deleteAssetCollections(others.albums)
            PHCollectionListChangeRequest.deleteCollectionLists(others.folders)
        }
        let after = gallery.library.performAsShared { Fetched() }
        let removed = PHFetchResultChangeDetails(from: before.albums, to: after.albums, changedObjects: [])
        #expect(removed.removedObjects.map(\.localizedTitle) == ["Alps", "Home"])
        #expect(before.titles == Self.titles && after.titles == [[], [], []])
    }

    /// Fetched objects still have their values after the catalogue became unreadable.
    ///
    /// New fetch results have an error.
    @Test(.enabled(if: Python.has("sqlite3"), "a Python program takes the catalogue's tables away"))
    func afterTheCatalogueCannotBeRead() throws {
        let before = gallery.library.performAsShared { Fetched() }
        let outcome = try Python.run(
            script: """
                import sqlite3, sys
                catalog = sqlite3.connect(sys.argv[1])
                for table in ["album", "folder"]:
                    catalog.execute("ALTER TABLE " + table + " RENAME TO gone_" + table)
                """, [gallery.url.appendingPathComponent("catalog.sqlite").path])
        try #require(outcome.exit == 0, "\(outcome.output)")
        #expect(before.titles == Self.titles)
        #expect(gallery.library.performAsShared { Fetched() }.albums.error != nil)
    }
}
