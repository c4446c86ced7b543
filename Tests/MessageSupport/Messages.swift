internal import Foundation
internal import LibraryInterface
internal import LibraryRPC
internal import OpenPhotoKit
package import OpenPhotoKitOwner
internal import Originals
internal import PhotoModel
package import Testing

/// Runs each test twice: with the library, and with a client that has only a function from bytes to bytes and receives
/// pushed events.
package struct Messages: SuiteTrait, TestTrait, TestScoping {
    /// Whether the test must use the library through a client: see ``OwnedLibrary/overMessagesIfRequested()``.
    @TaskLocal package static var areUsed = false

    package var isRecursive: Bool { true }

    package func provideScope(
        for test: Test, testCase: Test.Case?, performing function: @Sendable () async throws -> Void
    ) async throws {
        try await function()
        guard testCase != nil else { return }
        try await Self.$areUsed.withValue(true) { try await function() }
    }
}

extension Trait where Self == Messages {
    /// With and without messages.
    package static var withAndWithoutMessages: Self { Self() }
}

extension OwnedLibrary {
    /// The same library, or in a test that runs with messages one that reads and changes the library through a client.
    ///
    /// Everything that the client does is sent to a server as bytes. What only the owner can do needs no client.
    package func overMessagesIfRequested() throws -> OwnedLibrary {
        guard Messages.areUsed else { return self }
        let server = LibraryServer(service)
        let client = LibraryClient { request, _ in server.answer(request) }
        let events = try service.pushEvents { [weak client] in client?.receive($0) }
        return OwnedLibrary(self, over: PhotoLibrary(ConnectedClient(client, events)))
    }
}

extension LibraryService {
    /// Pushes an event after each change of the library, as bytes.
    ///
    /// - Returns: A task that pushes until it is cancelled or the library can no longer be used.
    fileprivate func pushEvents(_ push: @escaping @Sendable (Data) -> Void) throws -> Task<Void, Never> {
        let watch = try watch()
        let signal = watch.changeSignal()
        return Task {
            for await _ in signal { push(LibraryEvent.changed.bytes) }
            if let error = watch.unavailability { push(LibraryEvent.unavailable(error).bytes) }
        }
    }
}

/// A client that ends its events when it is released.
private final class ConnectedClient: LibraryService {
    private let client: LibraryClient
    private let events: Task<Void, Never>

    init(_ client: LibraryClient, _ events: Task<Void, Never>) {
        self.client = client
        self.events = events
    }

    deinit { events.cancel() }

    var reader: any LibraryReader { client.reader }
    var originals: any Originals { client.originals }
    func pictureAtHand(
        of resource: AssetResource, in asset: String, upTo best: KeptRendition
    ) throws(PhotoLibraryError) -> PictureAtHand? { try client.pictureAtHand(of: resource, in: asset, upTo: best) }
    func watch() throws(PhotoLibraryError) -> any LibraryWatch { try client.watch() }
    func appState() throws(PhotoLibraryError) -> AppState { try client.appState() }
    func ask(for request: AppAccess.Request) throws(PhotoLibraryError) { try client.ask(for: request) }
    func beginChanges(_ id: UUID) throws(PhotoLibraryError) -> any ChangeSession { try client.beginChanges(id) }
    func beginPick(
        _ configuration: PickerConfiguration, onChange: @escaping @Sendable () -> Void
    ) throws(PhotoLibraryError) -> any PickSession { try client.beginPick(configuration, onChange: onChange) }
    func wasCommitted(_ id: UUID) throws(PhotoLibraryError) -> Bool { try client.wasCommitted(id) }
    func cloudIdentifiers(
        of localIdentifiers: [String], _ batch: any BatchFollower
    ) -> [String: Result<CloudIdentifier, any Error>] { client.cloudIdentifiers(of: localIdentifiers, batch) }
    func resolve(
        _ identifiers: [CloudIdentifier], onlySynced: Bool, _ batch: any BatchFollower
    ) -> [Result<Resolution, any Error>] {
        client.resolve(identifiers, onlySynced: onlySynced, batch)
    }
}
