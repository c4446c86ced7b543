import Foundation
import TestSupport

/// The sample photos, imported once for all tests, with the generator's expected result for each file.
final class SampleLibrary: Sendable {
    static let shared = Result { try SampleLibrary() }

    /// A line of `truth.tsv`.
    struct Truth: Sendable {
        let path: String
        let kind: String
        let original: String
        let transform: String
        let expected: [String]
    }

    private let folder: TemporaryFolder
    let truth: [String: Truth]
    let imported: PhotosProcess.Outcome

    var samples: String { folder.path("samples") }
    /// The library with the originals.
    var home: String { folder.path("home.library") }
    /// The library with the cloud's copies only.
    var other: String { folder.path("other.library") }

    private init() throws {
        let folder = try TemporaryFolder()
        self.folder = folder
        try SamplePhotos.write(to: folder.path("samples"))
        let table = try String(contentsOfFile: folder.path("samples/truth.tsv"), encoding: .utf8)
        let rows = table.split(separator: "\n").dropFirst().map { line in
            let fields = line.split(separator: "\t", omittingEmptySubsequences: false).map(String.init)
            return Truth(
                path: fields[0], kind: fields[1], original: fields[2], transform: fields[3],
                expected: fields[4].split(separator: "|").map(String.init))
        }
        truth = Dictionary(uniqueKeysWithValues: rows.map { ($0.path, $0) })
        let sources = ["phone", "camera", "scans"].map { folder.path("samples/\($0)") }
        imported = try PhotosProcess.run(
            arguments: ["import", "--json", "--library", folder.path("home.library")] + sources)
        _ = try PhotosProcess.run(
            arguments: ["import", "--json", "--library", folder.path("other.library"), folder.path("samples/cloud")])
    }

    /// A sample's path relative to the samples' folder.
    func name(_ path: Any?) -> String {
        (path as? String).map { $0.replacing(samples + "/", with: "") } ?? ""
    }

    /// The source sample of each asset of a library.
    func names(in library: String) throws -> [String: String] {
        let imported = try PhotosProcess.run(
            arguments: ["import", "--json", "--dry-run", "--library", library]
                + ["phone", "camera", "scans", "cloud"].map {
                    folder.path("samples/\($0)")
                })
        var names: [String: String] = [:]
        for item in imported.items where item["match"] as? String == "bytes" {
            if let identifier = item["localIdentifier"] as? String, names[identifier] == nil {
                names[identifier] = name(item["path"])
            }
        }
        return names
    }
}

extension TemporaryFolder {
    /// A new temporary folder with copies of all files in this folder.
    func copy() throws -> TemporaryFolder {
        let copy = try TemporaryFolder()
        for name in try FileManager.default.contentsOfDirectory(atPath: url.path) {
            try FileManager.default.copyItem(atPath: path(name), toPath: copy.path(name))
        }
        return copy
    }
}
