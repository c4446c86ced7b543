/// The characters of an XML document with their positions.
///
/// It reads the part of XML 1.0 that XMP needs. The characters are code units: of UTF-8, UTF-16 or UTF-32. All
/// characters of the syntax and of the wanted names are ASCII, so one unit is enough to recognise them.
struct XMLText {
    private let units: [UInt32]
    /// The number of bytes of a unit.
    private let width: Int
    private let isLittleEndian: Bool
    /// The position of the first unit.
    private let start: Int

    /// Detects the encoding by the zeros beside the first `<` (ISO 16684-1, 7.3.2), and the byte order by its position.
    init(_ bytes: [UInt8]) {
        let first = bytes.firstIndex(of: UInt8(ascii: "<")) ?? 0
        let after = bytes.dropFirst(first + 1).prefix(3)
        let before = bytes[max(0, first - 3)..<first]
        if after.count == 3, after.allSatisfy({ $0 == 0 }) {
            (width, isLittleEndian) = (4, !(before.count == 3 && before.allSatisfy { $0 == 0 } && first & 3 == 3))
        } else {
            width = after.first == 0 || before.last == 0 ? 2 : 1
            isLittleEndian = width == 1 || first.isMultiple(of: 2)
        }
        let start = (isLittleEndian ? first : first - width + 1) % width
        self.start = start
        let (width, isLittleEndian) = (width, isLittleEndian)
        units = stride(from: start, through: bytes.count - width, by: width).map { place in
            (0..<width).reduce(0) { unit, index in
                unit << 8 | UInt32(bytes[place + (isLittleEndian ? width - 1 - index : index)])
            }
        }
    }

    /// Whether there is something other than white space and zeros.
    var hasContent: Bool { units.contains { !Self.isSpace($0) && $0 != 0 } }

    /// The bytes of a range of units.
    func bytes(of range: Range<Int>) -> Range<Int> {
        start + range.lowerBound * width..<start + range.upperBound * width
    }

    /// Spaces that fill `count` bytes.
    func spaces(_ count: Int) -> [UInt8] {
        let space = [UInt8](repeating: 0, count: width - 1)
        return (0..<count / width).flatMap { _ in isLittleEndian ? [0x20] + space : space + [0x20] }
    }

    /// What may hold places in a document.
    struct Places {
        /// Elements, attributes and the contents of comments, which may hold what another program removed.
        var named: [Range<Int>] = []
        /// Texts and values of attributes that are pictures in Base64.
        var pictures: [Range<Int>] = []
    }

    /// The beginning of a JPEG in Base64.
    private static let pictureStart = "/9j/"
    /// The beginning of a machine tag with a coordinate, such as `geo:lat=48.1`.
    private static let machineTagStart = "geo:"

    /// What may hold places, in ranges that do not overlap; `nil` if the document is not well-formed.
    var places: Places? {
        var places = Places()
        var open: [Range<Int>] = []
        /// The start of the outermost open element that holds a place, and its depth.
        var outermost: (start: Int, depth: Int)?
        var place = 0
        var hasElement = false
        while let start = position(of: "<", from: place) {
            if has("<!--", at: start) {
                guard let end = end(of: "-->", from: start + 4) else { return nil }
                if outermost == nil, PlaceName.matchesPart(of: text(start..<end)) {
                    places.named.append(start + 4..<end - 3)
                }
                place = end
            } else if has("<?", at: start) {
                guard let end = end(of: "?>", from: start) else { return nil }
                place = end
            } else if has("<!DOCTYPE", at: start) {
                // The type of a property list. A type with declarations is refused.
                guard let end = end(of: ">", from: start), !text(start..<end).contains("[") else { return nil }
                place = end
            } else if has("<![CDATA[", at: start) {
                guard let end = end(of: "]]>", from: start) else { return nil }
                place = end
            } else if has("</", at: start) {
                guard let end = end(of: ">", from: start), let last = open.popLast(),
                    units[last] == units[nameRange(from: start + 2)]
                else { return nil }
                if let element = outermost, element.depth == open.count {
                    places.named.append(element.start..<end)
                    outermost = nil
                }
                place = end
            } else {
                guard let tag = tag(at: start), open.count < 256 else { return nil }
                hasElement = true
                if outermost == nil {
                    if isPlace(tag.name) {
                        if tag.isEmpty { places.named.append(start..<tag.end) } else { outermost = (start, open.count) }
                    } else {
                        for attribute in tag.attributes {
                            if isPlace(attribute.name) {
                                places.named.append(attribute.name.lowerBound..<attribute.value.upperBound + 1)
                            } else {
                                add(attribute.value, to: &places)
                            }
                        }
                        if !tag.isEmpty {
                            add(tag.end..<(position(of: "<", from: tag.end) ?? units.count), to: &places)
                        }
                    }
                }
                if !tag.isEmpty { open.append(tag.name) }
                place = tag.end
            }
        }
        return open.isEmpty && hasElement ? places : nil
    }

