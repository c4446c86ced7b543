internal import Foundation
internal import GRDB

/// Case-folded text, as bytes, in which underscores are spaces.
///
/// Each letter outside ASCII is replaced by the lower-case form of its upper-case form, in every language. The result
/// is never an ASCII letter, so ASCII text can be compared with SQLite's own `lower`, which is faster. Texts that are
/// equal here are also equal in the full-text index, which uses Unicode 6.1: see ``TextSearch``.
struct FoldedText {
    let bytes: [UInt8]

    /// - Parameter utf8: The text. Bytes that are not UTF-8 do not change.
    init(_ utf8: some Collection<UInt8>) {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(utf8.count)
        var rest = utf8[...]
        var parser = Unicode.UTF8.ForwardParser()
        var iterator = utf8.makeIterator()
        while true {
            switch parser.parseScalar(from: &iterator) {
            case .valid(let encoded):
                rest = rest.dropFirst(encoded.count)
                bytes += UTF8.encode(Self.folded(UTF8.decode(encoded))) ?? encoded
            case .error(let length):
                bytes += rest.prefix(length)
                rest = rest.dropFirst(length)
            case .emptyInput:
                self.bytes = bytes
                return
            }
        }
    }

    static func folded(_ scalar: Unicode.Scalar) -> Unicode.Scalar {
        // File names often have underscores instead of spaces.
        guard scalar != "_" else { return " " }
        guard !scalar.isASCII else { return "A"..."Z" ~= scalar ? Unicode.Scalar(UInt8(scalar.value) | 0x20) : scalar }
        let capital = single(scalar.properties.uppercaseMapping) ?? scalar
        let small = single(capital.properties.lowercaseMapping) ?? capital
        return !small.isASCII && isKnownToIndex(scalar) && isKnownToIndex(small) ? small : scalar
    }

    /// A letter whose upper-case form has several letters does not change.
    private static func single(_ text: String) -> Unicode.Scalar? {
        text.unicodeScalars.count == 1 ? text.unicodeScalars.first : nil
    }

    private static func isKnownToIndex(_ scalar: Unicode.Scalar) -> Bool {
        scalar.properties.age.map { ($0.major, $0.minor) <= (6, 1) } ?? false
    }
}

extension DatabaseFunction {
    /// `isInFolded(sought, text, …)`: whether one of the case-folded texts contains these case-folded bytes, not all of
    /// ASCII.
    static let isInFolded = DatabaseFunction("isInFolded", pure: true) { values in
        let texts = values.compactMap(Data.fromDatabaseValue)
        guard let sought = texts.first else { return false }
        return texts.dropFirst().contains { text in
            // Most texts are ASCII, and so cannot contain it.
            guard text.contains(where: { $0 >= 0x80 }) else { return false }
            return Data(FoldedText(text).bytes).range(of: sought) != nil
        }
    }
}
