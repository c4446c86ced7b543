/// One range of bytes in the form of the header `Range` (RFC 9110, 14.1.2).
struct ByteRange: Equatable {
    private let first: Int?
    private let last: Int?

    /// - Parameter header: The header's value, such as `bytes=0-99`, `bytes=100-` or `bytes=-50`; `nil` for other units
    ///   and for several ranges, which a server may ignore.
    init?(_ header: String) {
        guard let match = header.wholeMatch(of: #/bytes=([0-9]*)-([0-9]*)/#) else { return nil }
        (first, last) = (Int(match.1), Int(match.2))
        guard first != nil || last != nil else { return nil }
    }

    /// The positions in a file of this size; `nil` if the file has none of these bytes.
    func bytes(of size: Int) -> Range<Int>? {
        guard let first else {
            let start = max(0, size - (last ?? 0))
            return start < size ? start..<size : nil
        }
        let last = min(last ?? .max, size - 1)
        return first <= last ? first..<last + 1 : nil
    }
}
