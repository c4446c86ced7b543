import Foundation
import LibraryRPC
import Synchronization
import Testing

@testable import OpenPhotoKit

/// Runs each test twice: with the library, and with a client that has only a function from bytes to bytes and receives
/// pushed events.
struct Messages: SuiteTrait, TestTrait, TestScoping {
    /// Whether the libraries of ``Scene`` are read and changed through a client.
    @TaskLocal static var areUsed = false

    var isRecursive: Bool { true }

    func provideScope(
        for test: Test, testCase: Test.Case?, performing function: @Sendable () async throws -> Void
    ) async throws {
        try await function()
        guard testCase != nil else { return }
        try await Self.$areUsed.withValue(true) { try await function() }
    }
}

extension Trait where Self == Messages {
    /// With and without messages.
    static var withAndWithoutMessages: Self { Self() }
}

extension PhotoLibrary {
    /// The same library, whose fetches and changes are sent to a server as bytes.
    ///
    /// Imports and other operations of the owner use the library's files directly.
    func overMessages() throws -> PhotoLibrary {
        let server = LibraryServer(try local)
        let client = try LibraryClient { server.answer($0) }
        let events = try server.pushEvents { [weak client] in client?.receive($0) }
        return try PhotoLibrary(Disconnecting(client, events), local)
    }
}

/// A client that ends its events when it is released.
private final class Disconnecting: LibraryService {
    private let client: LibraryClient
    private let events: Task<Void, Never>

    init(_ client: LibraryClient, _ events: Task<Void, Never>) {
        self.client = client
        self.events = events
    }

    deinit { events.cancel() }

    var reader: any LibraryReader { client.reader }
    var resources: ResourceStore { client.resources }
    func watch() throws -> any LibraryWatch { try client.watch() }
    func beginChanges() throws -> any ChangeSession { try client.beginChanges() }
    func cloudIdentifiers(
        of localIdentifiers: [String], _ batch: any BatchFollower
    ) -> [String: Result<CloudIdentifier, any Error>] { client.cloudIdentifiers(of: localIdentifiers, batch) }
    func resolve(_ identifiers: [CloudIdentifier], _ batch: any BatchFollower) -> [Result<Resolution, any Error>] {
        client.resolve(identifiers, batch)
    }
}
