import Foundation
import SystemPackage
import TestSupport

/// Tests of the command that imports exports and archives.
protocol CloudExportTests {
    /// The folder with the source and the library.
    var folder: TemporaryFolder { get }
}

extension CloudExportTests {
    /// A folder with an empty source.
    static func makeFolder() throws -> TemporaryFolder {
        let folder = try TemporaryFolder()
        try FileManager.default.createDirectory(atPath: folder.path("source"), withIntermediateDirectories: true)
        return folder
    }

    var library: String { folder.path("library") }
    var source: FilePath { folder.filePath.appending("source") }

    func run(_ arguments: String...) throws -> PhotosProcess.Outcome {
        try PhotosProcess.run(arguments: arguments + ["--library", library])
    }

    static func jpeg(_ seed: UInt64) -> [UInt8] { Scenes.jpeg(seed, width: 160, height: 120) }

    func writeFolder(_ files: [(name: String, bytes: [UInt8])], _ below: String) throws -> String {
        for (name, bytes) in files {
            let path = source.pushing(FilePath(below + name))
            try FileManager.default.createDirectory(
                atPath: path.removingLastComponent().string, withIntermediateDirectories: true)
            try Data(bytes).write(to: URL(fileURLWithPath: path.string))
        }
        return source.string
    }

    func writeZip(_ files: [(name: String, bytes: [UInt8])], _ name: String) throws -> String {
        let builder = ZipBuilder(files.map { ZipBuilder.File(deflated: $0.name, $0.bytes) })
        return try folder.write(builder.bytes, to: "source/\(name)").string
    }

    func writeTgz(_ files: [(name: String, bytes: [UInt8])], _ name: String) throws {
        try folder.write(TarBuilder.archive(files.map { TarBuilder.file($0.name, $0.bytes) }), to: "source/\(name)")
    }

    /// The photos of the library by their original names.
    func assets(_ options: String...) throws -> [String: [String: Any]] {
        let listed = try PhotosProcess.run(arguments: ["list", "--json", "--library", library] + options)
        return Dictionary(
            listed.items.compactMap { item in (item["originalFilename"] as? String).map { ($0, item) } },
            uniquingKeysWith: { first, _ in first })
    }

    func contents(_ outcome: PhotosProcess.Outcome) -> [[String: Int]] {
        (outcome.summary["photoLibraries"] as? [[String: Any]] ?? []).map { $0.compactMapValues { $0 as? Int } }
    }

    /// The paths and digests of everything in the source.
    func digests() throws -> String {
        let script = "find \"$1\" -type f -exec sha256sum {} + | sort; find \"$1\" | sort"
        return try Shell.run("/bin/sh", ["-c", script, "sh", source.string]).output
    }
}
