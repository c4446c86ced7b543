import Foundation
import SystemPackage
import SystemSupport
import TestSupport
import Testing

@testable import LibraryStorage
@testable import OpenPhotoKitOwner

/// Libraries in folders that other programs synchronise.
@Suite struct SyncedFolderTests {
    private let temporary: TemporaryFolder
    private var root: FilePath { FilePath(temporary.path("root")) }
    private var path: FilePath { root.appending("pictures").appending("Photos.library") }

    init() throws {
        temporary = try TemporaryFolder()
        try FileManager.default.createDirectory(atPath: path.string, withIntermediateDirectories: true)
    }

    private func put(_ name: String, isFolder: Bool) throws {
        let path = root.pushing(FilePath(name))
        let folder = isFolder ? path : path.removingLastComponent()
        try FileManager.default.createDirectory(atPath: folder.string, withIntermediateDirectories: true)
        if !isFolder { try path.write([]) }
    }

    @Test(arguments: [
        (".stfolder", true, "Syncthing"), (".stfolder", false, "Syncthing"), (".stignore", false, "Syncthing"),
        (".sync_0123456789ab.db", false, "Nextcloud or ownCloud"),
        ("._sync_0123456789ab.db", false, "Nextcloud or ownCloud"),
        (".nextcloudsync.log", false, "Nextcloud or ownCloud"), (".owncloudsync.log", false, "ownCloud"),
        (".dropbox", false, "Dropbox"), (".dropbox.cache", true, "Dropbox"), (".sync/ID", false, "Resilio Sync"),
        (".megaignore", false, "MEGA"), (".SynologyWorkingDirectory", true, "Synology Drive"),
    ])
    func marksAreSeenInTheFolderAndInAllAboveTheLibrary(mark: String, isFolder: Bool, program: String) throws {
        #expect(SyncedFolder(around: path, mounts: MountTable(text: "")) == nil)
        try put(mark, isFolder: isFolder)
        for place in [root, path, path.appending("not").appending("there")] {
            let found = try #require(SyncedFolder(around: place, mounts: MountTable(text: "")))
            #expect(found.program == program)
            #expect(found.path.lastComponent == "root")
        }
        // Other folders in the same parent folder are not synchronised.
        #expect(SyncedFolder(around: FilePath(temporary.path("beside")), mounts: MountTable(text: "")) == nil)
    }

    /// Settings and files with similar names are not marks of synchronised folders.
    ///
    /// The home folder has Dropbox's settings, and other programs create files with similar names.
    @Test func similarFileNamesAreNoMarks() throws {
        for (name, isFolder) in [
            (".dropbox", true), (".sync", true), (".sync_notes.txt", false), ("sync_1.db", false),
            (".megaignore", true),
        ] { try put(name, isFolder: isFolder) }
        #expect(SyncedFolder(around: path, mounts: MountTable(text: "")) == nil)
    }

    @Test func linksLeadToTheFolderThatIsSynchronised() throws {
        try put(".stfolder", isFolder: true)
        let link = temporary.path("link")
        try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: path.string)
        #expect(SyncedFolder(around: FilePath(link), mounts: MountTable(text: ""))?.program == "Syncthing")
    }

    @Test func mountsOfDistantFoldersAreKnownByTheirKinds() {
        let mounts = MountTable(
            text: """
                21 1 8:1 / / rw,relatime shared:1 - ext4 /dev/sda1 rw
                40 21 0:50 / /media/my\\040cloud rw,nosuid - fuse.rclone remote:photos rw,user_id=0
                41 40 8:2 / /media/my\\040cloud/disk rw - ext4 /dev/sdb1 rw
                42 21 0:51 / /mnt rw - fuse.rclone a: rw
                43 42 8:3 / /mnt rw - xfs /dev/sdc1 rw
                broken line
                """)
        func program(_ path: FilePath) -> String? { SyncedFolder(around: path, mounts: mounts)?.program }
        #expect(program("/media/my cloud/a/b") == "rclone")
        #expect(program("/media/my cloud/disk/a") == nil)
        #expect(program("/media/my cloudy") == nil)
        #expect(program("/mnt/a") == nil, "What was mounted last lies on top.")
        #expect(mounts.mount(of: "/media/x")?.type == "ext4")
    }

    @Test func aSynchronisedLibraryIsReadAndNotChanged() async throws {
        let photo = FilePath(temporary.path("1.jpg"))
        try photo.write(TestPhoto.jpeg(1))
        let identifier: String
        do {
            let library = try OwnedLibrary(at: path, opening: .creatingIfAbsent)
            _ = try await library.importFiles(ImportRequest(paths: [photo]))
            identifier = try #require(try library.allLocalIdentifiers().first)
        }
        try put(".stfolder", isFolder: true)
        let refused = PhotoLibraryError.Code.libraryInFileProviderSyncRoot
        let library = try OwnedLibrary(at: path)
        #expect(try library.assetCount() == 1)
        #expect(code { try library.performChangesAndWait { try $0.deleteAssets([identifier]) } } == refused)
        #expect(code { _ = try library.deleteAssets([identifier]) } == refused)
        await #expect(throws: PhotoLibraryError(refused, "")) {
            try await library.importFiles(ImportRequest(paths: [photo]))
        }
        #expect(try library.assetCount() == 1)
        #expect(
            code { _ = try OwnedLibrary(at: root.appending("other"), opening: .creatingIfAbsent) } == refused)
        #expect(!FileManager.default.fileExists(atPath: root.appending("other").string))
        // The owner can allow a synchronised folder.
        let allowed = try OwnedLibrary(at: path, allowingSyncedFolder: true)
        try allowed.performChangesAndWait { try $0.set(.favorite(true), ofAssets: [identifier]) }
        let options = ["--library", path.string]
        let command = try PhotosProcess.run(arguments: ["edit", identifier, "--hidden", "--json"] + options)
        #expect(command.exitCode == 1)
        #expect(command.standardOutput.contains("libraryInFileProviderSyncRoot"))
        #expect(
            try PhotosProcess.run(arguments: ["edit", identifier, "--hidden", "--allow-synced-folder"] + options)
                .exitCode == 0)
        #expect(
            try PhotosProcess.run(
                arguments: ["edit", identifier, "--no-hidden"] + options,
                environment: ["OPENPHOTOKIT_ALLOW_SYNCED_FOLDER": "1"]
            ).exitCode == 0)
        #expect(try PhotosProcess.run(arguments: ["list"] + options).exitCode == 0)
    }

    /// The repair does not open the catalogue, because another machine may be writing to it.
    @Test func aSynchronisedLibraryIsNotRepaired() throws {
        _ = try OwnedLibrary(at: path, opening: .creatingIfAbsent)
        try put(".stfolder", isFolder: true)
        let before = tree(path)
        #expect(
            code { _ = try OwnedLibrary.repairAndWait(at: path, rebuild: true) { _ in } }
                == .libraryInFileProviderSyncRoot)
        let options = ["repair", "--rebuild", "--json", "--library", path.string]
        let command = try PhotosProcess.run(arguments: options)
        #expect(command.exitCode == 1 && command.standardOutput.contains("libraryInFileProviderSyncRoot"))
        #expect(tree(path) == before)
        #expect(try OwnedLibrary.repairAndWait(at: path, rebuild: true, allowingSyncedFolder: true) { _ in }.isRebuilt)
        #expect(try PhotosProcess.run(arguments: options + ["--allow-synced-folder"]).exitCode == 0)
    }
}
