import Foundation
import SystemPackage
import TestSupport

/// A folder with a library to compare with, and `photos` commands on it.
struct SafeScene {
    let folder: TemporaryFolder
    var library: String { folder.path("library") }

    init() throws {
        folder = try TemporaryFolder()
        try FileManager.default.createDirectory(atPath: folder.path("tmp"), withIntermediateDirectories: false)
        // A library to compare with, even if nothing is imported.
        try folder.write(Self.jpeg(99), to: "other/other.jpg")
        _ = try run("import", "--quiet", folder.path("other"))
    }

    func run(_ arguments: String...) throws -> PhotosProcess.Outcome { try run(arguments) }

    func run(_ arguments: [String]) throws -> PhotosProcess.Outcome {
        try PhotosProcess.run(
            arguments: arguments + ["--library", library], environment: ["TMPDIR": folder.path("tmp")])
    }

    static func jpeg(_ seed: UInt64) -> [UInt8] { Scenes.jpeg(seed, width: 160, height: 120) }

    func reasons(_ outcome: PhotosProcess.Outcome) -> [String: Int] {
        outcome.summary["reasons"] as? [String: Int] ?? [:]
    }
}