    /// Adds a text or a value of an attribute if it may hold a place.
    private func add(_ value: Range<Int>, to places: inout Places) {
        let start = skippingSpace(value.lowerBound)
        guard start < value.upperBound else { return }
        if has(Self.pictureStart, at: start) { places.pictures.append(value) }
        if has(Self.machineTagStart, at: start) { places.named.append(value) }
    }

    private struct Tag {
        let name: Range<Int>
        /// The names, and the values without quotes.
        let attributes: [(name: Range<Int>, value: Range<Int>)]
        let isEmpty: Bool
        let end: Int
    }

    /// The tag at `start`; `nil` if it is malformed, or a document type.
    private func tag(at start: Int) -> Tag? {
        let name = nameRange(from: start + 1)
        guard !name.isEmpty else { return nil }
        var attributes: [(name: Range<Int>, value: Range<Int>)] = []
        var place = name.upperBound
        while true {
            place = skippingSpace(place)
            guard place < units.count else { return nil }
            if has(">", at: place) { return Tag(name: name, attributes: attributes, isEmpty: false, end: place + 1) }
            if has("/>", at: place) { return Tag(name: name, attributes: attributes, isEmpty: true, end: place + 2) }
            let attribute = nameRange(from: place)
            place = skippingSpace(attribute.upperBound)
            guard !attribute.isEmpty, has("=", at: place) else { return nil }
            place = skippingSpace(place + 1)
            guard has("\"", at: place) || has("'", at: place),
                let end = units[(place + 1)...].firstIndex(of: units[place])
            else { return nil }
            attributes.append((attribute, place + 1..<end))
            place = end + 1
        }
    }

    /// The characters of a name; empty at other characters.
    private func nameRange(from start: Int) -> Range<Int> {
        let end = units[min(start, units.count)...].firstIndex { unit in
            Self.isSpace(unit) || unit < 0x80 && "<>/=\"'!?&;".unicodeScalars.contains { $0.value == unit }
        }
        return min(start, units.count)..<(end ?? units.count)
    }

    private func isPlace(_ name: Range<Int>) -> Bool {
        let name = text(name)
        // A declaration of a prefix is not a property.
        if name == "xmlns" || name.hasPrefix("xmlns:") { return false }
        return PlaceName.matches(name.drop { $0 != ":" }.isEmpty ? name[...] : name.drop { $0 != ":" }.dropFirst())
    }

    /// The characters, with a replacement for those that are not ASCII.
    func text(_ range: Range<Int>) -> String {
        String(decoding: units[range].map { $0 < 0x80 ? UInt8($0) : UInt8(ascii: "?") }, as: UTF8.self)
    }

    private static func isSpace(_ unit: UInt32) -> Bool { [0x20, 0x09, 0x0A, 0x0D].contains(unit) }

    private func skippingSpace(_ place: Int) -> Int {
        units[min(place, units.count)...].firstIndex { !Self.isSpace($0) } ?? units.count
    }

    private func position(of character: Unicode.Scalar, from start: Int) -> Int? {
        units[min(start, units.count)...].firstIndex(of: character.value)
    }

    private func has(_ text: String, at place: Int) -> Bool {
        units[min(place, units.count)...].starts(with: text.unicodeScalars.lazy.map(\.value))
    }

    /// The position after the next `mark`.
    private func end(of mark: String, from start: Int) -> Int? {
        guard let last = mark.unicodeScalars.last else { return nil }
        let length = mark.unicodeScalars.count
        var place = start
        while let found = position(of: last, from: place) {
            if found - length + 1 >= start, has(mark, at: found - length + 1) { return found + 1 }
            place = found + 1
        }
        return nil
    }
}
