internal import Foundation

// The text form, version 0: "opk0_" and base64url (RFC 4648 §5, no padding) of these bytes, integers little-endian:
//
//   kind 1 · fields 1 · stable id 16 · SHA-256 prefix 16
//   if fields & 1: image-data prefix 16 · orientation 1
//   if fields & 2: signature version 1 · hash 32 · quality 1 · displayed width 4 · displayed height 4
//   if fields & 4: year 2 · month, day, hour, minute, second 1 each · nanoseconds 4 (all ones: not stated)
//                  · offset minutes 2 (0x7FFF: not stated)
//   if fields & 8: image unique id prefix 8
//   if fields & 16: thumbnail 4096
//   CRC-32 (ISO 3309) of all before, 4
extension CloudIdentifier {
    private static let family = "opk"
    private static let prefix = "opk0_"
    /// No identifier is longer; a longer text is not even decoded.
    private static let maximumCharacters = 6144

    private struct Fields: OptionSet {
        let rawValue: UInt8
        static let imageData = Fields(rawValue: 1)
        static let signature = Fields(rawValue: 2)
        static let captureTime = Fields(rawValue: 4)
        static let uniqueID = Fields(rawValue: 8)
        static let thumbnail = Fields(rawValue: 16)
        static let all: Fields = [.imageData, .signature, .captureTime, .uniqueID, .thumbnail]
    }

    /// The text that travels: letters, digits, `-` and `_`.
    ///
    /// It contains a small picture unless it is compact.
    public var stringValue: String {
        var fields: Fields = []
        var body = ByteWriter()
        body.append(stableID)
        body.append(evidence.sha256Prefix)
        if let prefix = evidence.imageDataPrefix {
            fields.insert(.imageData)
            body.append(prefix)
            body.append(UInt8(clamping: evidence.orientation.rawValue))
        }
        if let signature = evidence.signature {
            fields.insert(.signature)
            body.append(UInt8(truncatingIfNeeded: signature.version))
            body.append(signature.hash.bytes)
            body.append(UInt8(clamping: signature.quality))
            body.append(UInt32(clamping: signature.size.width))
            body.append(UInt32(clamping: signature.size.height))
        }
        if let time = evidence.captureTime {
            fields.insert(.captureTime)
            body.append(UInt16(clamping: time.year))
            body.append([time.month, time.day, time.hour, time.minute, time.second].map { UInt8(clamping: $0) })
            body.append(time.nanosecond.map { UInt32(clamping: $0) } ?? .max)
            body.append(UInt16(bitPattern: time.offsetMinutes.map { Int16(clamping: $0) } ?? .max))
        }
        if let prefix = evidence.uniqueIDPrefix {
            fields.insert(.uniqueID)
            body.append(prefix)
        }
        if let thumbnail = evidence.signature?.thumbnail, !thumbnail.isEmpty {
            fields.insert(.thumbnail)
            body.append(thumbnail)
        }
        var whole = ByteWriter()
        whole.append([kind.rawValue, fields.rawValue])
        whole.append(body.bytes)
        whole.append(crc32(whole.bytes))
        return Self.prefix + Data(whole.bytes).base64URL
    }

    /// Reads what ``stringValue`` wrote.
    ///
    /// - Throws: `invalidIdentifier`, with a message that tells damage from a foreign text and from a newer version.
    public init(stringValue: String) throws(PhotoLibraryError) {
        func invalid(_ message: String) -> PhotoLibraryError {
            PhotoLibraryError(.invalidIdentifier, message, identifier: String(stringValue.prefix(40)))
        }
        guard stringValue.hasPrefix(Self.family) else {
            throw invalid("This is no cloud identifier; one begins with “\(Self.prefix)”. Copy it whole.")
        }
        guard stringValue.hasPrefix(Self.prefix) else {
            throw invalid(
                "This cloud identifier is of another version. Use the version of photos that made it, or newer.")
        }
        guard stringValue.utf8.count <= Self.maximumCharacters else {
            throw invalid("This cloud identifier is too long to be one. Copy exactly one line.")
        }
        guard let whole = Data(base64URL: stringValue.dropFirst(Self.prefix.count)), whole.count > 4 else {
            throw invalid("This cloud identifier is damaged: it has characters that cannot be there. Copy it again.")
        }
        var reader = ByteReader([UInt8](whole))
        guard let body = reader.bytes(whole.count - 4), let checksum = reader.uint32(), checksum == crc32(body) else {
            throw invalid("This cloud identifier is damaged or cut short: its checksum is wrong. Copy it again.")
        }
        guard let identifier = Self.parse(ByteReader(body)) else {
            throw invalid(
                "This cloud identifier holds fields this version does not know. Use a newer version of photos.")
        }
        self = identifier
    }

