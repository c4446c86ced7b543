import Foundation
import SystemPackage
import SystemSupport
import TestSupport
import Testing

/// Folders, links, mounts, locks and sockets as the system has them.
@Suite struct FolderTests {
    private let temporary: TemporaryFolder
    private var root: FilePath { FilePath(temporary.url.path) }

    init() throws { temporary = try TemporaryFolder() }

    private func names(_ stream: FolderStream) throws -> [String] {
        var names: [String] = []
        while let name = try stream.nextName() { names.append(name.string) }
        return names.sorted()
    }

    @Test func aFoldersNamesAreReadWithoutItselfAndItsParent() throws {
        for name in ["a", ".b", "ü"] { try temporary.write([], to: name) }
        #expect(try names(FolderStream(root)) == [".b", "a", "ü"])
        #expect(throws: Errno.noSuchFileOrDirectory) { try FolderStream(root.appending("none")) }
        #expect(throws: Errno.notDirectory) { try FolderStream(root.appending("a")) }
    }

    @Test func aLinkIsFollowedOnlyIfAsked() throws {
        try FileManager.default.createDirectory(
            atPath: root.appending("folder").string, withIntermediateDirectories: true)
        try FileManager.default.createSymbolicLink(
            atPath: root.appending("link").string, withDestinationPath: "folder")
        #expect(try names(FolderStream(root.appending("link"))) == [])
        #expect(throws: (any Error).self) { try FolderStream(root.appending("link"), followsLinks: false) }
    }

    @Test func anEntryIsRemovedFromTheOpenFolderAlsoIfItWasRenamed() throws {
        let (old, new) = (root.appending("old"), root.appending("new"))
        try FileManager.default.createDirectory(atPath: old.string, withIntermediateDirectories: true)
        try temporary.write([], to: "old/1.part")
        let stream = try FolderStream(old)
        try FileManager.default.moveItem(atPath: old.string, toPath: new.string)
        while let name = try stream.nextName() { stream.removeFile(name) }
        #expect(try FileManager.default.contentsOfDirectory(atPath: new.string) == [])
    }

    @Test func linksAreResolvedAsFarAsThePathExists() throws {
        try FileManager.default.createDirectory(
            atPath: root.appending("folder").string, withIntermediateDirectories: true)
        try FileManager.default.createSymbolicLink(
            atPath: root.appending("link").string, withDestinationPath: "folder")
        let real = try root.resolvingLinks()
        #expect(try root.appending("link").resolvingLinks() == real.appending("folder"))
        #expect(throws: Errno.noSuchFileOrDirectory) { try root.appending("link/none").resolvingLinks() }
        #expect(root.appending("link/none/more").resolvingExistingLinks == real.appending("folder/none/more"))
    }

    @Test(arguments: [
        (UserFolder.data, "/home/me/.local/share"), (.configuration, "/home/me/.config"),
        (.state, "/home/me/.local/state"), (.cache, "/home/me/.cache"),
    ])
    func aUsersFoldersAreThoseOfTheEnvironment(folder: UserFolder, standard: String) {
        func path(_ value: String?) -> String {
            folder.path(home: "/home/me", environment: value.map { [folder.rawValue: $0] } ?? [:]).string
        }
        #expect(path(nil) == standard && path("") == standard)
        #expect(path("relative/path") == standard, "The specification says to ignore a relative path.")
        #expect(path("/elsewhere") == "/elsewhere")
    }

    @Test func theMountOfAPathIsTheLastOneWithTheLongestPoint() {
        let table = MountTable(
            text: """
                21 1 8:1 / / rw,relatime shared:1 - ext4 /dev/sda1 rw
                40 21 0:50 /a\\040b /media/my\\040disk rw,nosuid - fuse.rclone remote: rw
                41 21 8:2 / /mnt rw - xfs /dev/sdb1 rw
                42 21 8:3 / /mnt rw - btrfs /dev/sdc1 rw
                a broken line
                """)
        #expect(table.mounts.count == 4)
        #expect(table.mount(of: "/media/my disk/x")?.root == "/a b")
        #expect(table.mount(of: "/media/my diskette")?.type == "ext4")
        #expect(table.mount(of: "/mnt/x")?.device == "8:3")
        #expect(MountTable(text: "").mount(of: "/") == nil)
    }

    @Test func theMountPointsOfTheSystemAreRead() throws {
        let table = root.appending("fstab")
        try temporary.write(
            Array("# <file system> <mount point>\nUUID=1 / ext4 defaults 0 1\n\n//nas/p\t/mnt/my\\040nas\tcifs\n".utf8),
            to: "fstab")
        #expect(MountTable.configuredPoints(in: table) == ["/", "/mnt/my nas"])
        #expect(MountTable.configuredPoints(in: root.appending("none")).isEmpty)
    }

    @Test func aLockExcludesOthersUntilItsDescriptorIsClosed() throws {
        try temporary.write([], to: "lock")
        func open() throws -> FileDescriptor { try FileDescriptor.open(root.appending("lock"), .readOnly) }
        let (one, two) = (try open(), try open())
        #expect(try one.lockIfFree(.shared))
        #expect(try two.lockIfFree(.shared))
        #expect(try !two.lockIfFree(.exclusive))
        try one.close()
        #expect(try two.lockIfFree(.exclusive))
        try two.close()
    }

    @Test func aSocketConnectsByItsPath() throws {
        let path = root.appending("socket")
        let listening = try UnixSocket.listen(at: path, backlog: 1)
        #expect(UnixSocket.path(of: listening) == path)
        try UnixSocket.connect(to: path).close()
        #expect(throws: Errno.addressInUse) { try UnixSocket.listen(at: path, backlog: 1) }
        try listening.close()
        #expect(throws: Errno.connectionRefused) { try UnixSocket.connect(to: path) }
        let long = root.appending(String(repeating: "a", count: 108))
        #expect(throws: UnixSocket.PathTooLong.self) { try UnixSocket.connect(to: long) }
    }
}
