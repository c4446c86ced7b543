package import Foundation

/// Sends events to one client.
///
/// Events never pile up: an event replaces an unsent one of the same kind. Methods return at once and are thread-safe.
package final class EventSender: Sendable {
    private let listener: MessageListener
    private let connection: ConnectionNumber

    init(_ listener: MessageListener, _ connection: ConnectionNumber) {
        (self.listener, self.connection) = (listener, connection)
    }

    /// Sends an event, after the welcome and before answers that are waiting.
    ///
    /// An event that does not fit into a frame (1 MiB) closes the connection: without the event the client would know
    /// something wrong.
    package func send(_ event: Data, kind: UInt8) { listener.send(event, kind: kind, to: connection) }

    /// Closes the connection, after one attempt to send the events.
    package func close() { listener.close(connection) }
}
