internal import Foundation
package import SystemPackage

/// The folders of a user (XDG Base Directory Specification 0.8).
package enum UserFolder: String, Sendable {
    case data = "XDG_DATA_HOME"
    case configuration = "XDG_CONFIG_HOME"
    case state = "XDG_STATE_HOME"
    case cache = "XDG_CACHE_HOME"

    /// The folder that the environment names, otherwise the standard one in the home folder.
    ///
    /// The specification says to ignore a relative path.
    package func path(
        home: FilePath = .home, environment: [String: String] = ProcessInfo.processInfo.environment
    ) -> FilePath {
        Self.named(rawValue, in: environment) ?? home.appending(standard.components)
    }

    private var standard: FilePath {
        switch self {
        case .data: ".local/share"
        case .configuration: ".config"
        case .state: ".local/state"
        case .cache: ".cache"
        }
    }

    /// The folder for sockets and other files of the user's session; `nil` if there is no session.
    package static var runtime: FilePath? { named("XDG_RUNTIME_DIR", in: ProcessInfo.processInfo.environment) }

    private static func named(_ variable: String, in environment: [String: String]) -> FilePath? {
        environment[variable].map { FilePath($0) }.flatMap { $0.isAbsolute ? $0 : nil }
    }
}
