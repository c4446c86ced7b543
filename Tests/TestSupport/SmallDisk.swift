internal import Foundation
internal import Glibc

/// A small file system in memory, mounted in a temporary folder; unmounted when the object is released.
package final class SmallDisk: Sendable {
    /// Whether this process may mount one.
    ///
    /// Tests that need it are `.enabled(if: SmallDisk.isPossible, …)`.
    package static let isPossible: Bool = {
        guard let folder = try? TemporaryFolder(), let disk = try? SmallDisk(at: folder) else { return false }
        return disk.isMounted
    }()

    /// The folder at which it is mounted.
    package let folder: TemporaryFolder
    package let isMounted: Bool

    /// - Parameter size: As `size=` of tmpfs(5).
    package init(at folder: TemporaryFolder, size: String = "4m") throws {
        self.folder = folder
        isMounted =
            try Shell.run("/usr/bin/env", ["mount", "-t", "tmpfs", "-o", "size=\(size)", "none", folder.url.path])
            .exit == 0
    }

    deinit { if isMounted { try? unmount() } }

    /// Unmounts it, also while files are open.
    package func unmount() throws { _ = try Shell.run("/usr/bin/env", ["umount", "-l", folder.url.path]) }

    /// Mounts it again for reading only.
    package func makeReadOnly() throws {
        _ = try Shell.run("/usr/bin/env", ["mount", "-o", "remount,ro", folder.url.path])
    }
}
