import Foundation
import TestSupport
import Testing

/// `photos pick`, for an original that is on a slow server only.
@Suite(
    "photos pick with a slow store", .enabled(if: Browser.path != nil, "Chromium is not installed."),
    .enabled(if: StoreServer.isInstalled(.rclone), "rclone is not installed."))
struct PickElsewhereTests {
    private let folder: TemporaryFolder
    private let photo = TestPhoto.jpeg(1, width: 3200, height: 2400, quality: 98)
    private let server: StoreServer
    private let proxy: FaultProxy
    private var state: [String: String] { ["XDG_STATE_HOME": folder.path("state")] }

    init() throws {
        folder = try TemporaryFolder()
        try folder.write(photo, to: "large.jpg")
        try folder.write(Array((StoreServer.user.password + "\n").utf8), to: "password")
        server = try StoreServer(.rclone)
        proxy = try FaultProxy(to: server.port)
        for arguments in [
            ["import", folder.path("large.jpg")],
            [
                "stores", "add", "web", "webdav:http://127.0.0.1:\(proxy.port)/", "--encrypt",
                "--user", StoreServer.user.name, "--secret-from", folder.path("password"),
            ],
            ["stores", "key", "web", "--export", folder.path("key")],
            ["stores", "key", "web", "--check", folder.path("key")],
            ["mirror"], ["offload", "--until-free", "1000T", "--copies", "1", "--yes"],
        ] {
            let run = try PhotosProcess.run(
                arguments: arguments + ["--library", folder.path("library")], environment: state)
            try #require(run.exitCode == 0, "\(arguments): \(run.standardError)\(run.standardOutput)")
        }
    }

    /// Selects the photo on the page, and waits for the end of the command.
    private func pick(_ arguments: [String]) throws -> PhotosProcess.Outcome {
        let page = try ServedPage(
            arguments: ["pick", "--progress", "json", "--library", folder.path("library")] + arguments,
            environment: state)
        let browser = try Browser()
        try browser.open(page.address)
        let cell = "document.querySelector('#photos-grid .cell.elsewhere')"
        try browser.wait(for: "\(cell)?.ariaLabel.endsWith(', not on this device')")
        try browser.click(cell)
        try browser.wait(for: "!document.getElementById('add').disabled")
        try browser.click("document.getElementById('add')")
        return try page.outcome()
    }

    /// Whether the progress counted the bytes as they came.
    private func progressMoves(_ outcome: PhotosProcess.Outcome) -> Bool {
        let bytes = outcome.standardError.split(separator: "\n").compactMap { line -> Int? in
            let object = try? JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any]
            return (object?["progress"] as? [String: Any])?["bytes"] as? Int
        }
        return Set(bytes).count >= 4 && bytes == bytes.sorted() && bytes.last == photo.count
    }

    @Test("The command waits for the original, and its progress moves")
    func progress() throws {
        proxy.fault = .slow(bytesPerSecond: photo.count / 3)
        let copies = folder.path("copies")
        try FileManager.default.createDirectory(atPath: copies, withIntermediateDirectories: false)
        let outcome = try pick(["--to", copies])
        #expect(outcome.exitCode == 0, "\(outcome.standardError)")
        #expect(FileManager.default.contents(atPath: copies + "/large.jpg") == Data(photo))
        #expect(progressMoves(outcome), "\(outcome.standardError)")
        server.stop()
    }

    @Test("Without a folder the original comes back to the library, and its path is printed")
    func withoutFolder() throws {
        proxy.fault = .slow(bytesPerSecond: photo.count / 3)
        let outcome = try pick([])
        #expect(outcome.exitCode == 0, "\(outcome.standardError)")
        let path = outcome.standardOutput.trimmingCharacters(in: .newlines)
        #expect(path.hasPrefix(folder.path("library") + "/originals/"), "\(outcome.standardOutput)")
        #expect(FileManager.default.contents(atPath: path) == Data(photo))
        #expect(progressMoves(outcome), "\(outcome.standardError)")
        server.stop()
    }

    @Test("Without a folder and without the server the command fails and names the store")
    func withoutServer() throws {
        server.stop()
        let outcome = try pick([])
        #expect(outcome.exitCode == 2 && outcome.standardOutput == "", "\(outcome)")
        #expect(outcome.standardError.contains("“web”"), "\(outcome.standardError)")
    }
}
