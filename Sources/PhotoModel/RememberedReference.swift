public import Foundation

/// A cloud identifier that a library keeps and asks for again whenever photos arrive.
public struct RememberedReference: Sendable, Hashable {
    /// The cloud identifier's text.
    public let identifier: String
    /// Since when it is kept.
    public let addedDate: Date
    /// When the photo was found; `nil` while it is waited for.
    public let resolvedDate: Date?
    /// The asset it turned out to mean; `nil` while it is waited for.
    public let localIdentifier: String?

    /// A kept identifier.
    package init(identifier: String, addedDate: Date, resolvedDate: Date?, localIdentifier: String?) {
        self.identifier = identifier
        self.addedDate = addedDate
        self.resolvedDate = resolvedDate
        self.localIdentifier = localIdentifier
    }
}
