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

    @Test("The command waits for the original, and its progress moves")
    func progress() throws {
        proxy.fault = .slow(bytesPerSecond: photo.count / 3)
        let copies = folder.path("copies")
        try FileManager.default.createDirectory(atPath: copies, withIntermediateDirectories: false)
        let page = try ServedPage(
            arguments: ["pick", "--to", copies, "--progress", "json", "--library", folder.path("library")],
            environment: state)
        let browser = try Browser()
        try browser.open(page.address)
        let cell = "document.querySelector('#photos-grid .cell.elsewhere')"
        try browser.wait(for: "\(cell)?.ariaLabel.endsWith(', not on this device')")
        try browser.click(cell)
        try browser.wait(for: "!document.getElementById('add').disabled")
        try browser.click("document.getElementById('add')")
        let outcome = try page.outcome()
        #expect(outcome.exitCode == 0, "\(outcome.standardError)")
        #expect(FileManager.default.contents(atPath: copies + "/large.jpg") == Data(photo))
        let bytes = outcome.standardError.split(separator: "\n").compactMap { line -> Int? in
            let object = try? JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any]
            return (object?["progress"] as? [String: Any])?["bytes"] as? Int
        }
        #expect(Set(bytes).count >= 4 && bytes == bytes.sorted() && bytes.last == photo.count, "\(bytes)")
        server.stop()
    }
}
