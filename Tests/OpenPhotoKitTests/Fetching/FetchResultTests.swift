import Foundation
import PhotoModel
import Synchronization
import Testing

@testable import OpenPhotoKit
@testable import OpenPhotoKitOwner

/// Fetch results over a simulated store of 1000 folders, which counts the reads.
@Suite struct FetchResultTests {
    private final class Store: Sendable {
        let reads = Mutex(0)
        let gone = Mutex<Set<Int64>>([])
        let isClosed = Mutex(false)

        func source(count: Int64) -> FetchSource<Folder> {
            FetchSource<Folder>(
                rows: { Array((1...count).reversed()) },
                identifiers: { rows in Dictionary(uniqueKeysWithValues: rows.map { ($0, "folder \($0)") }) },
                row: { Int64($0.dropFirst(7)) },
                read: { rows throws(PhotoLibraryError) in
                    if self.isClosed.withLock({ $0 }) { throw PhotoLibraryError(.ioFailure, "Closed.") }
                    self.reads.withLock { $0 += 1 }
                    let gone = self.gone.withLock { $0 }
                    return Dictionary(
                        uniqueKeysWithValues: rows.filter { !gone.contains($0) }.map {
                            ($0, Folder(localIdentifier: "folder \($0)", title: "T\($0)", createdDate: .now))
                        })
                },
                former: { _, identifier in Folder(localIdentifier: identifier, title: "", createdDate: .distantPast) })
        }
    }

    private let store = Store()

    @Test func nothingIsReadBeforeItIsAskedForAndThenByPages() throws {
        let result = try FetchResult(store.source(count: 1000))
        #expect(result.count == 1000)
        #expect(store.reads.withLock { $0 } == 0)
        #expect(result[0].title == "T1000" && result[99].title == "T901")
        #expect(store.reads.withLock { $0 } == 1)
        #expect(result[100].title == "T900" && result[5].title == "T995")
        #expect(store.reads.withLock { $0 } == 2)
        #expect(result.map(\.localIdentifier) == (1...1000).reversed().map { "folder \($0)" })
        let reads = store.reads.withLock { $0 }
        #expect(try result.object(at: 0).title == "T1000")
        #expect(store.reads.withLock { $0 } == reads + 1, "Only the last pages are kept.")
    }

    @Test(arguments: [-1, 1000, 10_000, .min, .max]) func aMissingPositionThrows(index: Int) throws {
        let result = try FetchResult(store.source(count: 1000))
        #expect(code { _ = try result.object(at: index) } == .indexOutOfRange)
        guard index < .max else { return }
        #expect(code { _ = try result.objects(in: index..<index + 1) } == .indexOutOfRange)
        #expect(try FetchResult(store.source(count: 1)).object(at: 0).title == "T1")
    }

    @Test func rangesIdentifiersAndPositions() throws {
        let result = try FetchResult(store.source(count: 1000))
        #expect(try result.objects(in: 250..<253).map(\.title) == ["T750", "T749", "T748"])
        #expect(try result.objects(in: 7..<7).isEmpty)
        #expect(try result.localIdentifiers.count == 1000)
        #expect(try result.firstIndex(ofIdentifier: "folder 1") == 999)
        #expect(try !result.contains(identifier: "folder 1001"))
        #expect(try result.firstObject?.title == "T1000")
        var titles: [String] = []
        try result.enumerateObjects { titles.append($0.title) }
        #expect(titles == (1...1000).reversed().map { "T\($0)" })
        #expect(result.suffix(2).map(\.title) == ["T2", "T1"])
    }

    @Test func removedAssetsKeepTheirPositionAndIdentifier() throws {
        let result = try FetchResult(store.source(count: 10))
        store.gone.withLock { $0 = [9] }
        #expect(result.map(\.title) == ["T10", "", "T8", "T7", "T6", "T5", "T4", "T3", "T2", "T1"])
        #expect(result[1].localIdentifier == "folder 9")
    }

    @Test func aCatalogueThatCannotBeReadIsAnError() throws {
        let result = try FetchResult(store.source(count: 1000))
        #expect(result[3].title == "T997")
        store.isClosed.withLock { $0 = true }
        #expect(try result.object(at: 4).title == "T996", "It is here already.")
        #expect(throws: PhotoLibraryError(.ioFailure, "")) { try result.object(at: 500) }
        #expect(throws: PhotoLibraryError(.ioFailure, "")) { try result.objects(in: 0..<1) }
        #expect(throws: PhotoLibraryError(.ioFailure, "")) { try result.enumerateObjects { _ in } }
    }

    /// A subscript cannot throw, so the object has its identifier only, and the error is stored in `lastError`.
    @Test func aSubscriptGivesTheIdentifierOfAnUnreadableAsset() throws {
        let result = try FetchResult(store.source(count: 1000))
        #expect(result[3].title == "T997" && result.lastError == nil)
        store.isClosed.withLock { $0 = true }
        #expect(result[4].title == "T996" && result.lastError == nil, "It is here already.")
        #expect(result[500].localIdentifier == "folder 500" && result[500].title.isEmpty)
        #expect(result.lastError == PhotoLibraryError(.ioFailure, ""))
        #expect(result.count { $0.title.isEmpty } == 900, "An iteration goes on to its end.")
        store.isClosed.withLock { $0 = false }
        #expect(result[500].title == "T500", "What could not be read is not kept.")
        #expect(result.lastError != nil)
    }

    @Test func anIdentifierThatCannotBeReadIsEmpty() throws {
        let failure = PhotoLibraryError(.libraryDamaged, "Damaged.")
        let result = try FetchResult(
            FetchSource<Folder>(
                rows: { [1, 2] },
                identifiers: { _ throws(PhotoLibraryError) in throw failure },
                row: { _ throws(PhotoLibraryError) in throw failure },
                read: { _ throws(PhotoLibraryError) in throw failure },
                former: { _, identifier in Folder(localIdentifier: identifier, title: "", createdDate: .distantPast) }))
        #expect(result.map(\.localIdentifier) == ["", ""])
        #expect(result.lastError == failure)
        #expect(throws: failure) { try result.localIdentifiers }
    }

    @Test func threadsShareAResult() throws {
        let result = try FetchResult(store.source(count: 1000))
        let wrong = Mutex(0)
        DispatchQueue.concurrentPerform(iterations: 16) { thread in
            for step in 0..<500 {
                let index = (step * 37 + thread * 101) % 1000
                if result[index].title != "T\(1000 - index)" { wrong.withLock { $0 += 1 } }
            }
        }
        #expect(wrong.withLock { $0 } == 0)
    }
}
