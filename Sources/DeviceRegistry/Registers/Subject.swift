/// The object that a register is about, named as on every device.
package struct Subject: Hashable, Sendable {
    /// The kind of an object.
    ///
    /// Segments have these numbers, so they never change.
    package struct Kind: Hashable, Sendable {
        package let code: UInt8

        package init(code: UInt8) { self.code = code }

        /// An asset, by its stable id.
        package static let asset = Kind(code: 1)
        /// An album, by its stable id.
        package static let album = Kind(code: 2)
        /// A folder, by its stable id.
        package static let folder = Kind(code: 3)
        /// Two contents of 16 bytes about which a person decided, the lesser first.
        package static let contents = Kind(code: 4)
        /// A device, by its writer.
        package static let device = Kind(code: 5)
    }

    package let kind: Kind
    package let id: [UInt8]

    package init(_ kind: Kind, _ id: [UInt8]) {
        self.kind = kind
        self.id = id
    }

    /// The greatest number of bytes of an ``id``.
    static let maximumSize = 255
}

extension Subject: Comparable {
    package static func < (one: Subject, other: Subject) -> Bool {
        one.kind == other.kind ? one.id.lexicographicallyPrecedes(other.id) : one.kind.code < other.kind.code
    }
}
