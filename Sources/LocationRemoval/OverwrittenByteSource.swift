package import ImageDecoding
package import Originals

/// A byte source that reads another one and replaces bytes.
///
/// It has no descriptor, because a descriptor would give the original bytes.
package final class OverwrittenByteSource: ByteSource {
    private let source: any ByteSource
    /// The overwrites, of which those before ``next`` are complete.
    private let overwrites: [Overwrite]
    private var next = 0
    /// The position of the next byte.
    private var offset: Int64 = 0

    /// - Parameter overwrites: Ordered and not overlapping.
    package init(_ source: any ByteSource, _ overwrites: [Overwrite]) {
        self.source = source
        self.overwrites = overwrites
    }

    package var length: Int64 { source.length }
    package var cancel: @Sendable () -> Void { source.cancel }
    package func version() throws -> ByteVersion { try source.version() }

    package func read(into buffer: UnsafeMutableRawBufferPointer) throws -> Int {
        let count = try source.read(into: buffer)
        let read = offset..<offset + Int64(count)
        while next < overwrites.count, overwrites[next].offset < read.upperBound {
            let overwrite = overwrites[next]
            let end = overwrite.offset + Int64(overwrite.bytes.count)
            let part = (overwrite.offset..<end).clamped(to: read)
            if !part.isEmpty {
                let target = Int(part.lowerBound - read.lowerBound)
                let first = Int(part.lowerBound - overwrite.offset)
                UnsafeMutableRawBufferPointer(rebasing: buffer[target..<target + part.count])
                    .copyBytes(from: overwrite.bytes[first..<first + part.count])
            }
            guard end <= read.upperBound else { break }
            next += 1
        }
        offset = read.upperBound
        return count
    }
}
