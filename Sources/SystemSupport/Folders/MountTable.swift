internal import Foundation
internal import PhotoModel
package import SystemPackage

/// The mounts that a process sees (proc_pid_mountinfo(5)).
package struct MountTable: Sendable {
    package struct Mount: Sendable, Equatable {
        /// The numbers of the file system's device.
        package let device: String
        /// The folder of the file system that the mount shows.
        package let root: FilePath
        /// The folder at which the file system is mounted.
        package let point: FilePath
        /// The type of the file system, such as `ext4` or `fuse.rclone`.
        package let type: String
        /// What is mounted, as the file system names it: `/dev/sda1`, `nas:/photos`, `//nas/photos`, `tmpfs`.
        package let source: FilePath
    }

    /// In the order of mounting.
    package let mounts: [Mount]

    /// Reads the mounts of a process.
    ///
    /// - Parameter process: The number of the process, or `self`.
    package init(process: String = "self") throws {
        self.init(bytes: [UInt8](try Data(contentsOf: URL(fileURLWithPath: "/proc/\(process)/mountinfo"))))
    }

    package init(text: String) { self.init(bytes: Array(text.utf8)) }

    /// Paths need not be UTF-8.
    private init(bytes: [UInt8]) { mounts = bytes.split(separator: UInt8(ascii: "\n")).compactMap(Mount.init) }

    /// The mount that shows what is at a path; `nil` if the table has no mount at the root.
    package func mount(of path: FilePath) -> Mount? {
        // A later mount covers an earlier one at the same point.
        mounts.filter { path.starts(with: $0.point) }.enumerated().max {
            ($0.element.point.components.count, $0.offset) < ($1.element.point.components.count, $1.offset)
        }?.element
    }
}

extension MountTable {
    /// The folders at which the system is set up to mount file systems, mounted or not (fstab(5)); empty if the table
    /// cannot be read.
    package static func configuredPoints(in table: FilePath = "/etc/fstab") -> Set<FilePath> {
        let bytes = (try? Data(contentsOf: URL(fileURLWithPath: table.string))).map { [UInt8]($0) } ?? []
        let points = bytes.split(separator: UInt8(ascii: "\n")).compactMap { line -> FilePath? in
            let fields = line.split { $0 == UInt8(ascii: " ") || $0 == UInt8(ascii: "\t") }
            return fields.count > 1 && fields[0].first != UInt8(ascii: "#") ? path(fields[1]) : nil
        }
        return Set(points)
    }
}

extension MountTable.Mount {
    fileprivate init?(_ line: ArraySlice<UInt8>) {
        let fields = line.split(separator: UInt8(ascii: " "))
        // Optional fields end with a hyphen, which the type follows.
        guard fields.count > 5, let hyphen = fields.dropFirst(5).firstIndex(of: [UInt8(ascii: "-")]),
            hyphen + 2 < fields.endIndex, let root = path(fields[3]), let point = path(fields[4]),
            let source = path(fields[hyphen + 2])
        else { return nil }
        device = String(decoding: fields[2], as: UTF8.self)
        self.root = root
        self.point = point
        type = String(decoding: fields[hyphen + 1], as: UTF8.self)
        self.source = source
    }
}

/// The path in a field, in which spaces and some other bytes are written as a backslash and three octal digits.
private func path(_ field: ArraySlice<UInt8>) -> FilePath? {
    var bytes: [UInt8] = []
    var rest = field
    while let byte = rest.popFirst() {
        let digits = rest.prefix(3)
        if byte == UInt8(ascii: "\\"), digits.count == 3,
            let code = UInt8(String(decoding: digits, as: UTF8.self), radix: 8)
        {
            bytes.append(code)
            rest = rest.dropFirst(3)
        } else {
            bytes.append(byte)
        }
    }
    return FilePath(bytes: bytes)
}
