internal import Foundation

// The text form, version 2: "opk2_" and base64url of these bytes; integers are little-endian:
//
//   kind 1 · stable id 16 · description of the subject · CRC-32 (ISO 3309) of all bytes before, 4
extension CloudIdentifier {
    private static let family = "opk"
    private static let prefix = "opk2_"
    /// How the texts of earlier versions begin, whose contents are not read.
    private static let earlierPrefixes = ["opk0_", "opk1_"]
    /// The greatest length of a text that is decoded.
    ///
    /// No identifier is longer.
    private static let maximumCharacters = 2048

    /// The identifier as text: letters, digits, `-` and `_`.
    ///
    /// It contains a small picture unless the identifier is compact.
    public var stringValue: String {
        var whole = ByteWriter()
        whole.append([kind.rawValue])
        whole.append(stableID)
        switch subject {
        case .asset(let evidence): whole.append(evidence.bytes)
        case .album(let evidence), .folder(let evidence): whole.append(evidence.bytes)
        }
        whole.append(crc32(whole.bytes))
        return Self.prefix + Data(whole.bytes).base64URL
    }

    /// Reads the text that ``stringValue`` gives.
    ///
    /// - Throws: `invalidIdentifier`. The message states whether the text is damaged, is not an identifier, or has
    ///   the format of a newer version.
    public init(stringValue: String) throws(PhotoLibraryError) {
        func invalid(_ message: String, _ remedy: PhotoLibraryError.Remedy? = nil) -> PhotoLibraryError {
            PhotoLibraryError(
                .invalidIdentifier, message, remedy: remedy, identifier: String(stringValue.prefix(40)))
        }
        guard stringValue.hasPrefix(Self.family) else {
            throw invalid("This is not a cloud identifier, which begins with “\(Self.prefix)”. Copy it whole.")
        }
        guard !Self.earlierPrefixes.contains(where: stringValue.hasPrefix) else {
            throw invalid(
                "This cloud identifier is of an earlier version and cannot be compared any more. Make it again from "
                    + "its photo, with this version of OpenPhotoKit.", .identify)
        }
        guard stringValue.hasPrefix(Self.prefix) else {
            throw invalid(
                "This cloud identifier is of a newer version. Use the version of OpenPhotoKit that made it, or newer.")
        }
        guard stringValue.utf8.count <= Self.maximumCharacters else {
            throw invalid("This text is too long for a cloud identifier. Copy exactly one line.")
        }
        guard stringValue.count > Self.prefix.count else {
            throw invalid("This cloud identifier is cut short: nothing follows “\(Self.prefix)”. Copy it whole.")
        }
        guard let whole = Data(base64URL: stringValue.dropFirst(Self.prefix.count)), whole.count > 4 else {
            throw invalid("This cloud identifier is damaged or cut short. Copy it again.")
        }
        var reader = ByteReader([UInt8](whole))
        guard let body = reader.bytes(whole.count - 4), let checksum = reader.uint32(), checksum == crc32(body) else {
            throw invalid("This cloud identifier is damaged or cut short: its checksum is wrong. Copy it again.")
        }
        guard let identifier = Self.parse(ByteReader(body)) else {
            throw invalid(
                "This cloud identifier contains fields that this version does not know. Use a newer version of OpenPhotoKit."
            )
        }
        self = identifier
    }

    private static func parse(_ bytes: ByteReader) -> CloudIdentifier? {
        var reader = bytes
        guard let kind = reader.uint8().flatMap(Kind.init(rawValue:)), let stableID = reader.bytes(16) else {
            return nil
        }
        let subject: Subject? =
            switch kind {
            case .asset: Evidence(&reader).map { .asset($0) }
            case .album: CollectionEvidence(&reader).map { .album($0) }
            case .folder: CollectionEvidence(&reader).map { .folder($0) }
            }
        guard reader.isAtEnd else { return nil }
        return subject.map { CloudIdentifier(stableID: stableID, subject: $0) }
    }
}

// The description of an album or folder: title prefix 8 · count 4 · number of named members 1 · each member 6.
extension CloudIdentifier.CollectionEvidence {
    fileprivate var bytes: [UInt8] {
        var body = ByteWriter()
        body.append(titlePrefix)
        body.append(UInt32(clamping: count))
        body.append(UInt8(clamping: members.count))
        body.append(Array(members.joined()))
        return body.bytes
    }

    fileprivate init?(_ reader: inout ByteReader) {
        guard let titlePrefix = reader.bytes(8), let count = reader.uint32(), let named = reader.uint8() else {
            return nil
        }
        let members = (0..<Int(named)).compactMap { _ in reader.bytes(Self.memberSize) }
        guard members.count == Int(named) else { return nil }
        self.init(titlePrefix: titlePrefix, count: Int(count), members: members)
    }
}

extension CloudIdentifier: Codable {
    /// Reads ``stringValue``.
    public init(from decoder: any Decoder) throws {
        try self.init(stringValue: decoder.singleValueContainer().decode(String.self))
    }

    /// Writes ``stringValue``.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(stringValue)
    }
}
