public import Foundation

/// A cloud identifier that a library stores and resolves again after each import.
public struct RememberedReference: Sendable, Hashable {
    /// The cloud identifier's text.
    public let identifier: String
    /// The date since which it is stored.
    public let addedDate: Date
    /// The date when the object was found; `nil` while the identifier is unresolved.
    public let resolvedDate: Date?
    /// The local identifier of the found object; `nil` while the identifier is unresolved.
    public let localIdentifier: String?

    /// Creates a reference.
    package init(identifier: String, addedDate: Date, resolvedDate: Date?, localIdentifier: String?) {
        self.identifier = identifier
        self.addedDate = addedDate
        self.resolvedDate = resolvedDate
        self.localIdentifier = localIdentifier
    }
}
