internal import PhotoModel

/// An element of a Matroska file (RFC 8794).
struct EBMLElement {
    let id: Int
    let payload: Range<Int>
    /// Whether the element states its size; otherwise its payload extends to the end.
    let hasSize: Bool

    // The identifiers of the elements that are read (RFC 9559, 5.1).
    static let header = 0x1A45_DFA3
    static let segment = 0x1853_8067
    static let info = 0x1549_A966
    static let timestampScale = 0x2A_D7B1
    static let duration = 0x4489
    static let date = 0x4461
    static let title = 0x7BA9
    static let tracks = 0x1654_AE6B
    static let track = 0xAE
    static let video = 0xE0
    static let width = 0xB0
    static let height = 0xBA
    static let attachments = 0x1941_A469
    static let tags = 0x1254_C367
    static let tag = 0x7373
    static let simpleTag = 0x67C8
    static let tagName = 0x45A3
}

extension SourceBytes {
    /// The consecutive elements in `range`.
    func elements(in range: Range<Int>) throws(PhotoLibraryError) -> [EBMLElement] {
        var elements: [EBMLElement] = []
        var start = range.lowerBound
        while start < range.upperBound, countElement(), let first = try number(at: start, 1) {
            let idLength = UInt8(truncatingIfNeeded: first).leadingZeroBitCount + 1
            guard idLength <= 4, let id = try number(at: start, idLength),
                let mark = try number(at: start + idLength, 1), mark > 0
            else { break }
            let sizeLength = UInt8(truncatingIfNeeded: mark).leadingZeroBitCount + 1
            guard let marked = try number(at: start + idLength, sizeLength) else { break }
            let mask = 1 << (7 * sizeLength) - 1
            let head = start + idLength + sizeLength
            guard head <= range.upperBound else { break }
            let hasSize = marked & mask != mask
            let end = hasSize ? min(head + marked & mask, range.upperBound) : range.upperBound
            elements.append(EBMLElement(id: id, payload: head..<end, hasSize: hasSize))
            start = end
        }
        return elements
    }
}
