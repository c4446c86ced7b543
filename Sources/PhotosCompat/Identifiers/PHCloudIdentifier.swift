public import Foundation
internal import OpenPhotoKit

/// Identifies the same photo, album or folder on every device.
///
/// It may also contain a text that is not an identifier, which finds nothing.
public final class PHCloudIdentifier: NSObject, NSCopying, NSSecureCoding, Sendable {
    /// The text form, which can be sent to other devices.
    public let stringValue: String
    /// `nil` if the text is not an identifier.
    let identifier: CloudIdentifier?

    /// The identifier of a text, which may be damaged.
    public init(stringValue: String) {
        self.stringValue = stringValue
        identifier = try? CloudIdentifier(stringValue: stringValue)
    }

    init(_ identifier: CloudIdentifier) {
        stringValue = identifier.stringValue
        self.identifier = identifier
    }

    /// The text form: the same as ``stringValue``.
    public var archivalStringValue: String { stringValue }

    /// The identifier in a text; `nil` if the text is not an identifier, is damaged or has a newer version.
    public convenience init?(archivalStringValue archivalString: String) {
        guard let identifier = try? CloudIdentifier(stringValue: archivalString) else { return nil }
        self.init(identifier)
    }

    /// Whether both identify the same object, whatever evidence they carry.
    override public func isEqual(_ object: Any?) -> Bool {
        guard let other = object as? PHCloudIdentifier else { return false }
        guard let identifier else { return other.identifier == nil && other.stringValue == stringValue }
        return other.identifier == identifier
    }

    /// Hashes the identity, without the evidence.
    override public var hash: Int { identifier?.hashValue ?? stringValue.hashValue }

    /// The identifier itself.
    public func copy(with zone: NSZone? = nil) -> Any { self }

    // MARK: NSSecureCoding

    /// `true`.
    public static var supportsSecureCoding: Bool { true }

    /// Reads the text.
    public convenience init?(coder: NSCoder) {
        guard let text = coder.decodeObject(of: NSString.self, forKey: "stringValue") else { return nil }
        self.init(stringValue: text._bridgeToSwift())
    }

    /// Writes the text.
    public func encode(with coder: NSCoder) { coder.encode(stringValue._bridgeToObjectiveC(), forKey: "stringValue") }
}
