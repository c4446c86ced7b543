package import PhotoModel

/// Random access to the bytes of a source, for readers that follow offsets.
///
/// Reads go through one page, so that near bytes take one system call. Lengths in a file never decide how much memory
/// is allocated: a range is first compared with the source's size and with the limits. After the limits of
/// ``DecodeLimits`` for metadata are exceeded, every read gives `nil`, and ``warnings`` names the limit.
package final class SourceBytes {
    private static let pageSize = 16 << 10

    package let size: Int
    /// The limits that were exceeded.
    package private(set) var warnings: [ImageWarning] = []

    private let source: any RandomAccessBytes
    private let limits: DecodeLimits
    private let progress: DecodeProgress
    private var page: [UInt8] = []
    private var pageStart = 0
    private var bytesLeft: Int
    private var elementsLeft: Int

    init(_ source: any RandomAccessBytes, _ limits: DecodeLimits, _ progress: DecodeProgress) {
        self.source = source
        self.limits = limits
        self.progress = progress
        size = source.size
        bytesLeft = limits.maxMetadataBytes
        elementsLeft = limits.maxContainerElements
    }

    convenience init(_ bytes: [UInt8], _ limits: DecodeLimits = .standard) {
        self.init(ImageSource.bytes(bytes), limits)
    }

    /// Creates a reader of bytes that may change between reads, after each change followed by ``forgetPage()``.
    package convenience init(_ source: any RandomAccessBytes, _ limits: DecodeLimits) {
        self.init(source, limits, DecodeProgress(.none, size: source.size))
    }

    /// Discards the page, because the bytes of the source have changed.
    package func forgetPage() { page = [] }

    /// The bytes of `range`; `nil` if the source is shorter, or if a limit is exceeded.
    package func bytes(_ range: Range<Int>) throws(PhotoLibraryError) -> [UInt8]? {
        guard range.lowerBound >= 0, range.upperBound <= size else { return nil }
        guard range.count <= bytesLeft else {
            refuse("maxMetadataBytes", limits.maxMetadataBytes, found: range.upperBound)
            return nil
        }
        bytesLeft -= range.count
        guard range.count <= Self.pageSize else { return try load(range) }
        if range.lowerBound < pageStart || range.upperBound > pageStart + page.count {
            let end = range.lowerBound + min(Self.pageSize, size - range.lowerBound)
            page = try load(range.lowerBound..<end) ?? []
            pageStart = range.lowerBound
        }
        let start = range.lowerBound - pageStart
        guard start + range.count <= page.count else { return nil }
        return Array(page[start..<start + range.count])
    }

    /// The `count` bytes at `offset`; `nil` if the source is shorter.
    package func bytes(at offset: Int, _ count: Int) throws(PhotoLibraryError) -> [UInt8]? {
        let (end, overflows) = offset.addingReportingOverflow(count)
        guard offset >= 0, count >= 0, !overflows else { return nil }
        return try bytes(offset..<end)
    }

    /// The unsigned number of up to 8 bytes at `offset`; `nil` if the source is shorter or the number has more than
    /// 63 bits.
    package func number(at offset: Int, _ count: Int, littleEndian: Bool = false) throws(PhotoLibraryError) -> Int? {
        try bytes(at: offset, count)?.number(littleEndian: littleEndian)
    }

    /// Four characters at `offset`.
    package func code(at offset: Int) throws(PhotoLibraryError) -> String? { try bytes(at: offset, 4)?.latin1 }

    /// Counts a box, chunk or entry; `false` if there were too many.
    package func countElement() -> Bool {
        if elementsLeft == 0 {
            refuse(
                "maxContainerElements", limits.maxContainerElements, found: limits.maxContainerElements.addingOne)
            return false
        }
        elementsLeft -= 1
        return true
    }

    private func refuse(_ name: String, _ limit: Int, found: Int) {
        if !warnings.contains(where: { $0.code == name }) { warnings.append(.limit(name, limit, found: found)) }
    }

    private func load(_ range: Range<Int>) throws(PhotoLibraryError) -> [UInt8]? {
        try progress.advance()
        let bytes = try source.bytes(range)
        return bytes.count == range.count ? bytes : nil
    }
}

extension Int {
    fileprivate var addingOne: Int { self == .max ? self : self + 1 }
}

extension Collection<UInt8> {
    /// The bytes as an unsigned number; `nil` if it has more than 63 bits.
    package func number(littleEndian: Bool = false) -> Int? {
        guard count <= 8 else { return nil }
        let value =
            littleEndian
            ? reversed().reduce(UInt64(0)) { $0 << 8 | UInt64($1) } : reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
        return Int(exactly: value)
    }

    /// The bytes as ISO 8859-1, in which every byte is a character.
    package var latin1: String { String(String.UnicodeScalarView(map { Unicode.Scalar($0) })) }

    /// The text up to the first NUL, without white space around it; `nil` if it is empty.
    ///
    /// The coding is that of ``undeclaredText``.
    package var text: String? {
        let isSpace: (UInt8) -> Bool = { [0x20, 0x09, 0x0A, 0x0D].contains($0) }
        let trimmed = prefix { $0 != 0 }.drop(while: isSpace).reversed().drop(while: isSpace).reversed()
        return trimmed.isEmpty ? nil : Array(trimmed).undeclaredText
    }
}
