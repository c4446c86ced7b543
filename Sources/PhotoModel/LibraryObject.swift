/// What the library names by a local identifier: what PhotoKit calls an object.
public protocol LibraryObject: Hashable, Sendable, Identifiable where ID == String {
    /// Names the object in this library, for ever.
    var localIdentifier: String { get }
}

extension LibraryObject {
    /// The local identifier.
    public var id: String { localIdentifier }
}
