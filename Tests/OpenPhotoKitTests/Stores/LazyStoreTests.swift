import Foundation
import Originals
import PhotoModel
import RemoteStores
import Synchronization
import SystemPackage
import SystemSupport
import TestSupport
import Testing

@testable import LibraryStores

@Suite struct LazyStoreTests {
    private let bytes = [UInt8](seed: 1, count: 1000)

    private func read(_ store: LazyStore) throws -> Int {
        let source = store.open(try bytes.sha256, 0..<1000, size: 1000)
        var buffer = [UInt8](repeating: 0, count: 1000)
        return try buffer.withUnsafeMutableBytes { try source.read(into: $0) }
    }

    /// 1,000 files do not wait 1,000 times for a service that does not answer.
    @Test(arguments: [false, true]) func aServiceThatCannotBeReachedIsNotAskedForEachFile(isFolder: Bool) throws {
        let calls = Mutex(0)
        let store = LazyStore(isFolder: isFolder) { _ in
            calls.withLock { $0 += 1 }
            throw PhotoLibraryError(.networkError, "The service does not answer.")
        }
        for _ in 0..<3 { #expect(throws: PhotoLibraryError(.networkError, "")) { try read(store) } }
        #expect(calls.withLock { $0 } == (isFolder ? 3 : 1), "A disk may be mounted meanwhile.")
    }

    @Test func aServiceThatEndsLaterIsNotAskedForEachFile() throws {
        let folder = try TemporaryFolder()
        let path = folder.filePath.appending("store")
        try FileManager.default.createDirectory(atPath: path.string, withIntermediateDirectories: false)
        let original = try OriginalStore.create(FolderClient(path), name: "nas", identity: nil, Cancellation())
        let upload = Upload(length: 1000) { [bytes] in BytesInMemory(bytes) }
        _ = try original.put(try bytes.sha256, upload, Cancellation()) { _ in }
        let store = LazyStore(isFolder: false) { _ in original }
        #expect(try read(store) == 1000)
        let away = folder.filePath.appending("away")
        try FileManager.default.moveItem(atPath: path.string, toPath: away.string)
        #expect(throws: PhotoLibraryError(.networkError, "")) { try read(store) }
        try FileManager.default.moveItem(atPath: away.string, toPath: path.string)
        #expect(throws: PhotoLibraryError(.networkError, "")) { try read(store) }
    }
}
