/// The parts of a text chunk of a PNG (3rd edition, 11.3.3).
package struct PNGText {
    /// The keyword of XMP (XMP part 3, 1.1.5).
    package static let xmpKeyword = "XML:com.adobe.xmp"

    /// The keyword, which some programs write with a small first letter.
    package let keyword: String
    /// Whether the text is a zlib stream.
    package let isCompressed: Bool
    /// The position of the text in the payload.
    package let start: Int

    /// Reads the beginning of a payload: a keyword and NUL; in `zTXt` a compression method; in `iTXt` whether the text
    /// is compressed, the method, language, NUL, translated keyword, NUL.
    ///
    /// - Returns: `nil` if it has no keyword, or if it ends before the text.
    package init?(_ payload: [UInt8], type: String) {
        guard let end = payload.firstIndex(of: 0), let name = payload[..<end].text else { return nil }
        keyword = name.prefix(1).uppercased() + name.dropFirst()
        switch type {
        case "tEXt": (isCompressed, start) = (false, end + 1)
        case "zTXt": (isCompressed, start) = (true, end + 2)
        default:
            let fields = payload[(end + 1)...]
            guard let flag = fields.first, let language = fields.dropFirst(2).firstIndex(of: 0),
                let translation = fields[(language + 1)...].firstIndex(of: 0)
            else { return nil }
            (isCompressed, start) = (flag != 0, translation + 1)
        }
    }

    /// The text in the whole payload; `nil` if it is a corrupt stream, or one of more than `limit` bytes.
    package func text(in payload: [UInt8], upTo limit: Int) -> [UInt8]? {
        let text = Array(payload.dropFirst(start))
        return isCompressed ? InflatedBytes.bytes(of: text, upTo: limit) : text
    }
}
