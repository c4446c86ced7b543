/// The characters of an XML document with their positions.
///
/// The characters are code units: of UTF-8, UTF-16 or UTF-32. All characters of the syntax are ASCII, so one unit is
/// enough to recognise them.
struct XMLCharacters {
    let units: [UInt32]
    /// The number of bytes of a unit.
    private let width: Int
    private let isLittleEndian: Bool
    /// The position of the first unit.
    private let start: Int

    /// Creates the units of UTF-8.
    init(utf8 bytes: [UInt8]) { self.init(bytes, width: 1, isLittleEndian: true, start: 0) }

    /// Detects the encoding by the zeros beside the first `<` (ISO 16684-1, 7.3.2), and the byte order by its position.
    init(_ bytes: [UInt8]) {
        let first = bytes.firstIndex(of: UInt8(ascii: "<")) ?? 0
        let after = bytes.dropFirst(first + 1).prefix(3)
        let before = bytes[max(0, first - 3)..<first]
        let (width, isLittleEndian): (Int, Bool)
        if after.count == 3, after.allSatisfy({ $0 == 0 }) {
            (width, isLittleEndian) = (4, !(before.count == 3 && before.allSatisfy { $0 == 0 } && first & 3 == 3))
        } else {
            width = after.first == 0 || before.last == 0 ? 2 : 1
            isLittleEndian = width == 1 || first.isMultiple(of: 2)
        }
        self.init(
            bytes, width: width, isLittleEndian: isLittleEndian,
            start: (isLittleEndian ? first : first - width + 1) % width)
    }

    private init(_ bytes: [UInt8], width: Int, isLittleEndian: Bool, start: Int) {
        (self.width, self.isLittleEndian, self.start) = (width, isLittleEndian, start)
        units = stride(from: start, through: bytes.count - width, by: width).map { offset in
            (0..<width).reduce(0) { unit, index in
                unit << 8 | UInt32(bytes[offset + (isLittleEndian ? width - 1 - index : index)])
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

    /// The characters, with a replacement for those that are not ASCII.
    func text(_ range: Range<Int>) -> String {
        String(decoding: units[range].map { $0 < 0x80 ? UInt8($0) : UInt8(ascii: "?") }, as: UTF8.self)
    }

    static func isSpace(_ unit: UInt32) -> Bool { [0x20, 0x09, 0x0A, 0x0D].contains(unit) }

    /// The position of the first character that is no white space; the end without one.
    func skippingSpace(_ offset: Int) -> Int { position(from: offset) { !Self.isSpace($0) } ?? units.count }

    /// The position of the next character for which the condition holds.
    func position(from start: Int, where condition: (UInt32) -> Bool) -> Int? {
        units[min(start, units.count)...].firstIndex(where: condition)
    }

    func has(_ text: String, at offset: Int) -> Bool {
        units[min(offset, units.count)...].starts(with: text.unicodeScalars.lazy.map(\.value))
    }

    /// The position after the next `mark`.
    func end(of mark: String, from start: Int) -> Int? {
        guard let last = mark.unicodeScalars.last?.value else { return nil }
        let length = mark.unicodeScalars.count
        var offset = start
        while let found = position(from: offset, where: { $0 == last }) {
            if found - length + 1 >= start, has(mark, at: found - length + 1) { return found + 1 }
            offset = found + 1
        }
        return nil
    }
}
