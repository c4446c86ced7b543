internal import Foundation
internal import GRDB

/// Text in which capital and small letters are alike, and low lines are spaces, in bytes.
///
/// Each letter beyond ASCII becomes the small one of its capital, whatever the language. None becomes a letter of ASCII: text
/// of ASCII is compared by SQLite's own `lower`, which is quicker. What is alike here is alike in the index of texts, which
/// knows Unicode 6.1: see ``TextSearch``.
struct FoldedText {
    let bytes: [UInt8]

    /// - Parameter utf8: Bytes that are no UTF-8 stay as they are.
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
        // File names have low lines where people say a space.
        guard scalar != "_" else { return " " }
        guard !scalar.isASCII else { return "A"..."Z" ~= scalar ? Unicode.Scalar(UInt8(scalar.value) | 0x20) : scalar }
        let capital = single(scalar.properties.uppercaseMapping) ?? scalar
        let small = single(capital.properties.lowercaseMapping) ?? capital
        return !small.isASCII && isKnownToIndex(scalar) && isKnownToIndex(small) ? small : scalar
    }

    /// Some letters have a capital of several, which is left alone.
    private static func single(_ text: String) -> Unicode.Scalar? {
        text.unicodeScalars.count == 1 ? text.unicodeScalars.first : nil
    }

    private static func isKnownToIndex(_ scalar: Unicode.Scalar) -> Bool {
        scalar.properties.age.map { ($0.major, $0.minor) <= (6, 1) } ?? false
    }
}

extension DatabaseFunction {
    /// `isInFolded(sought, text, …)`: whether one of the texts, once folded, has these folded bytes, not all of ASCII, in it.
    static let isInFolded = DatabaseFunction("isInFolded", pure: true) { values in
        let texts = values.compactMap(Data.fromDatabaseValue)
        guard let sought = texts.first else { return false }
        return texts.dropFirst().contains { text in
            // Most texts are of ASCII, and so cannot hold it.
            guard text.contains(where: { $0 >= 0x80 }) else { return false }
            return Data(FoldedText(text).bytes).range(of: sought) != nil
        }
    }
}
