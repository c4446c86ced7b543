/// The kind of a frame between an app and the broker.
///
/// The app sends `hello` once, and the broker answers `welcome` or `refusal`. Then the app sends requests, and the
/// broker sends their answers in any order, and events at any time. A request or an answer is any number of `content`
/// and `bytes` followed by one `lastContent` or `lastBytes`, all with the number of the request. The frames of one
/// request follow each other; those of different answers may alternate.
enum MessageFrameKind: UInt8 {
    /// ``Hello``.
    case hello = 1
    /// The bytes for the app's `welcome`.
    case welcome
    /// A `PhotoLibraryError` in JSON. Its meaning is the same in all versions.
    case refusal
    /// A part of ``Message/content``, not empty.
    case content
    /// A part of ``Message/bytes``, not empty.
    case bytes
    /// The last part of a message that has no bytes.
    case lastContent
    /// The last part of a message, which belongs to ``Message/bytes``.
    case lastBytes
    /// The bytes of an event.
    case event
}
