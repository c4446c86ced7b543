internal import Glibc
internal import PhotoModel
internal import SystemPackage

/// The names in one folder in one array of bytes, so that each name takes only its length plus 9 bytes.
package struct PackedNames {
    /// Whether the first name comes before the second.
    ///
    /// Both are raw bytes without a terminating NUL and need not be UTF-8.
    package typealias Order = @Sendable (UnsafeRawBufferPointer, UnsafeRawBufferPointer) -> Bool

    /// All names, each with a terminating NUL.
    private var bytes: [UInt8] = []
    /// The index in `bytes` where each name starts, in the order of the names.
    private var starts: [Int] = []

    var count: Int { starts.count }
    /// Bytes of memory in use.
    var size: Int { bytes.count + starts.count * MemoryLayout<Int>.stride }

    mutating func append(_ name: UnsafePointer<CChar>) {
        starts.append(bytes.count)
        bytes.append(contentsOf: UnsafeRawBufferPointer(start: name, count: strlen(name) + 1))
    }

    /// The name as a path component; `nil` for `.` and `..`.
    subscript(index: Int) -> FilePath.Component? {
        let name = bytes[starts[index]...].prefix { $0 != 0 }
        return FilePath(bytes: name)?.lastComponent.flatMap { $0.kind == .regular ? $0 : nil }
    }

    mutating func sort(by precedes: Order) {
        bytes.withUnsafeBytes { bytes in
            guard let base = bytes.baseAddress else { return }
            func name(_ start: Int) -> UnsafeRawBufferPointer {
                let name = base + start
                return UnsafeRawBufferPointer(
                    start: name, count: strlen(name.assumingMemoryBound(to: CChar.self)))
            }
            starts.sort { precedes(name($0), name($1)) }
        }
    }

    /// Orders names by their bytes.
    static let byBytes: Order = { first, second in
        guard let start = first.baseAddress, let other = second.baseAddress else { return first.count < second.count }
        let difference = memcmp(start, other, min(first.count, second.count))
        return difference == 0 ? first.count < second.count : difference < 0
    }
}
