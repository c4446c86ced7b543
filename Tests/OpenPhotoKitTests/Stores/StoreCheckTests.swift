import Foundation
import LibraryStores
import PhotoModel
import SystemPackage
import TestSupport
import Testing

@testable import OpenPhotoKitOwner

@Suite(disks) struct StoreCheckTests {
    @Test func eachPartIsTheOldestPart() async throws {
        let scene = try await StoreScene()
        try await scene.library.mirror()
        var request = StoreCheckRequest()
        request.parts = 3
        var read: [String] = []
        for _ in 0..<3 {
            let copies = Gathered<CheckedCopy>()
            let summary = try await scene.library.checkStores(request) { copies.append($0) }
            #expect(summary.sound == 2, "A third of three copies in each of two stores.")
            read += copies.all.map { "\($0.store) \($0.name)" }
        }
        #expect(Set(read).count == 6, "\(read)")
        request.parts = 1000
        #expect(try await scene.library.checkStores(request).sound == 2, "At least one copy of each store.")
        request.stores = ["two"]
        request.parts = 1
        #expect(try await scene.library.checkStores(request).sound == 3)
    }

    @Test func aStoreThatCannotBeReachedIsNamedAndTheOthersAreChecked() async throws {
        let scene = try await StoreScene()
        try await scene.library.mirror()
        try scene.disks[0].unmount()
        let summary = try await scene.library.checkStores()
        #expect(summary.sound == 3 && summary.suspect == 0)
        #expect(summary.unavailableStores.mapValues(\.code) == ["one": .networkError])
        #expect(try scene.library.stores[0].suspectCopies == 0, "A disk that is away lost nothing.")
        #expect(try scene.library.stores[0].lastFailure != nil)
    }

    /// The folder of the copies cannot be opened, which says nothing about them.
    @Test func aCopyThatCannotBeReadIsNotSuspect() async throws {
        let scene = try await StoreScene(stores: ["one"])
        try await scene.library.mirror()
        let folder = try scene.path(of: "1.jpg", inStore: 0).removingLastComponent()
        let moved = FilePath(folder.string + "-moved")
        try FileManager.default.moveItem(atPath: folder.string, toPath: moved.string)
        try FileManager.default.createSymbolicLink(atPath: folder.string, withDestinationPath: moved.string)
        let copies = Gathered<CheckedCopy>()
        let summary = try await scene.library.checkStores { copies.append($0) }
        let unread = copies.all.filter { $0.error != nil }
        #expect(summary.suspect == 0 && summary.unread == unread.count && summary.sound == 3 - unread.count)
        #expect(unread.contains { $0.name == "1.jpg" } && unread.allSatisfy { !$0.isSuspect })
        #expect(try scene.library.stores[0].suspectCopies == 0)
    }

    @Test func theErrorOfAStoreNamesItOnce() async throws {
        let scene = try await StoreScene()
        try await scene.library.mirror()
        // The first store is away, and the second one fails during the check.
        try scene.disks[0].unmount()
        try scene.disks[1].makeReadOnly()
        let failures = try await scene.library.checkStores().unavailableStores
        for name in ["one", "two"] {
            let message = try #require(failures[name]?.message)
            #expect(message.ranges(of: "The store “\(name)”").count == 1, "\(message)")
        }
        #expect(try scene.library.stores.allSatisfy { $0.lastFailure?.contains("The store “\($0.name)”") == true })
    }

