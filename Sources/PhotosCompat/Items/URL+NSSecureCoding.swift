public import Foundation

// On Apple's systems `item as? URL` and `item as? Data` succeed for an item of `NSItemProvider.loadItem`. The compiler
// on Linux refuses these casts of `any NSSecureCoding` unless the types conform to it. They are encoded as Foundation's
// classes.

extension URL: @retroactive NSCoding, @retroactive NSSecureCoding {
    /// True.
    public static var supportsSecureCoding: Bool { true }

    /// Encodes the values of an `NSURL`.
    public func encode(with coder: NSCoder) { (self as NSURL).encode(with: coder) }

    /// A URL with the values of an `NSURL`.
    public init?(coder: NSCoder) {
        guard let url = NSURL(coder: coder) else { return nil }
        self = url as URL
    }
}

extension Data: @retroactive NSCoding, @retroactive NSSecureCoding {
    /// True.
    public static var supportsSecureCoding: Bool { true }

    /// Encodes the bytes of an `NSData`.
    public func encode(with coder: NSCoder) { (self as NSData).encode(with: coder) }

    /// The bytes of an `NSData`.
    public init?(coder: NSCoder) {
        guard let data = NSData(coder: coder) else { return nil }
        self = data as Data
    }
}
