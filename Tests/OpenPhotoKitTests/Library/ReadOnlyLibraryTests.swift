import Foundation
import PhotoModel
import SystemPackage
import TestSupport
import Testing

@testable import OpenPhotoKitOwner

/// A read-only library: all reads succeed, and all changes throw an error.
@Suite struct ReadOnlyLibraryTests {
    private let scene: Scene
    private let photos: [String]

    init() async throws {
        scene = try Scene()
        let library = try scene.open()
        photos = try await scene.store([TestPhoto.jpeg(1), TestPhoto.jpeg(2)], in: library)
        try library.performChangesAndWait { _ = try $0.createAlbum(title: "Harbour") }
    }

    private func code(_ body: () throws -> Void) -> PhotoLibraryError.Code? {
        do {
            try body()
            return nil
        } catch { return (error as? PhotoLibraryError)?.code }
    }

    /// The names and modification times of all files of the library.
    private func state() throws -> [String] {
        try #require(FileManager.default.enumerator(atPath: scene.libraryPath.string)).compactMap { $0 as? String }
            .filter { !$0.hasSuffix("-shm") && !$0.hasSuffix("-wal") }.sorted().map { name in
                let path = scene.libraryPath.pushing(FilePath(name)).string
                let attributes = try FileManager.default.attributesOfItem(atPath: path)
                return
                    "\(name) \(String(describing: attributes[.modificationDate])) \(String(describing: attributes[.size]))"
            }
    }

    @Test func readingWorksAndChangesNothing() async throws {
        let before = try state()
        let library = try OwnedLibrary(at: scene.libraryPath, opening: .readOnly)
        #expect(library.isReadOnly)
        #expect(try Set(library.allLocalIdentifiers()) == Set(photos))
        #expect(try library.fetchAlbums().count == 1)
        #expect(try library.moments().count <= 1)
        #expect(try await library.duplicates().isEmpty)
        let identifiers = library.cloudIdentifierMappings(forLocalIdentifiers: photos)
        let answers = library.localIdentifierMappings(for: try identifiers.values.map { try $0.get() })
        #expect(try Set(answers.values.map { try $0.get() }) == Set(photos))
        #expect(try library.fetchPersistentChanges(since: library.oldestChangeToken).changeCount > 0)
        #expect(try state() == before)
    }

    @Test func everyChangeIsRefused() async throws {
        let library = try OwnedLibrary(at: scene.libraryPath, opening: .readOnly)
        let identifier = try #require(
            try library.cloudIdentifierMappings(forLocalIdentifiers: photos)[photos[0]]?.get())
        let before = try state()
        let changes: [(String, () throws -> Void)] = [
            ("change", { try library.performChangesAndWait { try $0.set(.favorite(true), ofAssets: photos) } }),
            ("delete", { _ = try library.deleteAssets(photos) }),
            ("restore", { _ = try library.restoreDeletedAssets(photos) }),
            ("decide", { try library.decide(identifier, isSame: true, as: photos[1]) }),
            ("forget decision", { _ = try library.forgetDecision(about: [], and: []) }),
            ("remember", { try library.remember([identifier]) }),
            ("forget", { _ = try library.forgetReferences(["x"]) }),
            ("copy interval", { try library.setCatalogCopyInterval(3) }),
            ("heal", { try library.healDamagedFilesAndWait(from: [scene.libraryPath]) { _ in } }),
            ("retention", { try library.setHistoryRetention(3) }),
        ]
        for (name, change) in changes { #expect(code { try change() } == .libraryReadOnly, "\(name)") }
        await #expect(throws: PhotoLibraryError(.libraryReadOnly, "")) { try await scene.importAll(library) }
        await #expect(throws: PhotoLibraryError(.libraryReadOnly, "")) { try await library.copyCatalog() }
        await #expect(throws: PhotoLibraryError(.libraryReadOnly, "")) { try await library.purgeDeletedAssets(photos) }
        #expect(try state() == before)
    }

    // MARK: Another user's library

    /// Runs `photos` as another user.
    private func runAsAnother(_ arguments: String...) throws -> (exit: Int32, output: String) {
        let program = scene.folder.path("photos")
        if access(program, F_OK) != 0 {
            try FileManager.default.copyItem(atPath: PhotosProcess.path(), toPath: program)
        }
        for path in [scene.folder.url.path, scene.libraryPath.string] { chmod(path, 0o755) }
        let temporary = scene.folder.path("temporary")
        try FileManager.default.createDirectory(atPath: temporary, withIntermediateDirectories: true)
        chmod(temporary, 0o777)
        return try OtherUser.run(
            program, arguments + ["--library", scene.libraryPath.string, "--quiet"],
            environment: ["HOME": "/nonexistent", "TMPDIR": temporary])
    }

    @Test(
        .enabled(if: OtherUser.isPossible, "only root can run a program as another user, with setpriv"),
        arguments: [false, true])
    func anotherUsersLibraryIsRead(withLog: Bool) throws {
        if withLog {
            // The state after a crash: the last commits are only in the write-ahead log.
            let path = scene.libraryPath.appending("catalog.sqlite").string
            let script = """
                import os, shutil, sqlite3, sys
                path = sys.argv[1]
                database = sqlite3.connect(path)
                database.execute("PRAGMA journal_mode = WAL")
                database.execute("PRAGMA wal_autocheckpoint = 0")
                database.execute("UPDATE asset SET isHidden = 1 WHERE localIdentifier = ?", [sys.argv[2]])
                database.commit()
                for end in ["", "-wal"]: shutil.copy(path + end, path + ".copy" + end)
                database.close()
                for end in ["", "-wal"]: os.replace(path + ".copy" + end, path + end)
                if os.path.exists(path + "-shm"): os.remove(path + "-shm")
                """
            try #require(Python.run(script: script, [path, photos[0]]).exit == 0)
            var status = stat()
            try #require(stat(path + "-wal", &status) == 0 && status.st_size > 0)
        }
        let list = try runAsAnother("list")
        #expect(list.exit == 0, "\(list.output)")
        #expect(list.output.contains(photos[1].prefix(8)), "\(list.output)")
        #expect(list.output.contains(photos[0].prefix(8)) == !withLog, "The log is read: \(list.output)")
        let edit = try runAsAnother("edit", photos[1], "--favorite")
        #expect(edit.exit == 1)
        #expect(
            edit.output
                == "photos: \(scene.libraryPath): This folder cannot be written (Permission denied), so the library can be read "
                + "but not changed.\n")
        #expect(try FileManager.default.contentsOfDirectory(atPath: scene.folder.path("temporary")).isEmpty)
    }
}
