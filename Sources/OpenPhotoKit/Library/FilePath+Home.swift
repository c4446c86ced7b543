internal import Foundation
package import SystemPackage

extension FilePath {
    /// The user's folder as shells find it: `$HOME`, else that of the account.
    package static var home: FilePath {
        let stated = ProcessInfo.processInfo.environment["HOME"].flatMap { $0.isEmpty ? nil : $0 }
        return FilePath(stated ?? NSHomeDirectory())
    }
}
