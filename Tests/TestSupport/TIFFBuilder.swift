/// Builds TIFF blocks by the format's specification, so that tests can use unusual EXIF values.
package struct TIFFBuilder {
    package struct Entry {
        package let tag: UInt16
        package let type: UInt16
        package let count: Int
        /// The units in big-endian order.
        package let value: [UInt8]

        package init(tag: UInt16, type: UInt16, count: Int, value: [UInt8]) {
            self.tag = tag
            self.type = type
            self.count = count
            self.value = value
        }

        package static func text(_ tag: UInt16, _ text: String) -> Entry { bytes(tag, Array(text.utf8) + [0]) }
        package static func bytes(_ tag: UInt16, _ value: [UInt8]) -> Entry {
            Entry(tag: tag, type: 2, count: value.count, value: value)
        }
        package static func byte(_ tag: UInt16, _ value: UInt8) -> Entry {
            Entry(tag: tag, type: 1, count: 1, value: [value])
        }
        package static func short(_ tag: UInt16, _ value: Int) -> Entry {
            Entry(tag: tag, type: 3, count: 1, value: TIFFBuilder.number(value, 2))
        }
        package static func rationals(_ tag: UInt16, _ values: [(Int, Int)], type: UInt16 = 5) -> Entry {
            let bytes = values.flatMap { TIFFBuilder.number($0.0, 4) + TIFFBuilder.number($0.1, 4) }
            return Entry(tag: tag, type: type, count: values.count, value: bytes)
        }
        /// Numbers of a type: integers, FLOAT, DOUBLE, or decimal numbers as ASCII.
        package static func numbers(_ tag: UInt16, type: UInt16, _ values: [Double]) -> Entry {
            if type == 2 {
                return .text(tag, values.map { Int(exactly: $0).map { "\($0)" } ?? "\($0)" }.joined(separator: " "))
            }
            let bytes = values.flatMap { value -> [UInt8] in
                switch type {
                case 11: TIFFBuilder.number(Int(Float(value).bitPattern), 4)
                case 12: TIFFBuilder.number(Int(bitPattern: UInt(value.bitPattern)), 8)
                default: TIFFBuilder.number(Int(value), TIFFBuilder.elementLength[type] ?? 1)
                }
            }
            return Entry(tag: tag, type: type, count: values.count, value: bytes)
        }
    }

    package var main: [Entry] = []
    package var exif: [Entry] = []
    package var gps: [Entry] = []
    package var isLittleEndian = false
    /// The type of the links to the EXIF and the GPS directory.
    package var linkType: UInt16 = 4

    package init(main: [Entry] = [], exif: [Entry] = [], gps: [Entry] = []) {
        self.main = main
        self.exif = exif
        self.gps = gps
    }

    /// Big-endian.
    package static func number(_ value: Int, _ count: Int) -> [UInt8] {
        (0..<count).map { UInt8(truncatingIfNeeded: value >> (8 * (count - 1 - $0))) }
    }

    /// The sizes of the numbers that a value of a type consists of, of which a fraction has two.
    private static let elementLength: [UInt16: Int] = [3: 2, 4: 4, 5: 4, 8: 2, 9: 4, 10: 4, 11: 4, 12: 8, 13: 4]

    package var bytes: [UInt8] {
        var main = self.main
        var blocks: [[UInt8]] = []
        var offset = 8 + 6 + 12 * (main.count + (exif.isEmpty ? 0 : 1) + (gps.isEmpty ? 0 : 1))
        offset += main.map { $0.value.count > 4 ? $0.value.count : 0 }.reduce(0, +)
        for (tag, entries) in [(UInt16(0x8769), exif), (0x8825, gps)] where !entries.isEmpty {
            blocks.append(directory(entries, at: offset))
            main.append(.numbers(tag, type: linkType, [Double(offset)]))
            offset += blocks[blocks.count - 1].count
        }
        return Array((isLittleEndian ? "II" : "MM").utf8) + ordered(42, 2) + ordered(8, 4) + directory(main, at: 8)
            + blocks.flatMap { $0 }
    }

    private func directory(_ entries: [Entry], at offset: Int) -> [UInt8] {
        var head = ordered(entries.count, 2)
        var values: [UInt8] = []
        for entry in entries {
            head += ordered(Int(entry.tag), 2) + ordered(Int(entry.type), 2) + ordered(entry.count, 4)
            let value = ordered(entry)
            if value.count <= 4 {
                head += value + [UInt8](repeating: 0, count: 4 - value.count)
            } else {
                head += ordered(offset + 6 + 12 * entries.count + values.count, 4)
                values += value
            }
        }
        return head + ordered(0, 4) + values
    }

    private func ordered(_ value: Int, _ count: Int) -> [UInt8] {
        isLittleEndian ? Self.number(value, count).reversed() : Self.number(value, count)
    }

    private func ordered(_ entry: Entry) -> [UInt8] {
        guard isLittleEndian, let length = Self.elementLength[entry.type] else { return entry.value }
        return stride(from: 0, to: entry.value.count, by: length).flatMap {
            entry.value[$0..<min($0 + length, entry.value.count)].reversed()
        }
    }
}
