internal import Foundation

// RFC 4648 §5, without padding.
extension Data {
    var base64URL: String {
        let characters = base64EncodedData().lazy.filter { $0 != UInt8(ascii: "=") }.map { character in
            switch character {
            case UInt8(ascii: "+"): UInt8(ascii: "-")
            case UInt8(ascii: "/"): UInt8(ascii: "_")
            default: character
            }
        }
        return String(decoding: Array(characters), as: UTF8.self)
    }

    init?(base64URL text: some StringProtocol) {
        var standard = [UInt8](text.utf8)
        for (index, character) in standard.enumerated() {
            switch character {
            case UInt8(ascii: "+"), UInt8(ascii: "/"), UInt8(ascii: "="): return nil
            case UInt8(ascii: "-"): standard[index] = UInt8(ascii: "+")
            case UInt8(ascii: "_"): standard[index] = UInt8(ascii: "/")
            default: break
            }
        }
        standard += Array(repeating: UInt8(ascii: "="), count: (4 - standard.count % 4) % 4)
        // Decoding ignores surplus bits of the last character. Only the text that encoding gives is accepted.
        guard let data = Data(base64Encoded: Data(standard)), data.base64EncodedData() == Data(standard) else {
            return nil
        }
        self = data
    }
}
