/// An object that a change creates.
///
/// Its identifier may be used at once in the same block, and elsewhere after the block has succeeded.
public struct ObjectPlaceholder: Sendable, Hashable {
    /// The local identifier.
    public let localIdentifier: String
}
