internal import Foundation
internal import PhotoModel

/// The JSON files of Google's export (Takeout), osxphotos and `exiftool -json`.
extension LocationRemover {
    /// Replaces the values of fields that hold places: numbers by 0.0, texts by spaces.
    ///
    /// - Throws: `unsupportedFile` if the text is not JSON.
    func removeFromJSON(_ bytes: [UInt8]) throws(PhotoLibraryError) {
        var text = JSONText(bytes)
        guard (try? JSONSerialization.jsonObject(with: Data(bytes), options: .fragmentsAllowed)) != nil,
            !bytes.contains(0), text.readValue(isPlace: false, depth: 0)
        else { throw .placesNotRemovable("Its JSON is malformed.") }
        for (range, value) in text.places { try write(value, at: range.lowerBound) }
    }
}

/// The positions of the values in a JSON document (RFC 8259) of UTF-8.
private struct JSONText {
    private let bytes: [UInt8]
    private var offset = 0
    /// The values that hold places, each with a replacement of equal length.
    private(set) var places: [(Range<Int>, [UInt8])] = []

    init(_ bytes: [UInt8]) {
        self.bytes = bytes
        if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { offset = 3 }
    }

    /// Reads a value; `false` if it is malformed.
    mutating func readValue(isPlace: Bool, depth: Int) -> Bool {
        skipSpace()
        guard depth < 64, offset < bytes.count else { return false }
        switch bytes[offset] {
        case UInt8(ascii: "{"):
            return readList(end: "}") { text in
                text.skipSpace()
                guard let name = text.readString() else { return false }
                text.skipSpace()
                guard text.skip(":") else { return false }
                return text.readValue(isPlace: isPlace || Self.isPlace(text.bytes[name]), depth: depth + 1)
            }
        case UInt8(ascii: "["): return readList(end: "]") { $0.readValue(isPlace: isPlace, depth: depth + 1) }
        case UInt8(ascii: "\""):
            guard let string = readString() else { return false }
            if isPlace { places.append((string, [UInt8](repeating: 0x20, count: string.count))) }
            return true
        default:
            let start = offset
            while offset < bytes.count, !",]} \t\r\n".utf8.contains(bytes[offset]) { offset += 1 }
            let isNumber = offset > start && (bytes[start] == UInt8(ascii: "-") || 0x30...0x39 ~= bytes[start])
            if isPlace, isNumber {
                let zero: [UInt8] = offset - start < 3 ? [0x30] : [0x30, 0x2E, 0x30]
                let value = zero + [UInt8](repeating: 0x20, count: offset - start - zero.count)
                places.append((start..<offset, value))
            }
            return offset > start
        }
    }

    /// Reads the elements between brackets.
    private mutating func readList(end: Unicode.Scalar, _ readElement: (inout JSONText) -> Bool) -> Bool {
        offset += 1
        skipSpace()
        if skip(end) { return true }
        while true {
            guard readElement(&self) else { return false }
            skipSpace()
            if skip(end) { return true }
            guard skip(",") else { return false }
        }
    }

    /// Reads a string, and returns the range between its quotes.
    private mutating func readString() -> Range<Int>? {
        guard skip("\"") else { return nil }
        let start = offset
        while offset < bytes.count, bytes[offset] != UInt8(ascii: "\"") {
            offset += bytes[offset] == UInt8(ascii: "\\") ? 2 : 1
        }
        return skip("\"") ? start..<offset - 1 : nil
    }

    private mutating func skip(_ character: Unicode.Scalar) -> Bool {
        guard offset < bytes.count, UInt32(bytes[offset]) == character.value else { return false }
        offset += 1
        return true
    }

    private mutating func skipSpace() {
        while offset < bytes.count, [0x20, 0x09, 0x0A, 0x0D].contains(bytes[offset]) { offset += 1 }
    }

    /// Whether a field with this name, as written, holds a place.
    private static func isPlace(_ name: ArraySlice<UInt8>) -> Bool {
        let quoted = Data([0x22] + name + [0x22])
        let name = (try? JSONSerialization.jsonObject(with: quoted, options: .fragmentsAllowed)) as? String
        return name.map { PlaceName.matchesPart(of: $0) } ?? true
    }
}
