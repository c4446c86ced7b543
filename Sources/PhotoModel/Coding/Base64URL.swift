internal import Foundation

// RFC 4648 §5, without padding.
extension Data {
    var base64URL: String {
        base64EncodedString().replacingOccurrences(of: "+", with: "-").replacingOccurrences(of: "/", with: "_")
            .replacingOccurrences(of: "=", with: "")
    }

    init?(base64URL text: some StringProtocol) {
        guard text.utf8.allSatisfy({ $0 != UInt8(ascii: "+") && $0 != UInt8(ascii: "/") }) else { return nil }
        let standard = text.replacingOccurrences(of: "-", with: "+").replacingOccurrences(of: "_", with: "/")
        let padding = String(repeating: "=", count: (4 - standard.utf8.count % 4) % 4)
        // Decoding ignores surplus bits of the last character. Only the text that encoding gives is accepted.
        guard let data = Data(base64Encoded: standard + padding), data.base64URL == text else { return nil }
        self = data
    }
}
