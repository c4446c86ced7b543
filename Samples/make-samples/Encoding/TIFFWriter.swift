/// Writes the TIFF stream of EXIF data (TIFF 6.0, section 2).
///
/// The stream is big-endian. After each directory follow its values of more than four bytes.
struct TIFFWriter {
    /// A value of a directory, in one of EXIF's types.
    enum Value {
        case ascii(String)
        case short(UInt16)
        case long(UInt32)
        /// A numerator and a denominator.
        case rational(UInt32, UInt32)
        case rationals([(UInt32, UInt32)])
        case undefined([UInt8])
        case byte([UInt8])
        /// The offset of another directory.
        case directory(Directory)
    }

    /// Entries by tag number.
    typealias Directory = [UInt16: Value]

    private var bytes: [UInt8] = []

    static func write(_ root: Directory) -> [UInt8] {
        var writer = TIFFWriter()
        writer.bytes = Array("MM".utf8) + [0, 42] + word(8)
        writer.append(root)
        return writer.bytes
    }

    /// Appends a directory, then its values, and then the directories that it points to.
    private mutating func append(_ directory: Directory) {
        let entries = directory.sorted { $0.key < $1.key }  // TIFF requires ascending tags.
        bytes += TIFFWriter.half(UInt16(entries.count))
        var fields = bytes.count
        bytes += [UInt8](repeating: 0, count: entries.count * 12 + 4)  // The last four bytes: no next directory.
        for (tag, value) in entries {
            let (type, count, content) = TIFFWriter.encoded(value)
            var field = content
            if case .directory(let inner) = value {
                field = TIFFWriter.word(UInt32(bytes.count))
                append(inner)
            } else if content.count > 4 {
                field = TIFFWriter.word(UInt32(bytes.count))
                bytes += content + (content.count % 2 == 1 ? [0] : [])  // Offsets are even.
            }
            let entry = TIFFWriter.half(tag) + TIFFWriter.half(type) + TIFFWriter.word(count) + field
            bytes.replaceSubrange(fields..<fields + entry.count, with: entry)
            fields += 12
        }
    }

    /// The TIFF type, the count and the bytes of a value.
    private static func encoded(_ value: Value) -> (type: UInt16, count: UInt32, content: [UInt8]) {
        switch value {
        case .byte(let content): (1, UInt32(content.count), content)
        case .ascii(let text): (2, UInt32(text.utf8.count + 1), Array(text.utf8) + [0])
        case .short(let number): (3, 1, half(number))
        case .long(let number): (4, 1, word(number))
        case .rational(let numerator, let denominator): (5, 1, word(numerator) + word(denominator))
        case .rationals(let pairs): (5, UInt32(pairs.count), pairs.flatMap { word($0.0) + word($0.1) })
        case .undefined(let content): (7, UInt32(content.count), content)
        case .directory: (4, 1, [])
        }
    }

    private static func half(_ number: UInt16) -> [UInt8] { [UInt8(number >> 8), UInt8(number & 0xFF)] }

    private static func word(_ number: UInt32) -> [UInt8] {
        half(UInt16(number >> 16)) + half(UInt16(number & 0xFFFF))
    }
}
