internal import Foundation
internal import Glibc
internal import PhotoModel
public import SystemPackage

/// Chooses how many files are read at a time.
public enum ReadingConcurrency {
    /// The recommended number of files to read at a time: 1 or 2.
    ///
    /// 1 if any of the paths is on a rotating disk, which would seek between the files, or on a network file system.
    /// Otherwise 2, so that one file is read while the other waits.
    ///
    /// A path that does not exist is ignored. May block as long as the slowest of the file systems.
    public static func recommended(for paths: [FilePath]) -> Int {
        paths.contains { isSpinning($0) || (try? Volume(of: $0))?.networkKind != nil } ? 1 : 2
    }

    private static func isSpinning(_ path: FilePath) -> Bool {
        var status = stat()
        guard stat(path.platform, &status) == 0 else { return false }
        return isSpinning(device: status.st_dev, in: "/sys/dev/block")
    }

    /// Whether the kernel reports a block device, or the disk of a partition, as rotating.
    ///
    /// File systems without their own block device (tmpfs, btrfs, overlays) are not listed and count as not rotating.
    /// Source: Documentation/ABI/stable/sysfs-block of the kernel.
    static func isSpinning(device: dev_t, in listing: FilePath) -> Bool {
        let folder = listing.appending("\(major(device)):\(minor(device))")
        return ["queue/rotational", "../queue/rotational"].contains { name in
            (try? String(contentsOfFile: "\(folder)/\(name)", encoding: .utf8))?.hasPrefix("1") == true
        }
    }

    // The layout of dev_t, because Swift cannot use its macros: gnu_dev_major(3).
    private static func major(_ device: dev_t) -> UInt64 {
        UInt64(device) >> 8 & 0xFFF | UInt64(device) >> 32 & 0xFFFF_F000
    }
    private static func minor(_ device: dev_t) -> UInt64 {
        UInt64(device) & 0xFF | UInt64(device) >> 12 & 0xFFFF_FF00
    }
}