    @Test func aStoreOfAnUnknownNameOrNoStoreIsRefused() async throws {
        let scene = try await StoreScene(stores: [])
        await #expect(throws: PhotoLibraryError(.changeNotSupported, "")) {
            try await scene.library.checkStores()
        }
        var request = StoreCheckRequest()
        request.stores = ["none"]
        await #expect(throws: PhotoLibraryError(.changeNotSupported, "")) {
            try await scene.library.checkStores(request)
        }
    }

    @Test func theProgressEndsWithAllBytes() async throws {
        let scene = try await StoreScene(stores: ["one", "sealed"])
        try await scene.library.mirror()
        let progress = Progress(totalUnitCount: 1)
        try await scene.library.checkStores(progress: progress)
        let bytes = try StoreScene.names.map { try scene.bytes($0).count }.reduce(0, +)
        #expect(progress.totalUnitCount == Int64(2 * bytes) && progress.fractionCompleted == 1)
    }

    // MARK: Lost originals

    /// The original left, and later both disks lost the copies.
    private func lostOriginal() async throws -> StoreScene {
        let scene = try await StoreScene()
        try await scene.library.mirror()
        #expect(try await scene.offload(["1.jpg"])["1.jpg"]?.isOffloaded == true)
        for store in 0...1 {
            try FileManager.default.removeItem(atPath: scene.path(of: "1.jpg", inStore: store).string)
        }
        return scene
    }

    @Test func anOriginalThatNoStoreHasAnyMoreIsMissing() async throws {
        let scene = try await lostOriginal()
        #expect(try await scene.library.verify { _ in }.counts == [.ok: 2, .elsewhere: 1], "Nobody knows yet.")
        #expect(try await scene.library.checkStores().suspect == 2)
        let files = Gathered<VerifiedFile>()
        #expect(try await scene.library.verify { files.append($0) }.counts == [.ok: 2, .missing: 1])
        let missing = try #require(files.all.first { $0.status == .missing })
        #expect(try missing.localIdentifier == scene.photo("1.jpg") && missing.error?.code == .missingResource)
        var quick = VerifyRequest()
        quick.isQuick = true
        #expect(try await scene.library.verify(quick) { _ in }.counts == [.ok: 2, .missing: 1])

        let status = try await scene.library.status()
        #expect(status.lost.count == 1 && status.elsewhere.count == 1 && status.filesByCopySites[0]?.count == 1)
        #expect(status.stores.map(\.suspectCopies) == [1, 1] && status.stores.map(\.replaceableCopies) == [0, 0])
    }

    @Test func anImportBringsALostOriginalBack() async throws {
        let scene = try await lostOriginal()
        try await scene.library.checkStores()
        let photo = try scene.photo("1.jpg")
        // From another place, as from a backup.
        try scene.scene.add("../backup/saved.jpg", scene.bytes("1.jpg"))
        try await scene.scene.importAll(scene.library, [scene.scene.source.removingLastComponent().appending("backup")])
        #expect(try scene.photo("1.jpg") == photo && scene.library.assetCount() == 3)
        #expect(try scene.library.place(of: scene.original("1.jpg")).contents() == scene.bytes("1.jpg"))
        let files = Gathered<VerifiedFile>()
        #expect(try await scene.library.verify { files.append($0) }.counts == [.ok: 3], "\(files.all)")
        #expect(try await scene.library.mirror().copied == 2)
        #expect(try await scene.library.status().lost.count == 0)
    }

    @Test func anotherStoreThatHasItHelps() async throws {
        let scene = try await lostOriginal()
        try await scene.library.checkStores()
        let disk = try SmallDisk(at: TemporaryFolder(), size: "64m")
        let third = NewStore(name: "three", address: .folder(disk.folder.filePath))
        try await scene.library.addStore(third)
        let sha256 = try scene.original("1.jpg").sha256.hex
        let path = disk.folder.filePath.appending("originals").appending(String(sha256.prefix(2))).appending(sha256)
        try FileManager.default.createDirectory(
            atPath: path.removingLastComponent().string, withIntermediateDirectories: true)
        try path.write(scene.bytes("1.jpg"))
        var request = MirrorRequest()
        request.stores = ["three"]
        try await scene.library.mirror(request)
        #expect(try await scene.library.verify { _ in }.counts == [.ok: 2, .elsewhere: 1])
    }
}
