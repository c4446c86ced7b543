import Foundation
import TestSupport
import Testing

/// The talk's sample of a load with progress, for an original that is on a slow server only.
@Suite(
    "The sample of progress with a slow store", .enabled(if: Browser.path != nil, "Chromium is not installed."),
    .enabled(if: StoreServer.isInstalled(.rclone), "rclone is not installed."), .runsSamples)
struct SlowStoreSampleTests {
    @Test func theProgressMoves() throws {
        let folder = try TemporaryFolder()
        let (desktop, library) = (try OwnersDesktop(), folder.path("library"))
        let photo = TestPhoto.jpeg(1, width: 3200, height: 2400, quality: 98)
        try #require(photo.count > 600_000)
        try Data(photo).write(to: folder.url.appendingPathComponent("large.jpg"))
        try Data((StoreServer.user.password + "\n").utf8).write(to: folder.url.appendingPathComponent("password"))

        let server = try StoreServer(.rclone)
        let proxy = try FaultProxy(to: server.port)
        let address = "webdav:http://127.0.0.1:\(proxy.port)/"
        for arguments in [
            ["import", folder.path("large.jpg")],
            [
                "stores", "add", "web", address, "--user", StoreServer.user.name, "--secret-from",
                folder.path("password"),
                "--encrypt",
            ],
            ["stores", "key", "web", "--export", folder.path("key")],
            ["stores", "key", "web", "--check", folder.path("key")],
            ["mirror"], ["offload", "--until-free", "1000T", "--copies", "1", "--yes"],
        ] {
            let run = try PhotosProcess.run(arguments: arguments + ["--library", library])
            try #require(run.exitCode == 0, "\(arguments): \(run.standardError)\(run.standardOutput)")
        }
        proxy.fault = .slow(bytesPerSecond: photo.count / 3)

        let app = try SampleApp(["pick", "progress"], environment: desktop.environment(of: library))
        try desktop.pick([0], of: 1, in: app)
        var percents: [Int] = []
        var line = try app.lines(1)[0]
        while line.hasPrefix("Progress: ") {
            percents.append(try #require(Int(line.dropFirst(10).dropLast(2))))
            line = try app.lines(1)[0]
        }
        #expect(line == "Loaded: 3200×2400, 1.0")
        #expect(percents.count >= 3 && percents == Array(Set(percents)).sorted(), "\(percents)")
        server.stop()
    }
}
