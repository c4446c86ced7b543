public import Foundation
public import Testing

/// The real photos and hostile files that tests read.
///
/// The repository does not contain these files.
public enum Corpus {
    /// The folder in `OPENPHOTOKIT_CORPUS`, otherwise `../shared/corpus` beside the checkout.
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

    /// The message of skipped tests.
    public static let absence: String = "the corpus is absent: set OPENPHOTOKIT_CORPUS to its folder"
}

extension Corpus {
    /// One file of the corpus, as its manifest describes it.
    public struct Entry: Sendable {
        /// The path in ``folder``.
        public let path: String
        /// The format: `jpeg`, `png` or `other`.
        public let format: String
    }

    /// All files, in the order of the manifest; empty without a corpus.
    public static let entries: [Entry] = {
        let manifest = try? String(contentsOf: folder.appendingPathComponent("MANIFEST.tsv"), encoding: .utf8)
        return (manifest ?? "").split(separator: "\n").dropFirst().compactMap { line in
            let fields = line.split(separator: "\t", omittingEmptySubsequences: false)
            guard fields.count > 6 else { return nil }
            return Entry(path: String(fields[0]), format: String(fields[6]))
        }
    }()

    /// The bytes of a file.
    public static func bytes(of path: String) throws -> [UInt8] {
        [UInt8](try Data(contentsOf: folder.appendingPathComponent(path)))
    }
}

/// Pictures and folders of other formats and sources: the folder `corpus-formats` beside the corpus.
public enum FormatCorpus {
    /// The folder.
    public static let folder: URL = Corpus.folder.deletingLastPathComponent()
        .appendingPathComponent("corpus-formats", isDirectory: true)

    /// Whether the folder is on this machine.
    public static var isPresent: Bool { FileManager.default.fileExists(atPath: folder.path + "/MANIFEST.tsv") }

    /// The message of skipped tests.
    public static let absence: Comment = "the corpus of formats is absent: it is a folder beside the corpus"

    /// The bytes of a file.
    public static func bytes(of path: String) throws -> [UInt8] {
        [UInt8](try Data(contentsOf: folder.appendingPathComponent(path)))
    }
}
