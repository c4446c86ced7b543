public import Foundation

/// What a person said of two pictures: that they are the same photo, or that they are not.
///
/// Kept by content and not by asset: it holds also when a photo was moved, imported again, or is another library's.
public struct Decision: Sendable, Hashable {
    /// The two contents, the lesser first: see ``CloudIdentifier/Evidence/content``.
    public let contents: [[UInt8]]
    /// Whether they are the same photo.
    public let isSame: Bool
    /// When it was said.
    public let date: Date

    /// A decision about two contents in any order.
    public init(_ one: [UInt8], _ other: [UInt8], isSame: Bool, date: Date = Date()) {
        contents = one.lexicographicallyPrecedes(other) ? [one, other] : [other, one]
        self.isSame = isSame
        self.date = date
    }

    /// The two contents in hexadecimal digits, the lesser first, with a hyphen between: names the pair in the change history.
    public var identifier: String { contents.map(\.hexadecimal).joined(separator: "-") }

    /// The other content, if this is about `content`.
    public func other(than content: [UInt8]) -> [UInt8]? {
        contents[0] == content ? contents[1] : contents[1] == content ? contents[0] : nil
    }
}

extension CloudIdentifier.Evidence {
    /// What a person's decisions about the picture are kept by: its image data, else its bytes; 16 bytes.
    public var content: [UInt8] { imageDataPrefix ?? sha256Prefix }
}

extension AssetResource {
    /// What a person's decisions about the picture are kept by: its image data, else its bytes; 16 bytes.
    public var content: [UInt8] { (imageDataDigest ?? sha256).prefix128 }
}