    private static func parse(_ bytes: ByteReader) -> CloudIdentifier? {
        var reader = bytes
        guard let kind = reader.uint8().flatMap(Kind.init(rawValue:)), let rawFields = reader.uint8(),
            Fields(rawValue: rawFields).isSubset(of: .all),
            let stableID = reader.bytes(16), let sha256Prefix = reader.bytes(16)
        else { return nil }
        let fields = Fields(rawValue: rawFields)
        var evidence = Evidence(
            sha256Prefix: sha256Prefix, imageDataPrefix: nil, orientation: .up, signature: nil, captureTime: nil,
            uniqueIDPrefix: nil)
        if fields.contains(.imageData) {
            guard let prefix = reader.bytes(16),
                let orientation = reader.uint8().flatMap({ Orientation(rawValue: Int($0)) })
            else { return nil }
            evidence.imageDataPrefix = prefix
            evidence.orientation = orientation
        }
        var signature: ContentSignature?
        if fields.contains(.signature) {
            guard let version = reader.uint8(), let hash = reader.bytes(32).flatMap({ PerceptualHash(bytes: $0) }),
                let quality = reader.uint8(), let width = reader.uint32(), let height = reader.uint32()
            else { return nil }
            signature = ContentSignature(
                version: Int(version), hash: hash, quality: Int(quality), thumbnail: [],
                size: PixelSize(width: Int(width), height: Int(height)))
        }
        if fields.contains(.captureTime) {
            guard let year = reader.uint16(), let clock = reader.bytes(5), let nanosecond = reader.uint32(),
                let offset = reader.uint16().map({ Int16(bitPattern: $0) })
            else { return nil }
            evidence.captureTime = CaptureTime(
                year: Int(year), month: Int(clock[0]), day: Int(clock[1]), hour: Int(clock[2]), minute: Int(clock[3]),
                second: Int(clock[4]), nanosecond: nanosecond == .max ? nil : Int(nanosecond),
                offsetMinutes: offset == .max ? nil : Int(offset))
        }
        if fields.contains(.uniqueID) {
            guard let prefix = reader.bytes(8) else { return nil }
            evidence.uniqueIDPrefix = prefix
        }
        if fields.contains(.thumbnail) {
            let side = ContentSignature.thumbnailSide
            guard let bare = signature, let thumbnail = reader.bytes(side * side) else { return nil }
            signature = ContentSignature(
                version: bare.version, hash: bare.hash, quality: bare.quality, thumbnail: thumbnail, size: bare.size)
        }
        guard reader.isAtEnd else { return nil }
        evidence.signature = signature
        return CloudIdentifier(kind: kind, stableID: stableID, evidence: evidence)
    }
}

extension Data {
    fileprivate var base64URL: String {
        base64EncodedString().replacingOccurrences(of: "+", with: "-").replacingOccurrences(of: "/", with: "_")
            .replacingOccurrences(of: "=", with: "")
    }

    fileprivate init?(base64URL text: some StringProtocol) {
        guard text.utf8.allSatisfy({ $0 != UInt8(ascii: "+") && $0 != UInt8(ascii: "/") }) else { return nil }
        let standard = text.replacingOccurrences(of: "-", with: "+").replacingOccurrences(of: "_", with: "/")
        let padding = String(repeating: "=", count: (4 - standard.utf8.count % 4) % 4)
        // The last character may have bits to spare, which decoding ignores: a text is right only as it was written.
        guard let data = Data(base64Encoded: standard + padding), data.base64URL == text else { return nil }
        self = data
    }
}
