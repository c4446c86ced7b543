public import Foundation

/// The real photos and hostile files that tests read.
///
/// They are never part of the project.
public enum Corpus {
    /// `OPENPHOTOKIT_CORPUS`, else `../shared/corpus` beside the checkout.
    public static let folder: URL = {
        if let path = ProcessInfo.processInfo.environment["OPENPHOTOKIT_CORPUS"] {
            return URL(fileURLWithPath: path, isDirectory: true)
        }
        let checkout = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent()
        return checkout.appendingPathComponent("../shared/corpus", isDirectory: true).standardizedFileURL
    }()

    /// Whether the corpus is on this machine.
    ///
    /// Suites that need it are `.enabled(if: Corpus.isPresent, …)`.
    public static var isPresent: Bool { FileManager.default.fileExists(atPath: folder.path + "/MANIFEST.tsv") }

    /// Said by tests that skip.
    public static let absence: String = "the corpus is absent: set OPENPHOTOKIT_CORPUS to its folder"
}
