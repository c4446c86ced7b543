package import Originals

/// An object of a store, as the service states it.
package struct StoreObject: Sendable, Hashable {
    package let key: StoreKey
    /// The number of its bytes in the store; of an encrypted object that of the encrypted bytes.
    package let size: Int64
    /// What changes with its bytes: the entity tag of a service, or the state of a file.
    package let version: ByteVersion

    package init(key: StoreKey, size: Int64, version: ByteVersion) {
        self.key = key
        self.size = size
        self.version = version
    }
}

/// The name of an object in a store, or the first characters of the names of several.
///
/// Components of ASCII letters, digits, `-`, `_` and `.`, with `/` between them, of at most 1,024 characters together.
/// No component is empty, `.` or `..`, except that a prefix may end with `/`.
package struct StoreKey: Sendable, Hashable, CustomStringConvertible {
    package let text: String

    /// `nil` for a text that is no key.
    package init?(_ text: String) {
        guard text.utf8.count <= 1024, text.utf8.allSatisfy(Self.isAllowed) else { return nil }
        let components = text.utf8.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false)
        for (index, component) in components.enumerated() {
            let isEndOfPrefix = component.isEmpty && index == components.count - 1
            guard isEndOfPrefix || !(component.isEmpty || component.allSatisfy { $0 == UInt8(ascii: ".") }) else {
                return nil
            }
        }
        self.text = text
    }

    /// A text that is a key by its form.
    init(valid text: String) { self.text = text }

    package var description: String { text }

    private static func isAllowed(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "_"), UInt8(ascii: "."),
            UInt8(ascii: "/"):
            true
        default: false
        }
    }
}
