/// Answers the requests of one connection.
package protocol MessageHandler: AnyObject, Sendable {
    /// The answer to a request.
    ///
    /// It blocks, and is called on several threads at a time.
    func answer(_ request: Message) -> Message

    /// Lets the running ``answer(_:)`` calls return soon, because the connection has ended.
    ///
    /// Called once, on another thread than the answers. It returns at once.
    func cancelRequests()

    /// The connection has ended, and the last ``answer(_:)`` has returned.
    ///
    /// Called once, after ``cancelRequests()``.
    func connectionDidEnd()
}
