internal import Foundation
internal import PhotoModel
internal import SystemPackage
internal import SystemSupport

/// The disk, or the computer on the network, that has the files of a folder.
///
/// It is the same for all paths to the disk: other mounts of it, its folders, and the subvolumes of btrfs and ZFS.
struct DiskIdentity: Hashable {
    /// The name of the site of a store there.
    ///
    /// Of a local disk it contains the identifier of the file system, which stays when the system gives the disk
    /// another number. Without one it contains the name or the number of the device, which may change.
    let site: String

    /// The disk of a path, or of its nearest parent that exists.
    ///
    /// - Parameters:
    ///   - mounts: The mounts of this process; by default, they are read.
    ///   - devices: The folder of the system's devices.
    /// - Throws: `ioFailure` if the mounts cannot be read.
    init(of path: FilePath, mounts: MountTable? = nil, devices: FilePath = "/dev") throws {
        let table: MountTable
        do { table = try mounts ?? MountTable() } catch {
            throw PhotoLibraryError(.ioFailure, "The mounted disks cannot be listed: \(error).", cause: error)
        }
        guard let mount = table.mount(of: path.resolvingExistingLinks) else {
            throw PhotoLibraryError(.ioFailure, "The disk of the folder is unknown.", path: path.string)
        }
        site = mount.host ?? mount.disk(devices)
    }
}

extension MountTable.Mount {
    /// The computer that has the files; `nil` for a disk of this one.
    fileprivate var host: String? {
        switch type {
        // host:/path, user@host:path, [fe80::1]:/path
        case "nfs", "nfs4", "fuse.sshfs":
            let server = source.string.prefix { $0 != "/" }.split(separator: "@").last ?? ""
            return server.first == "["
                ? String(server.dropFirst().prefix { $0 != "]" }) : String(server.prefix { $0 != ":" })
        // FilePath makes one of the two slashes of //host/share.
        case "cifs", "smb3": return source.components.first?.string
        default: return nil
        }
    }

    /// The name of a disk of this computer.
    fileprivate func disk(_ devices: FilePath) -> String {
        // A file system of ZFS is one of a pool's.
        if type == "zfs", let pool = source.string.split(separator: "/").first { return "disk \(pool)" }
        guard source.starts(with: devices) else { return "disk \(device)" }
        let disk = source.resolvingExistingLinks
        let identifiers = devices.appending("disk/by-uuid")
        let names = (try? FileManager.default.contentsOfDirectory(atPath: identifiers.string)) ?? []
        let identifier = names.first { identifiers.appending($0).resolvingExistingLinks == disk }
        return "disk \(identifier ?? disk.string)"
    }
}
