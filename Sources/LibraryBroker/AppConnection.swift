internal import Foundation
internal import LibraryRPC
internal import MessageTransport
internal import PhotoModel

/// One connection of an app.
final class AppConnection: MessageHandler {
    private let app: BrokeredApp
    private let server: LibraryServer
    private let sender: EventSender
    /// Whether the broker serves contained apps only, and this app is not contained.
    private let isRefused: Bool
    /// What the app's name rests on.
    let identity: AppAccess.Identity

    init(_ app: BrokeredApp, _ sender: EventSender, _ identity: AppAccess.Identity, isRefused: Bool) {
        self.app = app
        self.identity = identity
        self.sender = sender
        self.isRefused = isRefused
        server = LibraryServer(app, quotas: app.quotas, restriction: isRefused ? Self.refusal : nil) {
            sender.send(LibraryEvent.pickChanged.bytes, kind: LibraryEvent.pickChanged.kind)
        }
    }

    static let refusal = PhotoLibraryError(
        .accessRestricted, "The owner lets only apps in a sandbox see photos, and this app can read the files itself.")

    func answer(_ request: Message) -> Message { server.answer(request) }

    func cancelRequests() { server.cancelRequests() }

    func connectionDidEnd() {
        server.close()
        app.remove(self)
    }

    func send(_ event: LibraryEvent) {
        if !isRefused { sender.send(event.bytes, kind: event.kind) }
    }

    /// Ends what was begun with another access.
    func accessHasChanged() { server.accessHasChanged() }

    func close() { sender.close() }

    func closeInvisibleFiles() { server.closeInvisibleFiles() }
}

extension LibraryEvent {
    /// Of the events of one kind that wait, only the last is sent.
    fileprivate var kind: UInt8 {
        switch self {
        case .changed: 0
        case .accessChanged: 1
        case .pickChanged: 2
        case .unavailable: 3
        }
    }
}
