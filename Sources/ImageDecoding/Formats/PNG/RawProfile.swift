/// A block of metadata as a text of a PNG, in the form of ImageMagick.
///
/// Programs used it before PNG had a chunk for EXIF. exiftool documents the keywords and the form.
package enum RawProfile {
    private static let prefix = "Raw profile type "
    /// The kinds with metadata.
    ///
    /// `APP1` is EXIF or XMP, and `iptc` is an IPTC record or Photoshop's image resources.
    private static let kinds: Set<String> = ["exif", "APP1", "iptc", "xmp", "8bim"]

    /// Whether a text with this keyword is a block of metadata.
    static func isMetadata(_ keyword: String) -> Bool {
        keyword.hasPrefix(prefix) && kinds.contains(String(keyword.dropFirst(prefix.count)))
    }

    /// The block: a line with a name, a line with the number of bytes, and lines of hexadecimal digits.
    ///
    /// - Returns: `nil` if the text is not in this form.
    package static func block(of text: [UInt8]) -> [UInt8]? {
        let lines = text.split(maxSplits: 2, omittingEmptySubsequences: true) { $0 == UInt8(ascii: "\n") }
        guard lines.count == 3 else { return nil }
        let digits = lines[2].compactMap(digit)
        return stride(from: 0, to: digits.count - 1, by: 2).map { digits[$0] << 4 | digits[$0 + 1] }
    }

    private static func digit(_ character: UInt8) -> UInt8? {
        switch character {
        case UInt8(ascii: "0")...UInt8(ascii: "9"): character - UInt8(ascii: "0")
        case UInt8(ascii: "a")...UInt8(ascii: "f"): character - UInt8(ascii: "a") + 10
        case UInt8(ascii: "A")...UInt8(ascii: "F"): character - UInt8(ascii: "A") + 10
        default: nil
        }
    }
}
