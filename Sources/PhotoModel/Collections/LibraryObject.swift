/// An object with a local identifier.
///
/// It corresponds to PhotoKit's `PHObject`.
public protocol LibraryObject: Hashable, Sendable, Identifiable where ID == String {
    /// The permanent identifier of the object in this library.
    var localIdentifier: String { get }
}

extension LibraryObject {
    /// The local identifier.
    public var id: String { localIdentifier }
}
