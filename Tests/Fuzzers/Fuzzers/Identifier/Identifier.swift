import FuzzSupport
import ImageDecoding

/// Parses a cloud identifier.
///
/// A parsed identifier must be equal after it is printed and parsed again.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzz(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    let bytes = [UInt8](UnsafeBufferPointer(start: start, count: count))
    check(String(decoding: bytes, as: UTF8.self))
    // The same bytes as a body with a correct checksum, so that the parser reads the body.
    let checksum = Wrapping.crc32(bytes)
    check("opk2_" + base64url(bytes + (0..<4).map { UInt8(truncatingIfNeeded: checksum >> (8 * $0)) }))
    return 0
}

private func check(_ text: String) {
    guard let identifier = try? CloudIdentifier(stringValue: text) else { return }
    let printed = identifier.stringValue
    guard let again = try? CloudIdentifier(stringValue: printed) else { preconditionFailure("printed, but not read") }
    precondition(again == identifier && again.subject == identifier.subject, "read as another")
    precondition(again.stringValue == printed, "printed in two ways")
    let compact = identifier.compact.stringValue
    precondition(compact.utf8.count <= 320, "a compact identifier that is not")
    precondition((try? CloudIdentifier(stringValue: compact)) == identifier, "another when compact")
}

/// RFC 4648, section 5, without padding.
private func base64url(_ bytes: [UInt8]) -> String {
    let alphabet = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_".utf8)
    var text: [UInt8] = []
    var (bits, count) = (0 as UInt32, 0)
    for byte in bytes {
        (bits, count) = (bits << 8 | UInt32(byte), count + 8)
        while count >= 6 {
            count -= 6
            text.append(alphabet[Int(bits >> count & 63)])
        }
    }
    if count > 0 { text.append(alphabet[Int(bits << (6 - count) & 63)]) }
    return String(decoding: text, as: UTF8.self)
}
