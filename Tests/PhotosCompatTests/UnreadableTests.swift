import OpenPhotoKitOwner
import PhotosCompat
import TestSupport
import Testing

/// The catalogue is damaged or removed after a fetch, and before the fetched objects are read.
@Suite("An unreadable catalogue does not end the process")
struct UnreadableTests {
    private let gallery: Gallery
    /// The same library, opened a second time, without any read.
    private let other: PHPhotoLibrary
    private var catalog: URL { gallery.url.appendingPathComponent("catalog.sqlite") }

    init() throws {
        gallery = try Gallery()
        other = try PHPhotoLibrary(at: gallery.url)
    }

    private func fetchAll() -> PHFetchResult<PHAsset> { other.performAsShared { PHAsset.fetchAssets(with: nil) } }

    private func rename(_ table: String) throws {
        let outcome = try Python.run(
            script: """
                import sqlite3, sys
                sqlite3.connect(sys.argv[1]).execute("ALTER TABLE " + sys.argv[2] + " RENAME TO gone_" + sys.argv[2])
                """, [catalog.path, table])
        try #require(outcome.exit == 0, "\(outcome.output)")
    }

    @Test(.enabled(if: Python.has("sqlite3"), "a Python program takes the catalogue's tables away"))
    func aCatalogueWithoutItsTables() throws {
        let photos = try gallery.addPhotos(0..<3)
        let found = fetchAll()
        try rename("resource")
        #expect(Set(found.map(\.localIdentifier)) == Set(photos), "The identifiers can be read.")
        #expect(found.allSatisfy { $0.mediaType == .unknown && PHAssetResource.assetResources(for: $0).isEmpty })
        #expect((found.lastError as? PHPhotosError)?.code == .internalError)
        #expect(found.error == nil)
        try rename("asset")
        #expect(found.map(\.localIdentifier) == ["", "", ""])
        nonisolated(unsafe) var visited = 0
        found.enumerateObjects { _, _, _ in visited += 1 }
        #expect(visited == 3 && found.firstObject?.localIdentifier == "" && found.objects(at: [0, 2]).count == 2)
        // An object whose identifier cannot be read is not changed.
        let asset = found[0]
        #expect(throws: PHPhotosError.self) {
            try other.performChangesAndWait { PHAssetChangeRequest.deleteAssets([asset]) }
        }
    }

    @Test func aCatalogueThatIsGone() throws {
        let photos = try gallery.addPhotos(0..<3)
        let found = fetchAll()
        try FileManager.default.removeItem(at: gallery.url)
        // A removed database that is still open may be readable.
        let identifiers = found.map(\.localIdentifier)
        #expect(found.lastError != nil || Set(identifiers) == Set(photos))
        #expect(identifiers.count == 3)
    }

    @Test func aCatalogueOfOtherBytes() throws {
        try gallery.addPhotos(0..<3)
        let found = fetchAll()
        for suffix in ["", "-wal"] {
            let file = URL(fileURLWithPath: catalog.path + suffix)
            let handle = try FileHandle(forWritingTo: file)
            let size = try handle.seekToEnd()
            try handle.seek(toOffset: 0)
            try handle.write(contentsOf: Data(repeating: 0xA5, count: Int(size)))
            try handle.close()
        }
        let identifiers = found.map(\.localIdentifier)
        #expect(identifiers.count == 3)
        #expect(found.lastError != nil || identifiers.allSatisfy { !$0.isEmpty })
    }
}
