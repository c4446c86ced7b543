internal import PhotoModel

/// The texts of an IPTC record (IPTC-NAA Information Interchange Model 4.2), the predecessor of XMP.
struct IPTCRecord {
    private enum DataSet {
        static let title: UInt8 = 5
        static let keywords: UInt8 = 25
        static let dateCreated: UInt8 = 55
        static let timeCreated: UInt8 = 60
        static let caption: UInt8 = 120
    }

    private var texts: [UInt8: [String]] = [:]

    /// Reads data sets of record 2: a mark, record, number, two bytes of length, and the text.
    ///
    /// Text that is not UTF-8 is read as Latin-1, because few records state their character set. A data set of more
    /// than 32 KiB ends the reading.
    init(_ bytes: some Collection<UInt8>) {
        var rest = Array(bytes)[...]
        while rest.count >= 5, rest.first == 0x1C {
            let head = Array(rest.prefix(5))
            let length = Int(head[3]) << 8 | Int(head[4])
            guard length < 0x8000, rest.count >= 5 + length else { return }
            if head[1] == 2, let text = rest.dropFirst(5).prefix(length).text {
                texts[head[2], default: []].append(text)
            }
            rest = rest.dropFirst(5 + length)
        }
    }

    /// Finds the record in Photoshop's image resources.
    ///
    /// A resource is the mark `8BIM`, a number, a name and the data, each of even length (Adobe Photoshop File
    /// Formats Specification, «Image Resource Blocks»).
    init?(photoshop resources: [UInt8]) {
        var rest = resources[...]
        while rest.count >= 12, rest.starts(with: "8BIM".utf8) {
            let number = rest.dropFirst(4).prefix(2).number() ?? 0
            let nameLength = (1 + Int(rest.dropFirst(6).first ?? 0) + 1) & ~1
            guard let length = rest.dropFirst(6 + nameLength).prefix(4).number() else { return nil }
            let data = rest.dropFirst(10 + nameLength)
            if number == 0x0404 {
                self.init(data.prefix(length))
                return
            }
            rest = data.dropFirst(length + length & 1)
        }
        return nil
    }

    var title: String? { texts[DataSet.title]?.first }
    var caption: String? { texts[DataSet.caption]?.first }
    var keywords: [String] { texts[DataSet.keywords] ?? [] }

    /// `CCYYMMDD` and `HHMMSS±HHMM`; `nil` without a time of day.
    var captureTime: CaptureTime? {
        guard let date = texts[DataSet.dateCreated]?.first?.wholeMatch(of: /(\d{4})(\d\d)(\d\d)/)?.output,
            let time = texts[DataSet.timeCreated]?.first?.prefixMatch(of: /(\d\d)(\d\d)(\d\d)([+-]\d{4})?/)?.output
        else { return nil }
        return CaptureTime(
            iso8601: "\(date.1)-\(date.2)-\(date.3)T\(time.1):\(time.2):\(time.3)\(time.4 ?? "")")
    }
}
