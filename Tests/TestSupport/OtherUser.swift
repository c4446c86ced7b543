import Foundation

/// Runs programs as another user of the system, by default as one without rights to the files of the tests.
public enum OtherUser {
    /// The number of a user without files.
    public static let userWithoutFiles = 65534

    /// Whether this process can run a program as another user: only root can, with setpriv.
    public static let isPossible: Bool = getuid() == 0 && access(setpriv, X_OK) == 0

    private static let setpriv = "/usr/bin/setpriv"

    /// Runs a program to its end, as ``Shell/run(_:_:environment:)`` does.
    public static func run(
        _ program: String, _ arguments: [String], as user: Int = userWithoutFiles, environment: [String: String] = [:]
    ) throws -> (exit: Int32, output: String) {
        let (program, arguments) = command(program, arguments, as: user)
        return try Shell.run(program, arguments, environment: environment)
    }

    /// The program and arguments that run a program as another user.
    public static func command(
        _ program: String, _ arguments: [String], as user: Int
    ) -> (program: String, arguments: [String]) {
        (setpriv, ["--reuid", "\(user)", "--regid", "\(user)", "--clear-groups", program] + arguments)
    }
}
