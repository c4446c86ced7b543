/// How a source wants files to be classified whose photos the library has or had.
struct ClassificationPolicy: Sendable {
    /// Whether the library must store the bytes itself, and not only a reference.
    var keepsCopies: Bool
    /// Whether photos that the owner deleted are restored.
    var restoresDeleted = false
    /// Whether a copy of a file that the library has in a remote store only is stored.
    var bringsBack = false
    /// Whether a file that belongs to a photo is attached to it even if another photo has the same bytes.
    var sharesAttachedFiles = false
    /// Whether a file to which the library refers, and which has other bytes now, is read again as the same file.
    var updatesReferences = false
    /// Whether a file with the image data of an asset, in other bytes, becomes a file of that asset.
    var addsAlternates = true
}
