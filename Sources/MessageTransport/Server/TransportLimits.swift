/// The limits of one listener.
///
/// Each connection has an equal share of the requests and of the unsent bytes. When its share is used up, the listener
/// stops reading from the connection until an answer was sent.
package struct TransportLimits: Sendable {
    /// The number of connections at a time.
    package var connections = 8
    /// The number of requests that wait or run, for all connections together.
    package var requests = 64
    /// The number of requests that run at a time.
    package var runningRequests = 4
    /// The size of a request in bytes, and of the waiting requests of a connection together.
    package var requestBytes = 4 << 20
    /// The bytes of answers that clients have not taken, for all connections together, after which no request is
    /// started.
    package var unsentBytes = 8 << 20
    /// The time within which a started request must be complete, and a frame of an answer be taken.
    package var frameTime = Duration.seconds(30)
    /// The time within which a client must say hello.
    package var helloTime = Duration.seconds(5)

    package init() {}

    var requestsOfConnection: Int { max(1, requests / max(1, connections)) }
    var unsentBytesOfConnection: Int { max(1, unsentBytes / max(1, connections)) }
}
