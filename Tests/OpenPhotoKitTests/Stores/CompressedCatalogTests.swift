import Foundation
import PhotoModel
import RemoteStores
import SystemPackage
import SystemSupport
import TestSupport
import Testing

@testable import LibraryStores

@Suite struct CompressedCatalogTests {
    private let folder: TemporaryFolder
    private let bytes: [UInt8]

    init() throws {
        folder = try TemporaryFolder()
        var random = Seeded(3)
        bytes = random.bytes(3_000_000)
        try folder.write(bytes, to: "catalog")
    }

    private func compress(
        _ name: String = "catalog", until cancellation: Cancellation = Cancellation()
    ) throws -> Upload {
        try CompressedCatalog.compress(
            folder.filePath.appending(name), inFolder: folder.filePath, until: cancellation
        ).upload(in: folder.filePath)
    }

    @Test func aCatalogueIsTheSameAfterwards() throws {
        let path = folder.filePath.appending("again")
        try CompressedCatalog.expand(compress().open(), to: path, until: Cancellation())
        #expect(try path.contents() == bytes)
        #expect(try folder.names == ["again", "catalog"])
    }

    @Test func bothWaysEndWhenTheyAreCancelled() throws {
        let cancelled = Cancellation()
        cancelled.cancel()
        #expect(throws: PhotoLibraryError(.cancelled, "")) { try compress(until: cancelled) }
        let upload = try compress()
        let path = folder.filePath.appending("again")
        #expect(throws: PhotoLibraryError(.cancelled, "")) {
            try CompressedCatalog.expand(upload.open(), to: path, until: cancelled)
        }
        #expect(try folder.names == ["catalog"])
    }

    @Test func aCutCopyIsDamaged() throws {
        let whole = try compress().open().all()
        for count in [1000, whole.count - 1] {
            #expect(throws: PhotoLibraryError(.invalidResource, ""), "\(count)") {
                try CompressedCatalog.expand(
                    BytesInMemory(Array(whole.prefix(count))), to: folder.filePath.appending("again"),
                    until: Cancellation())
            }
        }
    }

    @Test func aMissingCatalogueIsNamed() throws {
        let error = #expect(throws: PhotoLibraryError.self) { try compress("none") }
        #expect(error?.path == folder.path("none"))
    }
}
