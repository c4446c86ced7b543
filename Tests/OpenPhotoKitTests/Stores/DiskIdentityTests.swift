import Foundation
import SystemPackage
import SystemSupport
import TestSupport
import Testing

@testable import LibraryStores

/// Which folders are on one disk, for the rule that copies on one disk are one copy.
@Suite struct DiskIdentityTests {
    private let temporary: TemporaryFolder
    private var root: FilePath { temporary.filePath }
    private var devices: FilePath { root.appending("dev") }

    /// The devices `sda1` and `sdb1`, of which the first has a file system with an identifier.
    init() throws {
        temporary = try TemporaryFolder()
        let identifiers = devices.appending("disk/by-uuid")
        try FileManager.default.createDirectory(atPath: identifiers.string, withIntermediateDirectories: true)
        for name in ["sda1", "sdb1"] { try Data().write(to: URL(fileURLWithPath: devices.appending(name).string)) }
        try FileManager.default.createSymbolicLink(
            atPath: identifiers.appending("1c7f-22").string, withDestinationPath: "../../sda1")
    }

    private func site(_ path: String, _ mounts: String...) throws -> String {
        let table = MountTable(text: mounts.joined(separator: "\n").replacing("/dev/", with: devices.string + "/"))
        return try DiskIdentity(of: FilePath(path), mounts: table, devices: devices).site
    }

    @Test func aDiskIsItsFileSystemWhateverNumberAndMountItHas() throws {
        #expect(try site("/a/photos", "30 1 8:1 / /a rw - ext4 /dev/sda1 rw") == "disk 1c7f-22")
        #expect(try site("/b/x", "31 1 8:17 /photos /b rw shared:1 - ext4 /dev/sda1 rw") == "disk 1c7f-22")
        #expect(try site("/c", "32 1 0:51 /@home /c rw - btrfs /dev/sda1 rw,subvol=/@home") == "disk 1c7f-22")
        #expect(try site("/d", "33 1 8:33 / /d rw - xfs /dev/sdb1 rw") == "disk \(devices.string)/sdb1")
    }

    @Test func theDatasetsOfAPoolAreOneDisk() throws {
        #expect(try site("/a", "30 1 0:40 / /a rw - zfs tank/photos rw") == "disk tank")
        #expect(try site("/b", "30 1 0:41 / /b rw - zfs tank/backup rw") == "disk tank")
    }

    @Test(arguments: [
        "nfs4 nas:/photos", "nfs nas:/backup", "cifs //nas/photos", "smb3 //nas/backup", "fuse.sshfs me@nas:/photos",
        "fuse.sshfs nas:photos",
    ]) func theFoldersOfAComputerAreOneSite(source: String) throws {
        #expect(try site("/a/b", "30 1 0:40 / / rw - ext4 /dev/sda1 rw", "31 30 0:41 / /a rw - \(source) rw") == "nas")
    }

    @Test func anAddressIsTheHost() throws {
        #expect(try site("/a", "31 30 0:41 / /a rw - nfs4 [fe80::1]:/photos rw") == "fe80::1")
    }

    @Test func fileSystemsWithoutADeviceAreTheirNumbers() throws {
        #expect(try site("/a", "30 1 0:40 / /a rw - tmpfs none rw") == "disk 0:40")
        #expect(try site("/a", "30 1 0:41 / /a rw - fuse.rclone remote: rw") == "disk 0:41")
    }

    @Test func aFolderThatIsNotThereIsOnTheDiskOfItsParent() throws {
        let disk = try SmallDisk(at: TemporaryFolder())
        let near = try DiskIdentity(of: root)
        #expect(try DiskIdentity(of: root.appending("none").appending("none")) == near)
        #expect(try DiskIdentity(of: disk.folder.filePath.appending("none")) != near)
        let link = root.appending("link")
        try FileManager.default.createSymbolicLink(
            atPath: link.string, withDestinationPath: disk.folder.filePath.string)
        #expect(try DiskIdentity(of: link) == DiskIdentity(of: disk.folder.filePath))
    }
}
