/// Builds the boxes of a base media file by the rules of ISO/IEC 14496-12.
package enum Boxes {
    package static func number(_ value: Int, _ count: Int) -> [UInt8] { TIFFBuilder.number(value, count) }

    package static func box(_ type: String, _ parts: [UInt8]...) -> [UInt8] {
        let payload = parts.flatMap { $0 }
        return number(payload.count + 8, 4) + type.unicodeScalars.map { UInt8(truncatingIfNeeded: $0.value) } + payload
    }

    /// A box with a version and flags.
    package static func full(_ type: String, version: Int = 0, flags: Int = 0, _ parts: [UInt8]...) -> [UInt8] {
        box(type, number(version, 1) + number(flags, 3) + parts.flatMap { $0 })
    }

    package static func fileType(_ brand: String) -> [UInt8] {
        box("ftyp", Array(brand.utf8), number(0, 4), Array(brand.utf8))
    }

    // MARK: Videos

    package static func movieHeader(created: Int, scale: Int, duration: Int, version: Int = 0) -> [UInt8] {
        let length = version == 1 ? 8 : 4
        return full(
            "mvhd", version: version, number(created, length), number(0, length), number(scale, 4),
            number(duration, length), [UInt8](repeating: 0, count: 80))
    }

    /// - Parameters:
    ///   - matrix: a, b, c, d of 16.16 fixed point, as whole numbers.
    ///   - created: The creation times of the track and its media.
    ///   - items: A box of metadata of the track.
    package static func videoTrack(
        width: Int, height: Int, matrix: [Int] = [1, 0, 0, 1], frames: Int = 0, seconds: Int = 1,
        created: (track: Int, media: Int) = (0, 0), handler: String = "vide", items: [UInt8] = []
    )
        -> [UInt8]
    {
        return box(
            "trak", trackHeader(width, height, matrix, created: created.track),
            box(
                "mdia",
                full(
                    "mdhd", number(created.media, 4), number(0, 4), number(600, 4), number(600 * seconds, 4),
                    number(0, 4)),
                full("hdlr", number(0, 4), Array(handler.utf8), number(0, 13)),
                box("minf", box("stbl", full("stsz", number(0, 4), number(frames, 4))))), items)
    }

    /// - Parameter matrix: a, b, c, d of 16.16 fixed point, as whole numbers.
    package static func trackHeader(
        _ width: Int, _ height: Int, _ matrix: [Int], flags: Int = 7, created: Int = 0
    ) -> [UInt8] {
        let fixed = matrix.map { number($0 << 16, 4) }
        let header =
            number(created, 4) + number(0, 4) + number(1, 4) + number(0, 4) + number(0, 4) + number(0, 8) + number(0, 8)
            + fixed[0]
            + fixed[1]
            + number(0, 4) + fixed[2] + fixed[3] + number(0, 4) + number(0, 8) + number(1 << 30, 4)
        return full("tkhd", flags: flags, header, number(width << 16, 4), number(height << 16, 4))
    }

    /// QuickTime's `meta` with `keys` and `ilst`, all values UTF-8.
    package static func items(_ texts: [(String, String)]) -> [UInt8] {
        let keys = texts.flatMap { box("mdta", Array($0.0.utf8)) }
        let values = texts.enumerated().flatMap { index, text in
            number(text.1.utf8.count + 24, 4) + number(index + 1, 4)
                + box("data", number(1, 4), number(0, 4), Array(text.1.utf8))
        }
        return box(
            "meta", full("hdlr", number(0, 4), Array("mdta".utf8), number(0, 12)),
            full("keys", number(texts.count, 4), keys), box("ilst", values))
    }

    /// A text of `udta`.
    package static func userText(_ type: String, _ text: String) -> [UInt8] {
        box(type, number(text.utf8.count, 2), number(0x15C7, 2), Array(text.utf8))
    }

    // MARK: Images

    /// A HEIC with a primary item 1 of these properties and, in `idat`, an item 2 with EXIF.
    package static func heic(properties: [[UInt8]], exif: [UInt8] = [], brand: String = "heic") -> [UInt8] {
        func entry(_ item: Int, _ type: String) -> [UInt8] {
            full("infe", version: 2, number(item, 2), number(0, 2), Array(type.utf8), [0])
        }
        let item = exif.isEmpty ? [] : number(0, 4) + exif
        let items = exif.isEmpty ? [entry(1, "hvc1")] : [entry(1, "hvc1"), entry(2, "Exif")]
        let indices = (1...max(1, properties.count)).map { UInt8(0x80 | $0) }
        return fileType(brand)
            + full(
                "meta", full("hdlr", number(0, 4), Array("pict".utf8), number(0, 13)), full("pitm", number(1, 2)),
                full("iinf", number(items.count, 2), items.flatMap { $0 }),
                full(
                    "iloc", version: 1, [0x44, 0x00], number(1, 2), number(2, 2), number(1, 2), number(0, 2),
                    number(1, 2),
                    number(0, 4), number(item.count, 4)),
                box(
                    "iprp", box("ipco", properties.flatMap { $0 }),
                    full("ipma", number(1, 4), number(1, 2), number(indices.count, 1), indices)), box("idat", item))
            + box("mdat", [1, 2, 3])
    }

    /// An item of metadata of a HEIC.
    package struct Item {
        let type: String
        /// The type of the content of an item of the type `mime`.
        let content: String?
        let data: [UInt8]
        /// The item that it describes.
        let describes: Int?

        package init(_ type: String, content: String? = nil, _ data: [UInt8], describes: Int? = nil) {
            (self.type, self.content, self.data, self.describes) = (type, content, data, describes)
        }
    }

    /// A HEIC with a primary item 1 and items of metadata from 2 on.
    package static func heic(metadata items: [Item]) -> [UInt8] {
        let fileType = fileType("heic")
        let entries = items.enumerated().flatMap { index, item in
            full(
                "infe", version: 2, number(index + 2, 2), number(0, 2), Array(item.type.utf8), [0],
                item.content.map { Array($0.utf8) + [0] } ?? [])
        }
        let references = items.enumerated().flatMap { index, item in
            item.describes.map { box("cdsc", number(index + 2, 2), number(1, 2), number($0, 2)) } ?? []
        }
        // The positions do not change the length of the box.
        func header(data: Int) -> [UInt8] {
            var place = data
            let locations = items.enumerated().flatMap { index, item in
                defer { place += item.data.count }
                return number(index + 2, 2) + number(0, 2) + number(1, 2) + number(place, 4)
                    + number(item.data.count, 4)
            }
            return full(
                "meta", full("hdlr", number(0, 4), Array("pict".utf8), number(0, 13)), full("pitm", number(1, 2)),
                full(
                    "iinf", number(items.count + 1, 2),
                    full("infe", version: 2, number(1, 2), number(0, 2), Array("hvc1".utf8), [0]), entries),
                full("iref", references), full("iloc", [0x44, 0x00], number(items.count, 2), locations),
                box("iprp", box("ipco", extent(64, 48)), full("ipma", number(1, 4), number(1, 2), [1, 0x81])))
        }
        let start = fileType.count + header(data: 0).count + 8
        return fileType + header(data: start) + box("mdat", items.flatMap(\.data))
    }

    package static func extent(_ width: Int, _ height: Int) -> [UInt8] {
        full("ispe", number(width, 4), number(height, 4))
    }
}
