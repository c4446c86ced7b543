internal import Glibc
internal import PhotoModel
internal import SystemPackage

/// A range of the bytes of another source.
///
/// The bytes before the range are not read if the source has a descriptor, and are read and dropped otherwise.
package final class RangedByteSource: ByteSource {
    package let length: Int64
    private let source: any ByteSource
    private let descriptor: FileDescriptor?
    private var position: Int64
    private let end: Int64
    private var unread: Int64

    /// - Parameter range: What of it exceeds the source is left out.
    package init(_ source: any ByteSource, _ range: Range<Int64>) throws {
        let range = range.clamped(to: 0..<max(0, source.length))
        self.source = source
        (position, end, length) = (range.lowerBound, range.upperBound, Int64(range.count))
        descriptor = try source.duplicateDescriptor().map { FileDescriptor(rawValue: $0) }
        unread = descriptor == nil ? range.lowerBound : 0
    }

    deinit { try? descriptor?.close() }

    package var cancel: @Sendable () -> Void { source.cancel }

    package func version() throws -> ByteVersion { try source.version() }

    package func read(into buffer: UnsafeMutableRawBufferPointer) throws -> Int {
        while unread > 0, !buffer.isEmpty {
            let dropped = try source.read(into: buffer.part(upTo: unread))
            guard dropped > 0 else { return 0 }
            unread -= Int64(dropped)
        }
        let part = buffer.part(upTo: end - position)
        guard !part.isEmpty else { return 0 }
        let count: Int
        if let descriptor {
            do { count = try descriptor.read(fromAbsoluteOffset: position, into: part) } catch {
                throw PhotoLibraryError(.ioFailure, "The file cannot be read: \(error).", cause: error)
            }
        } else {
            count = try source.read(into: part)
        }
        position += Int64(count)
        return count
    }
}

extension UnsafeMutableRawBufferPointer {
    fileprivate func part(upTo limit: Int64) -> UnsafeMutableRawBufferPointer {
        UnsafeMutableRawBufferPointer(rebasing: prefix(Int(clamping: limit)))
    }
}
