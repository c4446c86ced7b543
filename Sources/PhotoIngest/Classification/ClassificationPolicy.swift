/// What a source wants of files whose photos the library has or had.
struct ClassificationPolicy: Sendable {
    /// Whether the library is to keep the bytes itself: what it only references is not enough.
    var keepsCopies: Bool
    /// Whether what the owner deleted is brought back.
    var restoresDeleted = false
    /// Whether a file that is said to belong to a photo becomes that photo's also if another photo has the same bytes.
    var sharesAttachedFiles = false
}
