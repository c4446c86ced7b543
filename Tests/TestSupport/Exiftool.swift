internal import Foundation
package import Testing

/// The program exiftool, an independent reader and writer of metadata.
package enum Exiftool {
    package static let isInstalled: Bool = (try? Shell.run("/usr/bin/env", ["exiftool", "-ver"]).exit) == 0
    package static let absence: Comment = "exiftool is not installed: install libimage-exiftool-perl"

    /// The output for these options and a file or folder.
    package static func output(_ arguments: [String], _ path: String) throws -> String {
        try Shell.run("/usr/bin/env", ["exiftool"] + arguments + [path]).output
    }

    /// Writes tags into a file.
    package static func write(_ arguments: [String], to path: String) throws {
        let (exit, output) = try Shell.run(
            "/usr/bin/env", ["exiftool", "-q", "-overwrite_original"] + arguments + [path])
        guard exit == 0 else { throw CocoaError(.fileWriteUnknown, userInfo: [NSLocalizedDescriptionKey: output]) }
    }
}
