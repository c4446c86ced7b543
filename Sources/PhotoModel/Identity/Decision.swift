public import Foundation

/// A user's decision whether two pictures are the same photo.
///
/// A decision is stored with digests of the contents of the pictures, not with assets. The decision is therefore still
/// valid after a photo was moved or imported again, and in another library.
public struct Decision: Sendable, Hashable {
    /// The two contents, 16 bytes each, in lexicographic order (``CloudIdentifier/Evidence/content``).
    public let contents: [[UInt8]]
    /// Whether the pictures are the same photo.
    public let isSame: Bool
    /// The date of the decision.
    public let date: Date

    /// Creates a decision about two contents in any order.
    public init(_ one: [UInt8], _ other: [UInt8], isSame: Bool, date: Date = Date()) {
        contents = one.lexicographicallyPrecedes(other) ? [one, other] : [other, one]
        self.isSame = isSame
        self.date = date
    }

    /// The identifier of the pair in the change history.
    ///
    /// It is ``contents`` in lower-case hexadecimal digits, with a hyphen between them.
    public var identifier: String { contents.map(\.hexadecimal).joined(separator: "-") }

    /// The other content; `nil` if the decision is not about `content`.
    public func other(than content: [UInt8]) -> [UInt8]? {
        contents[0] == content ? contents[1] : contents[1] == content ? contents[0] : nil
    }
}

extension CloudIdentifier.Evidence {
    /// The 16 bytes with which a decision about the picture is stored: its image-data digest, otherwise its SHA-256.
    public var content: [UInt8] { imageDataPrefix ?? sha256Prefix }
}

extension AssetResource {
    /// The 16 bytes with which a decision about the picture is stored: its image-data digest, otherwise its SHA-256.
    public var content: [UInt8] { (imageDataDigest ?? sha256).prefix128 }
}
