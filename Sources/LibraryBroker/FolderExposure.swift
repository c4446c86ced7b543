internal import CLinux
internal import Glibc
package import SystemPackage

/// Whether users other than the owner may enter a folder.
package enum FolderExposure: String, Sendable {
    /// Only the owner and the administrator may.
    case owner
    /// The mode permits other users.
    case others
    /// An access control list permits other users.
    case accessList
    case unknown

    package init(of folder: FilePath) {
        var status = stat()
        guard stat(folder.string, &status) == 0 else {
            self = .unknown
            return
        }
        // Of another user's folder, that user is not known here.
        guard status.st_uid == getuid() else {
            self = .unknown
            return
        }
        guard status.st_mode & 0o077 == 0 else {
            self = .others
            return
        }
        // The mask of an access list is shown as the mode of the group, so a list can remain when the mode is 0700.
        self = getxattr(folder.string, "system.posix_acl_access", nil, 0) > 0 ? .accessList : .owner
    }
}
