/// Builds TIFF blocks by the format's specification, so that tests can use unusual EXIF values.
package struct TIFFBuilder {
    package struct Entry {
        package let tag: UInt16
        package let type: UInt16
        package let count: Int
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
        package static func rationals(_ tag: UInt16, _ values: [(Int, Int)]) -> Entry {
            let bytes = values.flatMap { TIFFBuilder.number($0.0, 4) + TIFFBuilder.number($0.1, 4) }
            return Entry(tag: tag, type: 5, count: values.count, value: bytes)
        }
    }

    package var main: [Entry] = []
    package var exif: [Entry] = []
    package var gps: [Entry] = []

    package init(main: [Entry] = [], exif: [Entry] = [], gps: [Entry] = []) {
        self.main = main
        self.exif = exif
        self.gps = gps
    }

    /// Big-endian.
    package static func number(_ value: Int, _ count: Int) -> [UInt8] {
        (0..<count).map { UInt8(truncatingIfNeeded: value >> (8 * (count - 1 - $0))) }
    }

    package var bytes: [UInt8] {
        var main = self.main
        var blocks: [[UInt8]] = []
        var offset = 8 + 6 + 12 * (main.count + (exif.isEmpty ? 0 : 1) + (gps.isEmpty ? 0 : 1))
        offset += main.map { $0.value.count > 4 ? $0.value.count : 0 }.reduce(0, +)
        for (tag, entries) in [(UInt16(0x8769), exif), (0x8825, gps)] where !entries.isEmpty {
            blocks.append(Self.directory(entries, at: offset))
            main.append(Entry(tag: tag, type: 4, count: 1, value: Self.number(offset, 4)))
            offset += blocks[blocks.count - 1].count
        }
        return Array("MM\0*".utf8) + Self.number(8, 4) + Self.directory(main, at: 8) + blocks.flatMap { $0 }
    }

    private static func directory(_ entries: [Entry], at offset: Int) -> [UInt8] {
        var head = number(entries.count, 2)
        var values: [UInt8] = []
        for entry in entries {
            head += number(Int(entry.tag), 2) + number(Int(entry.type), 2) + number(entry.count, 4)
            if entry.value.count <= 4 {
                head += entry.value + [UInt8](repeating: 0, count: 4 - entry.value.count)
            } else {
                head += number(offset + 6 + 12 * entries.count + values.count, 4)
                values += entry.value
            }
        }
        return head + number(0, 4) + values
    }
}
