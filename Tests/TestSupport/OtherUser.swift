import Foundation

/// Runs programs as a user without rights to the files of the tests.
public enum OtherUser {
    /// Whether this process can run a program as another user: only root can, with setpriv.
    public static let isPossible: Bool = getuid() == 0 && access(setpriv, X_OK) == 0

    private static let setpriv = "/usr/bin/setpriv"

    /// Runs a program to its end, as ``Shell/run(_:_:environment:)`` does.
    public static func run(
        _ program: String, _ arguments: [String], environment: [String: String] = [:]
    ) throws -> (exit: Int32, output: String) {
        try Shell.run(
            setpriv, ["--reuid", "65534", "--regid", "65534", "--clear-groups", program] + arguments,
            environment: environment)
    }
}
