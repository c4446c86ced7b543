import Foundation
import TestSupport

/// The modules in the build folder of the running tests, for tools of the compiler.
enum BuiltModules {
    /// The arguments by which a tool of the compiler finds the modules.
    static func searchArguments() throws -> [String] {
        let build = PhotosProcess.url(of: "photos").deletingLastPathComponent()
        let checkouts = build.deletingLastPathComponent().deletingLastPathComponent().appending(path: "checkouts")
        let sources = repository.appending(path: "Sources")
        var arguments = [
            "-I", build.appending(path: "Modules").path, "-target", "x86_64-unknown-linux-gnu",
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
        let flags = try run("pkg-config", ["--cflags", "libpng", "libjpeg", "libexif"]).output
        return arguments + flags.split(whereSeparator: \.isWhitespace).flatMap { ["-Xcc", String($0)] }
    }

    static let repository = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent().deletingLastPathComponent()

    /// Checks a source file as the compiler does, without making code.
    ///
    /// - Returns: What the compiler says, and whether it accepts the file.
    static func check(_ source: String) throws -> (isAccepted: Bool, messages: String) {
        let folder = try TemporaryFolder()
        let file = folder.url.appending(path: "main.swift")
        try source.write(to: file, atomically: true, encoding: .utf8)
        let answer = try run("swiftc", ["-typecheck", "-swift-version", "6", file.path] + searchArguments())
        return (answer.status == 0, answer.errors)
    }

    static func run(
        _ program: String, _ arguments: [String]
    ) throws -> (status: Int32, output: String, errors: String) {
        let folder = try TemporaryFolder()
        let errors = folder.url.appending(path: "errors")
        _ = FileManager.default.createFile(atPath: errors.path, contents: nil)
        let process = Process()
        process.executableURL = URL(filePath: "/usr/bin/env")
        process.arguments = [program] + arguments
        let output = Pipe()
        process.standardOutput = output
        process.standardError = try FileHandle(forWritingTo: errors)
        try process.run()
        let bytes = try output.fileHandleForReading.readToEnd() ?? Data()
        process.waitUntilExit()
        return (
            process.terminationStatus, String(decoding: bytes, as: UTF8.self),
            String(decoding: try Data(contentsOf: errors), as: UTF8.self)
        )
    }
}
