internal import PhotoModel
internal import SystemPackage
internal import SystemSupport

/// Writes a new index file.
enum IndexBuilder {
    /// Writes the file durably and replaces the file at `path` in one step.
    ///
    /// One band's order is in memory at a time: about 45 bytes for each entry, in addition to the entries.
    ///
    /// - Throws: `ioFailure`, `notEnoughSpace`. The earlier file is then unchanged.
    static func write(
        _ entries: IndexEntries, _ stamp: CandidateIndex.Stamp, _ banding: Banding, to path: FilePath
    ) throws {
        let header = IndexHeader(count: entries.count, banding: banding, stamp: stamp)
        var file = try SectionWriter(path)
        try file.append(header.bytes)
        try file.append(entries.hashes)
        try file.append(entries.keys)
        for band in 0..<header.banding.count {
            let order = entries.hashes.withUnsafeBufferPointer { BandOrder($0, header.banding, band) }
            try file.append(order.directory)
            try file.append(order.order)
        }
        try file.finish()
    }
}

/// Writes the sections one after another, each at an offset that ``IndexHeader`` allows, and their checksum.
private struct SectionWriter {
    private let file: ReplacementFile
    private var checksum: UInt64 = 0

    init(_ path: FilePath) throws { file = try ReplacementFile(at: path) }

    mutating func append<Element: BitwiseCopyable>(_ section: [Element]) throws {
        let file = file
        let seed = checksum
        checksum = try section.withUnsafeBytes { bytes in
            try file.append(bytes)
            return xxHash64(bytes, seed: seed)
        }
        let size = section.count * MemoryLayout<Element>.stride
        try pad(IndexHeader.aligned(size) - size)
    }

    func finish() throws {
        try withUnsafeBytes(of: checksum.littleEndian) { try file.append($0) }
        try pad(64 - 8)
        try file.finish()
    }

    private func pad(_ count: Int) throws {
        try [UInt8](repeating: 0, count: count).withUnsafeBytes { try file.append($0) }
    }
}
