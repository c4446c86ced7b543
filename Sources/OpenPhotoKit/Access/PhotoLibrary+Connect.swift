internal import Foundation
internal import LibraryInterface
internal import LibraryRPC
public import PhotoModel
public import SystemPackage
internal import SystemSupport

extension PhotoLibrary {
    /// Connects to the library that a broker (`photos serve`) serves, with the access that its owner gives this app.
    ///
    /// The library then has the objects that the owner allows the app to see. If the broker ends, reads wait up to 5
    /// seconds for its return.
    ///
    /// - Parameters:
    ///   - app: The app's name, a reverse domain name; `nil` if the socket is this app's own.
    ///   - path: The broker's socket; `nil` for `$PHOTOS_SOCKET`, otherwise for the broker's shared socket in
    ///     `$XDG_RUNTIME_DIR`.
    /// - Throws: `PhotoLibraryError`: `libraryUnavailable` if no broker answers; `accessUserDenied` if the socket
    ///   belongs to another app; `accessRestricted` for a name that is no reverse domain name.
    public static func connect(as app: String? = nil, to path: FilePath? = nil) async throws -> PhotoLibrary {
        try await blocking { try connectAndWait(as: app, to: path) }
    }

    /// Connects on this thread.
    package static func connectAndWait(
        as app: String? = nil, to path: FilePath? = nil
    ) throws(PhotoLibraryError) -> PhotoLibrary {
        guard let path = path ?? BrokerSockets.defaultPath.map({ FilePath($0) }) else {
            throw PhotoLibraryError(
                .libraryUnavailable,
                "Neither PHOTOS_SOCKET nor XDG_RUNTIME_DIR is set, so the broker's socket is unknown.")
        }
        let connection = try BrokerConnection(to: path, as: app)
        let client = LibraryClient { try connection.send($0, isRepeatable: $1) }
        connection.follow(client)
        return PhotoLibrary(client, connection)
    }

    /// Whether `$PHOTOS_SOCKET` names a broker's socket for this process.
    package static var hasBrokerSocket: Bool {
        ProcessInfo.processInfo.environment[BrokerSockets.variable].map { !$0.isEmpty } ?? false
    }

    /// Why the library can no longer be used; `nil` while it can.
    ///
    /// - Throws: `libraryUnavailable`, `ioFailure` if the library cannot be watched.
    package var unavailability: PhotoLibraryError? {
        get throws(PhotoLibraryError) { try service.watch().unavailability }
    }

    /// Whether pages are shown to the owner of the library at once.
    var ownerHasDesktop: Bool { brokerConnection?.welcome?.hasDesktop ?? ProcessInfo.processInfo.hasDesktop }

    /// How the broker knows this app; `nil` if no broker serves the library.
    public var connectedApp: ConnectedApp? {
        brokerConnection?.welcome.map {
            ConnectedApp(name: $0.app, identity: $0.identity, containment: $0.containment)
        }
    }
}

/// How the owner of a library knows an app.
public struct ConnectedApp: Sendable, Hashable {
    /// The app's name.
    public let name: String
    /// What the name rests on.
    public let identity: AppAccess.Identity
    /// Whether the app can reach the library's files around the broker.
    public let containment: AppAccess.Containment
}
