public import Foundation
internal import OpenPhotoKit

/// A position in the history of one library on this device.
public final class PHPersistentChangeToken: NSObject, NSCopying, NSSecureCoding, Sendable {
    /// `nil` if the history could not be read.
    let token: PersistentChangeToken?

    init(_ token: PersistentChangeToken?) { self.token = token }

    /// Whether both are the same position in the same history.
    override public func isEqual(_ object: Any?) -> Bool {
        guard let other = object as? PHPersistentChangeToken else { return false }
        return other.token == token
    }

    /// Hashes the position.
    override public var hash: Int { token.hashValue }

    /// The token itself.
    public func copy(with zone: NSZone? = nil) -> Any { self }

    // MARK: NSSecureCoding

    /// `true`.
    public static var supportsSecureCoding: Bool { true }

    /// Reads a token; `nil` if the archive has none.
    public convenience init?(coder: NSCoder) {
        guard let text = coder.decodeObject(of: NSString.self, forKey: "token") else { return nil }
        self.init(try? PersistentChangeToken(archivalStringValue: text._bridgeToSwift()))
    }

    /// Writes the token.
    public func encode(with coder: NSCoder) {
        coder.encode((token?.archivalStringValue ?? "")._bridgeToObjectiveC(), forKey: "token")
    }
}
