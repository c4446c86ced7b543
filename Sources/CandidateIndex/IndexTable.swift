internal import PhotoModel
internal import SystemPackage

/// The sections of a mapped file, in the form that the search loops read.
///
/// Numbers in a damaged file are limited to the existing data: a wrong number can give a wrong answer, but never an
/// access outside the memory.
struct IndexTable: @unchecked Sendable {
    // Sendable: the memory is read-only, and `file` keeps it.
    private let file: MappedFile
    let header: IndexHeader
    let hashes: UnsafePointer<SIMD4<UInt64>>
    let keys: UnsafePointer<Int64>

    var count: Int { header.count }
    var banding: Banding { header.banding }

    /// - Parameter file: The file, which has at least the length in the header.
    init?(_ file: MappedFile, _ header: IndexHeader) {
        guard file.bytes.count >= header.updates, let start = file.bytes.baseAddress else { return nil }
        self.file = file
        self.header = header
        hashes = (start + IndexHeader.hashes).assumingMemoryBound(to: SIMD4<UInt64>.self)
        keys = (start + header.keys).assumingMemoryBound(to: Int64.self)
    }

    /// One more number than the band has values, at the returned address.
    @inline(__always) func directory(_ band: Int) -> UnsafePointer<UInt32> {
        section(header.directory(band))
    }

    /// One number for each hash, at the returned address.
    @inline(__always) func order(_ band: Int) -> UnsafePointer<UInt32> { section(header.order(band)) }

    private func section(_ offset: Int) -> UnsafePointer<UInt32> {
        UnsafeRawPointer(hashes).advanced(by: offset - IndexHeader.hashes).assumingMemoryBound(to: UInt32.self)
    }

    /// The checksum of all sections that is stored in the file.
    var checksum: UInt64 { file.bytes.load(fromByteOffset: header.checksum, as: UInt64.self) }

    /// Reads the whole file and checks it.
    ///
    /// - Throws: `libraryDamaged` if the checksum differs, or if the bytes between the sections are not 0.
    func verify(_ path: FilePath) throws(PhotoLibraryError) {
        let sum = header.sections.reduce(0) { xxHash64(UnsafeRawBufferPointer(rebasing: file.bytes[$1]), seed: $0) }
        // The bytes between sections have no meaning, but a disk that changed them may change others too.
        let isEmptyBetween = header.gaps.allSatisfy { file.bytes[$0].allSatisfy { $0 == 0 } }
        guard sum == checksum, isEmptyBetween else { throw .damagedIndex(path) }
    }
}
