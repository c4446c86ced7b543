package import AssetLoading
package import Foundation
package import PhotoModel

/// A library in another process.
///
/// A function sends requests to that process and returns the answers. Events from that process are passed to
/// ``receive(_:)``.
package final class LibraryClient: LibraryService {
    package let access: LibraryAccess
    let numbers = ObjectNumbers()
    private let connection: Connection
    private let events = PushedEvents()

    /// A client of a process that is connected now.
    ///
    /// - Parameter send: Carries the bytes of a request and returns those of the answer. It blocks, and is called on
    ///   several threads.
    /// - Throws: What `send` throws.
    package init(_ send: @escaping @Sendable (Data) throws -> Data) throws {
        connection = Connection(send: send)
        access = try connection.send(.access)
    }

    /// Handles the bytes of a ``LibraryEvent`` from the other process.
    package func receive(_ event: Data) { events.receive(event) }

    package var reader: any LibraryReader { self }

    package var resources: ResourceStore { ResourceStore(opener: RemoteResources(connection)) }

    package func watch() throws(PhotoLibraryError) -> any LibraryWatch {
        if let reason = events.unavailability { throw reason }
        return events
    }

    package func beginChanges() throws(PhotoLibraryError) -> any ChangeSession {
        RemoteChangeSession(number: try connection.send(.beginChanges), connection)
    }

    package func cloudIdentifiers(
        of localIdentifiers: [String], _ batch: any BatchFollower
    ) -> [String: Result<CloudIdentifier, any Error>] {
        let answers: [Result<CloudIdentifier, any Error>] = answers(for: localIdentifiers, batch) {
            .cloudIdentifiers($0)
        }
        return Dictionary(zip(localIdentifiers, answers)) { first, _ in first }
    }

    package func resolve(
        _ identifiers: [CloudIdentifier], _ batch: any BatchFollower
    ) -> [Result<Resolution, any Error>] {
        answers(for: identifiers, batch) { .resolve($0) }
    }

    /// Sends a hundred items at a time, so that progress is reported often and a cancellation takes effect soon.
    private func answers<Item, Value: Codable & Sendable>(
        for items: [Item], _ batch: any BatchFollower, _ request: ([Item]) -> LibraryRequest
    ) -> [Result<Value, any Error>] {
        stride(from: 0, to: items.count, by: 100).flatMap { start -> [Result<Value, any Error>] in
            let some = Array(items[start..<min(start + 100, items.count)])
            guard !batch.isCancelled else { return some.map { _ in .failure(PhotoLibraryError.cancelledBeforeItem) } }
            do {
                let outcomes: [Outcome<Value>] = try connection.send(request(some))
                guard outcomes.count == some.count else { throw Connection.unreadable() }
                for _ in some { batch.itemIsDone() }
                return outcomes.map(\.result)
            } catch { return some.map { _ in .failure(error) } }
        }
    }

    func send<Answer: Codable & Sendable>(_ request: LibraryRequest) throws(PhotoLibraryError) -> Answer {
        try connection.send(request)
    }
}

/// Sends requests to the other process.
struct Connection: Sendable {
    let send: @Sendable (Data) throws -> Data

    /// The answer to a request.
    ///
    /// - Throws: The error of the other process; `libraryUnavailable` if the request cannot be sent; `internalError` for a
    ///   request that cannot be encoded or an answer that cannot be read.
    func send<Answer: Codable & Sendable>(_ request: LibraryRequest) throws(PhotoLibraryError) -> Answer {
        let bytes: Data
        do { bytes = try MessageCoding.encode(request) } catch {
            throw PhotoLibraryError(.internalError, "The request cannot be encoded: \(error)", cause: error)
        }
        let answer: Data
        do { answer = try send(bytes) } catch let error as PhotoLibraryError { throw error } catch {
            throw PhotoLibraryError(
                .libraryUnavailable, "The library's process cannot be reached: \(error)", cause: error)
        }
        let outcome: Outcome<Answer>
        do { outcome = try MessageCoding.decode(Outcome<Answer>.self, from: answer) } catch {
            throw Self.unreadable(error)
        }
        switch outcome {
        case .success(let value): return value
        case .failure(let error): throw error
        }
    }

    static func unreadable(_ cause: (any Error)? = nil) -> PhotoLibraryError {
        PhotoLibraryError(
            .internalError, "The answer of the library's process cannot be read: its version may be another one.",
            cause: cause)
    }
}

/// The watch of a library in another process.
private final class PushedEvents: LibraryWatch {
    private let signals = ChangeSignals()

    var unavailability: PhotoLibraryError? { signals.unavailability }

    func changeSignal() -> AsyncStream<Void> { signals.stream(for: self) }

    /// An event that cannot be decoded counts as a change, because an unnecessary read misses no change.
    func receive(_ event: Data) {
        switch (try? MessageCoding.decode(LibraryEvent.self, from: event)) ?? .changed {
        case .changed: signals.yield()
        case .unavailable(let error): signals.finish(error)
        }
    }
}
