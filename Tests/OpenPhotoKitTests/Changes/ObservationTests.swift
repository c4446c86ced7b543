import Foundation
import MessageSupport
import PhotoCatalog
import PhotoModel
import SystemPackage
import TestSupport
import Testing

@testable import OpenPhotoKitOwner

@Suite("Changes are seen as they happen", .withAndWithoutMessages, .timeLimit(.minutes(2)))
struct ObservationTests {
    private let scene: Scene
    init() throws { scene = try Scene() }

    /// Adds files without pictures, which are stored without decoding.
    private func addFiles(_ names: Range<Int>) throws {
        for name in names { try scene.add(FilePath("\(name).jpg"), Array("picture \(name)".utf8)) }
    }

    /// Reads the changes until this number of assets was inserted.
    private func assets(_ count: Int, from changes: LibraryChanges) async throws -> Set<String> {
        var inserted: Set<String> = []
        for try await new in changes {
            inserted.formUnion(try new.netDetails(for: .asset).insertedLocalIdentifiers)
            if inserted.count >= count { break }
        }
        return inserted
    }

    @Test func importsOfAnotherProcessAreObserved() async throws {
        let library = try scene.open()
        let changes = try library.changes()
        try addFiles(0..<30)
        async let seen = assets(30, from: changes)
        let outcome = try PhotosProcess.run(
            arguments: ["import", "--quiet", "--library", scene.libraryPath.string, scene.source.string])
        #expect(outcome.exitCode == 0)
        #expect(try await seen == Set(library.allLocalIdentifiers()))
    }

    @Test func severalObserversGetTheChangesOfThisProcess() async throws {
        let library = try scene.open()
        let before = try library.currentChangeToken
        let streams = try (0..<3).map { _ in try library.changes() }
        try addFiles(0..<5)
        try await scene.importAll(library)
        for stream in streams { #expect(try await assets(5, from: stream).count == 5) }
        #expect(try await assets(5, from: library.changes(since: before)).count == 5, "Also what was before.")
    }

    /// When the last process closes the catalogue, SQLite removes its log.
    ///
    /// The next log is another file.
    @Test func closingTheCatalogueLastIsHarmless() async throws {
        let library = try scene.open()
        let changes = try library.changes()
        async let seen = assets(6, from: changes)
        for round in 0..<3 {
            try addFiles(round * 2..<round * 2 + 2)
            #expect(
                try PhotosProcess.run(
                    arguments: ["import", "--quiet", "--library", scene.libraryPath.string, scene.source.string]
                ).exitCode == 0)
        }
        #expect(try await seen.count == 6)
    }

    /// The killed process sends no change signal.
    ///
    /// Its end closes the database, which other processes observe.
    @Test(.enabled(if: Python.has("sqlite3"), "the writer that dies is a Python program"))
    func aProcessKilledRightAfterItsCommitIsSeen() async throws {
        let library = try scene.open()
        let changes = try library.changes()
        async let seen = assets(1, from: changes)
        let died = try Python.run(
            script: """
                import os, signal, sqlite3, sys
                database = sqlite3.connect(sys.argv[1])
                token = database.execute("INSERT INTO history (date) VALUES (5)").lastrowid
                database.execute("INSERT INTO historyObject VALUES (?, 1, 'A', 1)", [token])
                database.commit()
                os.kill(os.getpid(), signal.SIGKILL)
                """, [scene.libraryPath.appending("catalog.sqlite").string])
        #expect(died.exit == SIGKILL, "\(died.output)")
        #expect(try await seen == ["A"])
    }

