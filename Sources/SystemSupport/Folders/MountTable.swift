internal import Foundation
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
    }

    /// In the order of mounting.
    package let mounts: [Mount]

    /// Reads the mounts of a process.
    ///
    /// - Parameter process: The number of the process, or `self`.
    package init(process: String = "self") throws {
        self.init(text: try String(contentsOfFile: "/proc/\(process)/mountinfo", encoding: .utf8))
    }

    package init(text: String) { mounts = text.split(separator: "\n").compactMap(Mount.init) }

    /// The mount that shows what is at a path; `nil` if the table has no mount at the root.
    package func mount(of path: FilePath) -> Mount? {
        // A later mount covers an earlier one at the same point.
        mounts.filter { path.starts(with: $0.point) }.enumerated().max {
            ($0.element.point.components.count, $0.offset) < ($1.element.point.components.count, $1.offset)
        }?.element
    }
}

extension MountTable.Mount {
    fileprivate init?(_ line: Substring) {
        let fields = line.split(separator: " ")
        // Optional fields end with a hyphen, which the type follows.
        guard fields.count > 5, let hyphen = fields.dropFirst(5).firstIndex(of: "-"), hyphen + 1 < fields.endIndex
        else {
            return nil
        }
        device = String(fields[2])
        root = FilePath(unescaped(fields[3]))
        point = FilePath(unescaped(fields[4]))
        type = String(fields[hyphen + 1])
    }
}

/// A field in which spaces and other bytes are written as a backslash and three octal digits.
private func unescaped(_ field: Substring) -> String {
    guard field.utf8.contains(UInt8(ascii: "\\")) else { return String(field) }
    var bytes: [UInt8] = []
    var rest = field.utf8[...]
    while let byte = rest.popFirst() {
        let digits = rest.prefix(3)
        if byte == UInt8(ascii: "\\"), digits.count == 3, let code = UInt8(String(Substring(digits)), radix: 8) {
            bytes.append(code)
            rest = rest.dropFirst(3)
        } else {
            bytes.append(byte)
        }
    }
    return String(decoding: bytes, as: UTF8.self)
}
