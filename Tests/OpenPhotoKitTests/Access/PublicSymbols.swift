import Foundation
import TestSupport

/// The public symbols of a module, as the compiler writes them into its symbol graph.
enum PublicSymbols {
    struct Symbol {
        /// The names from the type to the member: `["PhotoLibrary", "fetchAssets(_:)"]`.
        let path: [String]
    }

    private struct Graph: Decodable {
        struct Symbol: Decodable {
            let pathComponents: [String]
        }
        let symbols: [Symbol]
    }

    /// Reads the module from the build folder of the running tests.
    static func of(_ module: String) throws -> [Symbol] {
        let build = PhotosProcess.url(of: "photos").deletingLastPathComponent()
        let checkouts = build.deletingLastPathComponent().deletingLastPathComponent().appending(path: "checkouts")
        let sources = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent().deletingLastPathComponent().appending(path: "Sources")
        let output = try TemporaryFolder()
        var arguments = [
            "symbolgraph-extract", "-module-name", module, "-I", build.appending(path: "Modules").path,
            "-target", "x86_64-unknown-linux-gnu", "-minimum-access-level", "public", "-output-dir", output.url.path,
            "-I", checkouts.appending(path: "swift-system/Sources/CSystem/include").path,
            "-I", checkouts.appending(path: "GRDB.swift/Sources/GRDBSQLite").path,
        ]
        for folder in try FileManager.default.contentsOfDirectory(atPath: sources.path) where folder.hasPrefix("CL") {
            arguments += ["-I", sources.appending(path: folder).path]
        }
        for folder in try FileManager.default.contentsOfDirectory(atPath: build.path)
        where folder.hasPrefix("C") && folder.hasSuffix(".build") {
            let map = build.appending(path: "\(folder)/module.modulemap").path
            if FileManager.default.fileExists(atPath: map) { arguments += ["-Xcc", "-fmodule-map-file=\(map)"] }
        }
        for flag in try run("pkg-config", ["--cflags", "libpng", "libjpeg", "libexif"]).split(
            whereSeparator: \.isWhitespace)
        {
            arguments += ["-Xcc", String(flag)]
        }
        _ = try run("swift", arguments)
        let data = try Data(contentsOf: output.url.appending(path: "\(module).symbols.json"))
        return try JSONDecoder().decode(Graph.self, from: data).symbols.map { Symbol(path: $0.pathComponents) }
    }

    private static func run(_ program: String, _ arguments: [String]) throws -> String {
        let process = Process()
        process.executableURL = URL(filePath: "/usr/bin/env")
        process.arguments = [program] + arguments
        let output = Pipe()
        process.standardOutput = output
        try process.run()
        let bytes = try output.fileHandleForReading.readToEnd() ?? Data()
        process.waitUntilExit()
        return String(decoding: bytes, as: UTF8.self)
    }
}
