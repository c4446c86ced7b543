import TestSupport

/// A TIFF file of one directory, whose values and blocks of pixels are given.
struct SmallTIFF {
    struct Entry {
        let tag: Int
        /// 3 SHORT, 4 LONG, 7 UNDEFINED.
        let type: Int
        let values: [Int]

        static func short(_ tag: Int, _ values: Int...) -> Entry { Entry(tag: tag, type: 3, values: values) }
        static func long(_ tag: Int, _ values: Int...) -> Entry { Entry(tag: tag, type: 4, values: values) }
    }

    var isLittleEndian = false
    var entries: [Entry]
    /// The strips or tiles.
    var blocks: [[UInt8]]

    /// - Parameter more: Replaces entries with the same tag, and adds the others. An entry without values is left out.
    init(
        width: Int, height: Int, bits: [Int] = [8, 8, 8], photometric: Int = 2, compression: Int = 1, tile: Int? = nil,
        rowsOfStrip: Int? = nil, isLittleEndian: Bool = false, _ more: [Entry] = [], blocks: [[UInt8]]
    ) {
        self.isLittleEndian = isLittleEndian
        self.blocks = blocks
        entries = [
            .long(0x0100, width), .long(0x0101, height), Entry(tag: 0x0102, type: 3, values: bits),
            .short(0x0103, compression), .short(0x0106, photometric), .short(0x0115, bits.count),
        ]
        if let tile {
            entries += [.short(0x0142, tile), .short(0x0143, tile)]
        } else {
            entries.append(.long(0x0116, rowsOfStrip ?? height))
        }
        entries = entries.filter { entry in !more.contains { $0.tag == entry.tag } } + more
    }

    private var isTiled: Bool { entries.contains { $0.tag == 0x0142 } }

    func number(_ value: Int, _ count: Int) -> [UInt8] {
        isLittleEndian ? TIFFBuilder.number(value, count).reversed() : TIFFBuilder.number(value, count)
    }

    var bytes: [UInt8] {
        var offsets: [Int] = []
        var end = 8
        for block in blocks {
            offsets.append(end)
            end += block.count
        }
        func isStated(_ tag: Int) -> Bool { entries.contains { $0.tag == tag } }
        let places = [
            Entry(tag: isTiled ? 0x0144 : 0x0111, type: 4, values: offsets),
            Entry(tag: isTiled ? 0x0145 : 0x0117, type: 4, values: blocks.map(\.count)),
        ].filter { !isStated($0.tag) }
        let all = (entries + places).filter { !$0.values.isEmpty }.sorted { $0.tag < $1.tag }
        var directory = number(all.count, 2)
        var values: [UInt8] = []
        for entry in all {
            let unit = [3: 2, 4: 4][entry.type] ?? 1
            let value = entry.values.flatMap { number($0, unit) }
            directory += number(entry.tag, 2) + number(entry.type, 2) + number(entry.values.count, 4)
            if value.count <= 4 {
                directory += value + [UInt8](repeating: 0, count: 4 - value.count)
            } else {
                directory += number(end + 2 + 12 * all.count + 4 + values.count, 4)
                values += value
            }
        }
        return Array((isLittleEndian ? "II" : "MM").utf8) + number(42, 2) + number(end, 4) + blocks.flatMap { $0 }
            + directory + number(0, 4) + values
    }
}
