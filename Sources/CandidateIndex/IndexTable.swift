internal import PhotoModel
internal import SystemPackage

/// The sections of a mapped file, as the searching loops read them.
///
/// What a damaged file says is cut to what there is: a wrong number leads to a wrong answer, never outside the memory.
struct IndexTable: @unchecked Sendable {
    // Sendable: read-only memory that `file` keeps.
    private let file: MappedFile
    let header: IndexHeader
    let hashes: UnsafePointer<SIMD4<UInt64>>
    let keys: UnsafePointer<Int64>

    var count: Int { header.count }
    var banding: Banding { header.banding }

    /// - Parameter file: At least as long as the header says.
    init?(_ file: MappedFile, _ header: IndexHeader) {
        guard file.bytes.count >= header.updates, let start = file.bytes.baseAddress else { return nil }
        self.file = file
        self.header = header
        hashes = (start + IndexHeader.hashes).assumingMemoryBound(to: SIMD4<UInt64>.self)
        keys = (start + header.keys).assumingMemoryBound(to: Int64.self)
    }

    /// One more number than the band has values.
    @inline(__always) func directory(_ band: Int) -> UnsafePointer<UInt32> {
        section(header.directory(band))
    }

    /// As many numbers as there are hashes.
    @inline(__always) func order(_ band: Int) -> UnsafePointer<UInt32> { section(header.order(band)) }

    private func section(_ offset: Int) -> UnsafePointer<UInt32> {
        UnsafeRawPointer(hashes).advanced(by: offset - IndexHeader.hashes).assumingMemoryBound(to: UInt32.self)
    }

    /// The checksum of all sections, as the file has it.
    var checksum: UInt64 { file.bytes.load(fromByteOffset: header.checksum, as: UInt64.self) }

    /// Reads the whole file.
    ///
    /// - Throws: `libraryDamaged` if the checksum is another, or there is something between the sections.
    func verify(_ path: FilePath) throws(PhotoLibraryError) {
        let sum = header.sections.reduce(0) { xxHash64(UnsafeRawBufferPointer(rebasing: file.bytes[$1]), seed: $0) }
        // A disk that changed bytes where they mean nothing does not stop there.
        let isEmptyBetween = header.gaps.allSatisfy { file.bytes[$0].allSatisfy { $0 == 0 } }
        guard sum == checksum, isEmptyBetween else { throw .damagedIndex(path) }
    }
}
