internal import AssetLoading
internal import PhotoModel
internal import SystemPackage

/// Writes a new file of entries.
enum IndexBuilder {
    /// Writes the file and puts it in the place of what is at `path`, in one step and on the disk.
    ///
    /// One band's order is in memory at a time: about 45 bytes an entry and what the entries take.
    ///
    /// - Throws: `ioFailure`, `notEnoughSpace`; the file that was there is still there.
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

/// Writes sections one after the other, each at an offset that ``IndexHeader`` allows, and their checksum.
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
