import Foundation
import Glibc
import LibraryStorage
import LibraryStores
import PhotoCatalog
import PhotoModel
import Synchronization
import SystemPackage
import TestSupport
import Testing

@testable import OpenPhotoKitOwner

/// What another process changes between the questions to the stores and the removal of the files.
@Suite(disks) struct OffloadTransactionTests {
    enum Change: CaseIterable {
        case pin, deletion, suspectCopy, removedStore, newFile
    }

    @Test(arguments: Change.allCases) func theTransactionChecksItAgain(change: Change) async throws {
        let scene = try await StoreScene()
        try await scene.library.mirror()
        let catalog = scene.library.catalog
        let photo = try scene.photo("1.jpg")
        let other = try scene.leaving("2.jpg")
        var leaving = try scene.leaving("1.jpg")
        let store = try scene.library.stores[1]
        switch change {
        case .pin: try scene.library.setPinned(true, [photo])
        case .deletion: _ = try scene.library.deleteAssets([photo])
        case .suspectCopy: try catalog.record(.store(.suspect(store.id, leaving.copies[0].sha256)))
        case .removedStore: try await scene.library.removeStore(named: store.name)
        case .newFile:
            leaving = LeavingAsset(localIdentifier: photo, files: [], copies: leaving.copies)
        }
        let refused = try catalog.record(.store(.offloaded([leaving, other], run: "run")))
        #expect(Set(refused).isSuperset(of: leaving.files.map(\.path)))
        #expect(try catalog.storedResources(of: photo).allSatisfy { $0.content.location != .elsewhere })
        // The other photo leaves if the change is not one of its store.
        #expect(try (scene.original("2.jpg").location == .elsewhere) == (change != .removedStore))
    }

    /// A program writes to the file after the stub was made, while the file is read back.
    @Test func aFileThatIsWrittenMeanwhileStays() async throws {
        let scene = try await StoreScene()
        let path = try scene.scene.add(
            "../large.jpg", TestPhoto.jpeg(9, width: 320, height: 240) + [UInt8](repeating: 0, count: 40 << 20))
        try await scene.scene.importAll(scene.library, [path])
        try await scene.library.mirror()
        let place = try scene.library.place(of: scene.original("large.jpg"))
        let isOver = Flag()
        let writing = Task.detached {
            var seconds = 1_000_000_000
            while !isOver.isSet {
                guard access(place.string + ".elsewhere", F_OK) == 0 else { continue }
                seconds += 1
                var times = [timespec(tv_sec: seconds, tv_nsec: 0), timespec(tv_sec: seconds, tv_nsec: 0)]
                _ = utimensat(AT_FDCWD, place.string, &times, 0)
            }
        }
        let outcome = try await scene.offload(["large.jpg"])["large.jpg"]
        isOver.set()
        await writing.value
        #expect(outcome?.error?.code == .sourceChanged)
        #expect(FileManager.default.fileExists(atPath: place.string))
        #expect(!FileManager.default.fileExists(atPath: place.string + ".elsewhere"))
        #expect(try scene.original("large.jpg").location != .elsewhere)
    }
}

private final class Flag: Sendable {
    private let flag = Atomic(false)
    var isSet: Bool { flag.load(ordering: .relaxed) }
    func set() { flag.store(true, ordering: .relaxed) }
}

extension StoreScene {
    /// A photo with one file as it leaves, after both stores were asked.
    func leaving(_ name: String) throws -> LeavingAsset {
        let catalog = library.catalog
        let file = try #require(try catalog.storedResources(of: photo(name)).first)
        guard case .library(let path) = file.content.location else { throw PhotoLibraryError(.internalError, name) }
        let stub = try #require(LibraryFolder.stubs(of: path, file.content.sha256).first)
        return LeavingAsset(
            localIdentifier: try photo(name), files: [.init(row: file.row, path: path, stub: stub)],
            copies: try catalog.storeCopies(of: file.content.sha256))
    }
}
