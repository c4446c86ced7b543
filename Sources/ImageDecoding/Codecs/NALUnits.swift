internal import PhotoModel

/// The units of a coded picture that a configuration record describes (ISO/IEC 14496-15, 5.3.3.1 and 8.3.3.1).
struct NALUnits {
    /// The parameter sets of the record.
    private(set) var parameterSets: [ArraySlice<UInt8>] = []
    /// The number of bytes of the length before each unit.
    private let lengthSize: Int

    /// - Parameter record: The payload of `hvcC`.
    /// - Returns: `nil` if the record is too short.
    init?(hevc record: [UInt8]) {
        guard record.count >= 23 else { return nil }
        lengthSize = Int(record[21] & 3) + 1
        var offset = 23
        for _ in 0..<record[22] {
            guard let count = record.number(at: offset + 1, 2) else { return nil }
            offset += 3
            guard addSets(count, of: record, &offset) else { return nil }
        }
    }

    /// - Parameter record: The payload of `avcC`.
    /// - Returns: `nil` if the record is too short.
    init?(h264 record: [UInt8]) {
        guard record.count >= 6 else { return nil }
        lengthSize = Int(record[4] & 3) + 1
        var offset = 6
        guard addSets(Int(record[5] & 31), of: record, &offset), let count = record.number(at: offset, 1) else {
            return nil
        }
        offset += 1
        guard addSets(count, of: record, &offset) else { return nil }
    }

    /// Adds the next sets of a record; `false` if it ends before.
    private mutating func addSets(_ count: Int, of record: [UInt8], _ offset: inout Int) -> Bool {
        for _ in 0..<count {
            guard let length = record.number(at: offset, 2), offset + 2 + length <= record.count else { return false }
            parameterSets.append(record[offset + 2..<offset + 2 + length])
            offset += 2 + length
        }
        return true
    }

    /// The most units of an item or sample that are split.
    ///
    /// Pictures have at most some hundred slices. Empty units would need many times the memory of their data.
    private static let maxUnits = 65_536

    /// The units in the data of an item or sample.
    ///
    /// - Throws: `damaged` if the last unit is not complete, or if there are too many units.
    func split(_ data: [UInt8]) throws(DecodeStop) -> [ArraySlice<UInt8>] {
        var units: [ArraySlice<UInt8>] = []
        var offset = 0
        while offset < data.count {
            guard let length = data.number(at: offset, lengthSize), length <= data.count - offset - lengthSize else {
                throw .truncated("The data end inside of a unit of the coded picture.")
            }
            guard units.count < Self.maxUnits else {
                throw .corrupt("The coded picture has more than \(Self.maxUnits) units.")
            }
            offset += lengthSize
            units.append(data[offset..<offset + length])
            offset += length
        }
        return units
    }
}

extension [UInt8] {
    /// The big-endian number of `count` bytes at `index`; `nil` if the array ends before.
    fileprivate func number(at index: Int, _ count: Int) -> Int? {
        index + count <= self.count ? self[index..<index + count].number() : nil
    }
}
