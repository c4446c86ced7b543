/// Tables of values that are separated by commas (RFC 4180).
enum CSVTable {
    /// The maximum number of values of a row that are read.
    ///
    /// The tables of services have some ten.
    static let maxColumns = 100

    /// Visits the rows of a table one by one, without empty ones and without the values after ``maxColumns``.
    static func visitRows(_ bytes: [UInt8], _ visit: ([String]) -> Void) {
        var (row, value): ([String], [UInt8]) = ([], [])
        var isQuoted = false
        func endValue() {
            if row.count < maxColumns { row.append(String(decoding: value, as: UTF8.self)) }
            value.removeAll(keepingCapacity: true)
        }
        func endRow() {
            guard !row.isEmpty || !value.isEmpty else { return }
            endValue()
            visit(row)
            row.removeAll(keepingCapacity: true)
        }
        var rest = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? bytes.dropFirst(3) : bytes[...]
        while let byte = rest.popFirst() {
            switch byte {
            case UInt8(ascii: "\"") where isQuoted && rest.first == UInt8(ascii: "\""):
                value.append(byte)
                rest = rest.dropFirst()
            case UInt8(ascii: "\""): isQuoted.toggle()
            case UInt8(ascii: ",") where !isQuoted: endValue()
            case 10 where !isQuoted, 13 where !isQuoted: endRow()
            default: value.append(byte)
            }
        }
        endRow()
    }
}
