import Foundation
import TestSupport
import Testing

/// Errors of a user who lacks a permission: they name the path and the cause.
@Suite("Errors about permissions", .enabled(if: OtherUser.isPossible, "only root can run a program as another user"))
struct PermissionTextTests {
    private let folder: TemporaryFolder
    private var library: String { folder.path("library") }

    init() throws {
        folder = try TemporaryFolder()
        try FileManager.default.createDirectory(atPath: folder.path("source"), withIntermediateDirectories: false)
        try folder.write(Scenes.jpeg(1, width: 160, height: 120), to: "source/1.jpg")
        let imported = try PhotosProcess.run(
            arguments: ["import", "--library", folder.path("library"), folder.path("source")])
        try #require(imported.exitCode == 0)
        try FileManager.default.copyItem(atPath: PhotosProcess.path(), toPath: folder.path("photos"))
        try FileManager.default.createDirectory(atPath: folder.path("closed/inside"), withIntermediateDirectories: true)
        for path in [folder.url.path, library] { chmod(path, 0o755) }
        chmod(folder.path("closed"), 0o700)
    }

    /// Runs `photos` as another user.
    private func run(_ arguments: String...) throws -> (exit: Int32, output: String) {
        try OtherUser.run(
            folder.path("photos"), arguments,
            environment: ["HOME": "/nonexistent", "TMPDIR": "/tmp", "PHOTOS_LIBRARY": library])
    }

    @Test func aLibraryThatCannotBeWrittenIsNamedWithTheCause() throws {
        let edited = try run("edit", "1.jpg", "--favorite")
        #expect(edited.exit == 1)
        #expect(
            edited.output
                == "photos: \(library): This folder cannot be written (Permission denied), so the library can be read but "
                + "not changed.\n")
        let readOnly = try run("edit", "1.jpg", "--favorite", "--read-only")
        #expect(readOnly.output == "photos: The library is open for reading only: nothing in it can be changed.\n")
    }

    @Test func foldersThatCannotBeWrittenOrEnteredAreNamed() throws {
        let loaded = try run("load", "1.jpg", "--to", library)
        #expect(loaded.exit == 1)
        #expect(
            loaded.output
                == "photos: \(library): No file can be made in this folder: Permission denied. Name another folder with "
                + "--to.\n")
        let made = try run(
            "import", folder.path("source"), "--no-jail", "--library", folder.path("closed/inside/library"))
        #expect(made.exit == 1)
        #expect(made.output.contains("This user may not enter the folder \(folder.path("closed"))."), "\(made.output)")
    }

    @Test func setupSaysWhyAFolderCannotBeMade() throws {
        let installed = try run("setup", "--prefix", folder.path("library"))
        #expect(installed.exit == 2)
        #expect(installed.output.contains("The folder cannot be made: Permission denied."), "\(installed.output)")
        #expect(installed.output.split(separator: "\n").count == 4, "Each folder is named once: \(installed.output)")
    }
}
