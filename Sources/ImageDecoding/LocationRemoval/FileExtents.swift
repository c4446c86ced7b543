internal import PhotoModel

/// Parts of a file that are joined to one block of metadata.
struct FileExtents {
    /// The parts in the order in which they are joined.
    var ranges: [Range<Int>]

    init(_ ranges: [Range<Int>]) { self.ranges = ranges }
    init(_ range: Range<Int>) { ranges = [range] }

    /// The number of bytes.
    var count: Int { ranges.reduce(0) { $0 + $1.count } }

    /// The parts of the file that hold a part of the block.
    func ranges(of part: Range<Int>) -> [Range<Int>] {
        var start = 0
        var parts: [Range<Int>] = []
        for range in ranges {
            let overlap = part.clamped(to: start..<start + range.count)
            if !overlap.isEmpty {
                let offset = range.lowerBound - start
                parts.append(overlap.lowerBound + offset..<overlap.upperBound + offset)
            }
            start += range.count
        }
        return parts
    }
}

extension LocationRemover {
    /// The bytes of a block, as far as the file has them.
    func bytes(of block: FileExtents) throws(PhotoLibraryError) -> [UInt8] {
        var bytes: [UInt8] = []
        for range in block.ranges { bytes += try file.bytes(range.clamped(to: all)) ?? [] }
        return bytes
    }

    /// Fills a part of a block.
    func fill(_ part: Range<Int>, of block: FileExtents, with byte: UInt8 = 0) throws(PhotoLibraryError) {
        for range in block.ranges(of: part) { try fill(range, with: byte) }
    }

    /// Replaces a part of a block.
    func write(_ bytes: [UInt8], at offset: Int, of block: FileExtents) throws(PhotoLibraryError) {
        var written = 0
        for range in block.ranges(of: offset..<offset + bytes.count) {
            try write(Array(bytes[written..<written + range.count]), at: range.lowerBound)
            written += range.count
        }
    }

    /// Fills a block with zeros.
    func erase(_ block: FileExtents) throws(PhotoLibraryError) {
        for range in block.ranges { try fill(range) }
    }
}