    @Test func derivedDataGivesNoChangeSignal() async throws {
        try addFiles(0..<3)
        let library = try scene.open()
        try await scene.importAll(library)
        let changes = try library.changes()
        try await scene.importAll(library)
        try library.setHistoryRetention(100)
        _ = try library.deleteAssets([try #require(try library.allLocalIdentifiers().first)])
        var iterator = changes.makeAsyncIterator()
        let first = try #require(try await iterator.next())
        #expect(first.changeCount == 1)
        #expect(try first.netDetails(for: .asset).deletedLocalIdentifiers.count == 1)
    }

    @Test func cancellingEndsIt() async throws {
        let library = try scene.open()
        let changes = try library.changes()
        let following = Task { try await assets(1, from: changes) }
        following.cancel()
        #expect(try await following.value.isEmpty)
    }

    @Test func aTokenOfAnotherLibraryIsRefused() async throws {
        let library = try scene.open()
        let other = try Scene().open()
        #expect(code { _ = try library.changes(since: other.currentChangeToken) } == .persistentChangeTokenExpired)
    }

    @Test(arguments: [true, false]) func aMissingLibraryIsReported(isRemoved: Bool) async throws {
        let library = try scene.open()
        let changes = try library.changes()
        let availability = library.availability
        if isRemoved {
            try FileManager.default.removeItem(atPath: scene.libraryPath.string)
        } else {
            try FileManager.default.moveItem(
                atPath: scene.libraryPath.string, toPath: scene.libraryPath.string + "-elsewhere")
        }
        await #expect {
            for try await _ in changes {}
        } throws: {
            ($0 as? PhotoLibraryError)?.code == .libraryUnavailable
        }
        var reasons: [PhotoLibraryError.Code] = []
        for await reason in availability { reasons.append(reason.code) }
        #expect(reasons == [.libraryUnavailable])
        #expect(code { _ = try library.changes() } == .libraryUnavailable)
    }

    /// Unmounting needs privileges that tests do not have, so the test uses the events that inotify(7) documents.
    @Test func anUnmountedDiskIsNotARemovedLibrary() {
        let database = "catalog.sqlite"
        let cases: [(Int32, String, PhotoLibraryError.Code?)] = [
            (IN_UNMOUNT, "", .libraryVolumeOffline), (IN_DELETE_SELF, "", .libraryUnavailable),
            (IN_MOVE_SELF | IN_ISDIR, "", .libraryUnavailable), (IN_IGNORED, "", .libraryUnavailable),
            (IN_DELETE, database, .libraryUnavailable), (IN_MOVED_FROM, database, .libraryUnavailable),
            (IN_DELETE, "catalog.sqlite-wal", nil), (IN_ATTRIB, database, nil), (IN_ATTRIB, "", nil),
        ]
        for (mask, name, expected) in cases {
            #expect(LibraryWatcher.reasonOfEnd(UInt32(mask), name) == expected, "\(mask) \(name)")
        }
    }

    @Test func aRebuiltCatalogueBeginsAHistoryOfItsOwn() throws {
        try addFiles(0..<3)
        // A separate process, whose end closes the library, because a repair needs exclusive access.
        _ = try PhotosProcess.run(
            arguments: ["import", "--quiet", "--library", scene.libraryPath.string, scene.source.string])
        let token = try currentToken()
        _ = try OwnedLibrary.repairAndWait(at: scene.libraryPath) { _ in }
        #expect(try currentToken() == token, "Nothing had to be repaired.")
        _ = try OwnedLibrary.repairAndWait(at: scene.libraryPath, rebuild: true) { _ in }
        let library = try scene.open()
        #expect(try library.assetCount() == 3)
        #expect(code { _ = try library.fetchPersistentChanges(since: token) } == .persistentChangeTokenExpired)
        #expect(try library.currentChangeToken == library.oldestChangeToken, "To be rebuilt is no change.")
    }

    /// Opens the library, reads the token and closes the library.
    private func currentToken() throws -> PersistentChangeToken { try scene.open().currentChangeToken }

    /// A slow reader gets an error if the history was trimmed after the changes were fetched.
    @Test func deletedHistoryIsReportedAndNotSkipped() async throws {
        try addFiles(0..<3)
        let library = try scene.open()
        try await scene.importAll(library)
        let changes = try library.fetchPersistentChanges(since: library.oldestChangeToken)
        let fetched = Array(changes)
        try library.catalog.record(.historyBeginning)
        #expect(code { _ = try fetched[0].changeDetails(for: .asset) } == .persistentChangeDetailsUnavailable)
        #expect(code { _ = try changes.netDetails(for: .asset) } == .persistentChangeDetailsUnavailable)
        let late = Array(changes)
        #expect(late.map(\.changeToken) == [changes.firstToken])
        #expect(code { _ = try late[0].changeDetails(for: .asset) } == .persistentChangeDetailsUnavailable)
    }
}
