internal import PhotoModel

/// The texts of an IPTC record (IPTC-NAA Information Interchange Model 4.2), the predecessor of XMP.
struct IPTCRecord {
    private enum DataSet {
        static let codedCharacterSet: UInt8 = 90

        static let title: UInt8 = 5
        static let keywords: UInt8 = 25
        static let dateCreated: UInt8 = 55
        static let timeCreated: UInt8 = 60
        static let caption: UInt8 = 120
    }

    private var texts: [UInt8: [String]] = [:]

    /// Reads data sets of record 2: a mark, record, number, two bytes of length, and the text.
    ///
    /// In an extended data set the length is the length of the length. Texts are UTF-8 if the coded character set of
    /// record 1 says so. Few records state it, so other texts are read as ``Swift/Array/undeclaredText``.
    ///
    /// - Returns: `nil` if the bytes do not begin with a data set.
    init?(_ bytes: [UInt8]) {
        guard var rest = Self.inOrder(bytes)?[...] else { return nil }
        var isUTF8 = false
        while rest.count >= 5, rest.first == 0x1C {
            let head = Array(rest.prefix(5))
            rest = rest.dropFirst(5)
            var length = Int(head[3]) << 8 | Int(head[4])
            if length >= 0x8000 {
                let count = length - 0x8000
                guard count <= 4, let long = rest.prefix(count).number() else { break }
                rest = rest.dropFirst(count)
                length = long
            }
            guard length <= rest.count else { break }
            let value = rest.prefix(length)
            switch (head[1], head[2]) {
            case (1, DataSet.codedCharacterSet): isUTF8 = value.elementsEqual(Self.utf8)
            case (2, let number):
                let text = isUTF8 ? String(decoding: value, as: UTF8.self).utf8.text : value.text
                if let text { texts[number, default: []].append(text) }
            default: break
            }
            rest = rest.dropFirst(length)
        }
    }

    /// The escape sequence that announces UTF-8 (ISO 2022, with the register of ISO 2375).
    private static let utf8 = [0x1B] + Array("%G".utf8)

    /// The bytes of a record; `nil` for bytes that do not begin as a record does.
    ///
    /// Some writers store the record in a TIFF directory as LONG and swap the bytes of each.
    private static func inOrder(_ bytes: [UInt8]) -> [UInt8]? {
        if bytes.first == 0x1C { return bytes }
        guard bytes.count >= 4, bytes[3] == 0x1C else { return nil }
        return stride(from: 0, to: bytes.count, by: 4).flatMap { bytes[$0..<min($0 + 4, bytes.count)].reversed() }
    }

    var title: String? { texts[DataSet.title]?.first }
    var caption: String? { texts[DataSet.caption]?.first }
    var keywords: [String] { texts[DataSet.keywords] ?? [] }

    /// `CCYYMMDD` and `HHMMSS±HHMM`; `nil` without a time of day.
    var captureTime: CaptureTime? {
        guard let date = texts[DataSet.dateCreated]?.first, let time = texts[DataSet.timeCreated]?.first else {
            return nil
        }
        return CaptureTime(stated: "\(date)T\(time)")
    }
}
