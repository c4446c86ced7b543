import Foundation

/// A library that the program of commit 19d077fe made, with a value of each kind that a person can set:
/// `Tests/EarlierLibrary/make`.
public enum EarlierLibrary {
    private static let made = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .appending(path: "EarlierLibrary").path

    /// Unpacks the library as `library` in a folder, and the files that were imported as `source`.
    public static func unpack(into folder: TemporaryFolder) throws {
        let outcome = try Shell.run("/bin/tar", ["-xzf", made + "/library.tar.gz", "-C", folder.url.path])
        guard outcome.exit == 0 else { throw UnpackingError(output: outcome.output) }
    }

    private struct UnpackingError: Error { let output: String }

    /// What the program printed about the library.
    ///
    /// - Parameters:
    ///   - listing: The command and its options, without blanks and dashes.
    ///   - library: The folder in which the library is now.
    public static func expected(_ listing: String, ofLibraryAt library: String) throws -> String {
        try String(contentsOfFile: "\(made)/expected/\(listing).jsonl", encoding: .utf8)
            .replacing("/tmp/openphotokit-earlier-library/library", with: library)
    }
}
