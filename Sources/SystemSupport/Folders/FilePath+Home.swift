internal import Foundation
package import SystemPackage

extension FilePath {
    /// The user's home folder as in a shell: `$HOME`, otherwise that of the account.
    package static var home: FilePath {
        let stated = ProcessInfo.processInfo.environment["HOME"].flatMap { $0.isEmpty ? nil : $0 }
        return FilePath(stated ?? NSHomeDirectory())
    }
}
