internal import Foundation
package import PhotoModel
internal import SystemSupport

/// The first message of an app to the broker.
package struct BrokerHello: Sendable, Codable {
    /// The name that the app claims; `nil` for the name of the socket.
    package let app: String?

    package init(app: String?) { self.app = app }
}

/// The broker's answer to ``BrokerHello``.
package struct BrokerWelcome: Sendable, Codable {
    /// The name by which the owner knows the app.
    package let app: String
    package let identity: AppAccess.Identity
    package let containment: AppAccess.Containment
    /// Whether the broker can show pages to the owner; otherwise the app waits until the owner runs a command.
    package let hasDesktop: Bool

    package init(
        app: String, identity: AppAccess.Identity, containment: AppAccess.Containment, hasDesktop: Bool
    ) {
        self.app = app
        self.identity = identity
        self.containment = containment
        self.hasDesktop = hasDesktop
    }
}

/// Where apps and the broker meet.
package enum BrokerSockets {
    /// The environment variable with the path of an app's socket.
    package static let variable = "PHOTOS_SOCKET"

    /// The broker's folder: `openphotokit` in `$XDG_RUNTIME_DIR`; `nil` if that is not an absolute path.
    package static var defaultFolder: String? {
        UserFolder.runtime.map { "\($0)/openphotokit" }
    }

    /// The socket of one app in the broker's folder.
    package static func path(of app: String, in folder: String) -> String { "\(folder)/apps/\(app)/socket" }

    /// The socket in the broker's folder for apps without a socket of their own, which claim their names.
    package static func sharedPath(in folder: String) -> String { "\(folder)/socket" }

    /// The socket that an app connects to by default: `$PHOTOS_SOCKET`, otherwise the shared one in the default folder.
    package static var defaultPath: String? {
        if let path = ProcessInfo.processInfo.environment[variable], !path.isEmpty { return path }
        return defaultFolder.map { sharedPath(in: $0) }
    }
}
