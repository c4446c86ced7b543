package import Foundation
package import LibraryInterface
package import MessageTransport
package import Originals
package import PhotoModel
internal import Synchronization

/// A library in another process.
///
/// A function sends requests to that process and returns the answers. Events from that process are passed to
/// ``receive(_:)``.
package final class LibraryClient: LibraryService {
    let numbers = ObjectNumbers()
    private let connection: Connection
    private let events = PushedEvents()
    /// The selections on pages that have changed.
    private let picks = ChangeSignals()
    /// The last known state, `nil` if the process said that it changed, and how often that was said.
    private let state = Mutex<(known: AppState?, changes: Int)>((nil, 0))

    /// A client of a process that is connected now.
    ///
    /// - Parameter send: Carries a request and returns the answer. It blocks, and is called on several threads. The
    ///   second argument says whether the request may be sent again on another connection.
    package init(_ send: @escaping @Sendable (Message, Bool) throws -> Message) {
        connection = Connection(send: send)
    }

    /// Handles the bytes of a ``LibraryEvent`` from the other process.
    package func receive(_ event: Data) {
        // After an event that cannot be decoded, all is read again, because an unnecessary read misses no change.
        switch (try? MessageCoding.decode(LibraryEvent.self, from: event)) ?? .accessChanged {
        case .changed: events.signals.yield()
        case .accessChanged: forget()
        case .pickChanged: picks.yield()
        case .unavailable(let error):
            events.signals.finish(error)
            picks.finish(error)
        }
    }

    /// Counts everything as changed, after events may have been lost.
    package func forget() {
        forgetState()
        events.signals.yield()
        picks.yield()
    }

    private func forgetState() {
        state.withLock { state in
            state.known = nil
            state.changes &+= 1
        }
    }

    package func appState() throws(PhotoLibraryError) -> AppState {
        let (known, changes) = state.withLock { $0 }
        if let known { return known }
        let new: AppState = try connection.send(.appState)
        // An event may have come after the answer was made.
        state.withLock { if $0.changes == changes { $0.known = new } }
        return new
    }

    /// The access; none while the process cannot be asked.
    package var access: LibraryAccess { (try? appState().access) ?? .none(app: "") }

    package func ask(for request: AppAccess.Request) throws(PhotoLibraryError) {
        let _: Bool = try connection.send(.ask(request))
        // The request waits for the owner now.
        forgetState()
    }

    package var reader: any LibraryReader { self }

    package var originals: any Originals { BrokeredOriginals(connection) }

    package func pictureAtHand(
        of resource: AssetResource, in asset: String, upTo best: KeptRendition
    ) throws(PhotoLibraryError) -> PictureAtHand? {
        let (answer, bytes): (AnsweredPicture, Data) = try connection.sendForBytes(
            .pictureAtHand(resource, in: asset, upTo: best))
        return switch answer {
        case .none: nil
        case .gray: .gray(bytes)
        case .previewPicture: .previewPicture(bytes)
        case .rendition(let kept): .rendition(kept, bytes)
        }
    }

    package func watch() throws(PhotoLibraryError) -> any LibraryWatch {
        if let reason = events.unavailability { throw reason }
        return events
    }

    package func beginChanges(_ id: UUID) throws(PhotoLibraryError) -> any ChangeSession {
        RemoteChangeSession(id, number: try connection.send(.beginChanges(id)), connection)
    }

    package func wasCommitted(_ id: UUID) throws(PhotoLibraryError) -> Bool { try connection.send(.wasCommitted(id)) }

    package func beginPick(
        _ configuration: PickerConfiguration, onChange: @escaping @Sendable () -> Void
    ) throws(PhotoLibraryError) -> any PickSession {
        if let reason = events.unavailability { throw reason }
        let signal = picks.stream(for: events)
        return RemotePickSession(try connection.send(.beginPick(configuration)), connection, signal, onChange)
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
        _ identifiers: [CloudIdentifier], onlySynced: Bool, _ batch: any BatchFollower
    ) -> [Result<Resolution, any Error>] {
        // An album is found by the photos that are named with it.
        let hasCollections = identifiers.contains { $0.kind != .asset }
        return answers(
            for: identifiers, atOnce: hasCollections ? LibraryServer.maximumObjects : Self.itemsAtOnce, batch
        ) {
            .resolve($0, onlySynced: onlySynced)
        }
    }

    /// The usual number of items in a request.
    private static let itemsAtOnce = 100

    /// Sends some items at a time: the fewer, the more often progress is reported and the sooner a cancellation takes
    /// effect.
    private func answers<Item, Value: Codable & Sendable>(
        for items: [Item], atOnce most: Int = itemsAtOnce, _ batch: any BatchFollower,
        _ request: ([Item]) -> LibraryRequest
    ) -> [Result<Value, any Error>] {
        stride(from: 0, to: items.count, by: most).flatMap { start -> [Result<Value, any Error>] in
            let some = Array(items[start..<min(start + most, items.count)])
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

    /// The identifiers that are the answer to a request.
    func sendForIdentifiers(_ request: LibraryRequest) throws(PhotoLibraryError) -> [String] {
        let (listed, bytes): ([String], Data) = try connection.sendForBytes(request)
        guard listed.isEmpty else { return listed }
        guard let identifiers = PackedIdentifiers.unpack(bytes) else { throw Connection.unreadable() }
        return identifiers
    }
}

/// Sends requests to the other process.
struct Connection: Sendable {
    let send: @Sendable (Message, Bool) throws -> Message

    /// The answer to a request.
    ///
    /// - Throws: The error of the other process; `libraryUnavailable` if the request cannot be sent; `internalError`
    ///   for a request that cannot be encoded or an answer that cannot be read.
    func send<Answer: Codable & Sendable>(
        _ request: LibraryRequest, _ bytes: Data = Data()
    ) throws(PhotoLibraryError) -> Answer {
        try sendForBytes(request, bytes).0
    }

    /// The answer to a request, and the bytes beside it.
    func sendForBytes<Answer: Codable & Sendable>(
        _ request: LibraryRequest, _ bytes: Data = Data()
    ) throws(PhotoLibraryError) -> (Answer, Data) {
        let content: Data
        do { content = try MessageCoding.encode(request) } catch {
            throw PhotoLibraryError(.internalError, "The request cannot be encoded: \(error)", cause: error)
        }
        let answer: Message
        do { answer = try send(Message(content: content, bytes: bytes), request.isRepeatable) } catch let error
            as PhotoLibraryError
        { throw error } catch {
            throw PhotoLibraryError(
                .libraryUnavailable, "The library's process cannot be reached: \(error)", cause: error)
        }
        let outcome: Outcome<Answer>
        do { outcome = try MessageCoding.decode(Outcome<Answer>.self, from: answer.content) } catch {
            throw Self.unreadable(error)
        }
        switch outcome {
        case .success(let value): return (value, answer.bytes)
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
    let signals = ChangeSignals()

    var unavailability: PhotoLibraryError? { signals.unavailability }

    func changeSignal() -> AsyncStream<Void> { signals.stream(for: self) }
}
