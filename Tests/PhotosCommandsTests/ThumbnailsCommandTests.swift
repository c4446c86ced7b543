import Foundation
import TestSupport
import Testing

@Suite struct ThumbnailsCommandTests {
    private let folder: TemporaryFolder
    private let library: String
    /// The number of photos that can be decoded.
    private let count: Int

    /// The photos of the sample phone, which a library refers to.
    init() throws {
        folder = try TemporaryFolder()
        library = folder.path("library")
        let samples = try SampleLibrary.shared.get().samples + "/phone"
        try FileManager.default.copyItem(atPath: samples, toPath: folder.path("phone"))
        let imported = try PhotosProcess.run(
            arguments: ["import", "--json", "--quiet", "--reference", "--library", library, folder.path("phone")])
        count = imported.items.count {
            $0["status"] as? String == "imported" && ["jpeg", "png"].contains($0["format"] as? String)
        }
        try #require(count > 7, "\(imported.standardError)")
    }

    private var environment: [String: String] { ["XDG_CACHE_HOME": folder.path("cache")] }

    private func thumbnails(_ arguments: String...) throws -> PhotosProcess.Outcome {
        try PhotosProcess.run(
            arguments: ["thumbnails", "--json", "--library", library] + arguments, environment: environment)
    }

    /// The numbers of pictures that were made, that existed, and of photos that failed.
    private func made(_ outcome: PhotosProcess.Outcome) -> [Int?] {
        ["made", "present", "failed"].map { outcome.summary[$0] as? Int }
    }

    @Test("Every photo gets its pictures once")
    func samples() throws {
        let first = try thumbnails()
        #expect(first.exitCode == 0 && made(first) == [count, 0, 0], "\(first.standardError)")
        #expect(first.items.filter { $0["status"] as? String == "made" }.count == count)
        let unsupported = first.items.filter { $0["status"] as? String == "unsupported" }
        #expect(unsupported.count == first.summary["unsupported"] as? Int)
        #expect(try made(thumbnails()) == [0, count, 0])
        #expect(try made(thumbnails("--previews", "--no-jail", "-j", "2")) == [count, count, 0])
        #expect(try made(thumbnails("--previews")) == [0, 2 * count, 0])
        let text = try PhotosProcess.run(arguments: ["thumbnails", "--library", library], environment: environment)
        #expect(text.lines.first == "0 pictures were made, \(count) existed already.")
        // The cache is outside of the library, one for each library.
        let caches = try FileManager.default.contentsOfDirectory(atPath: folder.path("cache/openphotokit"))
        #expect(caches.count == 1 && UUID(uuidString: caches[0]) != nil)
        try FileManager.default.removeItem(atPath: folder.path("cache"))
        #expect(try made(thumbnails()) == [count, 0, 0])
    }

    @Test("Photos that cannot be read are named with the reason, and are no obstacle")
    func failures() throws {
        let asset = try #require(try thumbnails("--no-jail").items.first { $0["status"] as? String == "made" })
        try FileManager.default.removeItem(atPath: folder.path("cache"))
        let path = try #require(asset["path"] as? String)
        try FileManager.default.removeItem(atPath: path)
        let outcome = try thumbnails()
        #expect(outcome.exitCode == 2 && made(outcome) == [count - 1, 0, 1])
        let failed = outcome.items.filter { $0["status"] as? String == "failed" }
        #expect(failed.map { $0["path"] as? String } == [path])
        #expect((failed.first?["error"] as? [String: Any])?["code"] as? String == "missingResource")
        #expect(outcome.standardError.contains(path))
        #expect(try made(thumbnails()) == [0, count - 1, 1])
    }

    @Test("A video without a key frame is no failure")
    func unsupported() throws {
        let movie = Boxes.box(
            "moov", Boxes.movieHeader(created: 0, scale: 600, duration: 1200),
            Boxes.videoTrack(width: 40, height: 30, seconds: 2))
        try folder.write(Boxes.fileType("qt  ") + movie, to: "a.mov")
        let video = folder.path("a.mov")
        let imported = try PhotosProcess.run(arguments: ["import", "--json", "--quiet", "--library", library, video])
        try #require(imported.summary["imported"] as? Int == 1, "\(imported.standardOutput)")
        let outcome = try thumbnails()
        #expect(outcome.exitCode == 0 && made(outcome) == [count, 0, 0])
        #expect(outcome.items.contains { $0["status"] as? String == "unsupported" && $0["path"] as? String != video })
    }

    @Test("A video gets the picture of its first key frame")
    func video() throws {
        try folder.write(SmallVideo(.h264).bytes, to: "a.mp4")
        let imported = try PhotosProcess.run(
            arguments: ["import", "--json", "--quiet", "--library", library, folder.path("a.mp4")])
        try #require(imported.summary["imported"] as? Int == 1, "\(imported.standardOutput)")
        let outcome = try thumbnails()
        #expect(outcome.exitCode == 0 && made(outcome) == [count + 1, 0, 0])
        let listed = try PhotosProcess.run(arguments: ["list", "--library", library]).lines
        #expect(listed.contains { $0.hasSuffix("  a.mp4") }, "Nothing is wrong with its picture.")
    }

    @Test("It stops at the limit, and the limit is kept")
    func limit() throws {
        // Each preview has more than 100 KB.
        for seed in 0..<12 {
            try folder.write(TestPhoto.jpeg(UInt64(seed), width: 1600, height: 1200), to: "phone/\(seed).jpg")
        }
        let imported = try PhotosProcess.run(
            arguments: ["import", "--json", "--quiet", "--library", library, folder.path("phone")])
        try #require(imported.summary["imported"] as? Int == 12, "\(imported.standardError)")
        let outcome = try thumbnails("--limit", "0.001", "--previews")
        let made = try #require(outcome.summary["made"] as? Int)
        #expect(outcome.exitCode == 0 && 1..<2 * (count + 12) ~= made)
        #expect(outcome.summary["limitReached"] as? Int == 1)
        #expect(try thumbnails("--previews").summary["limitReached"] as? Int == 1)
        for wrong in ["0", "-1", "x"] { #expect(try thumbnails("--limit", wrong).exitCode == 64) }
    }

    @Test("Two processes at a time make all pictures")
    func twoProcesses() async throws {
        async let first = thumbnails()
        async let second = thumbnails()
        for outcome in try await [first, second] {
            #expect(outcome.exitCode == 0, "\(outcome.standardError)")
            #expect((outcome.summary["made"] as? Int ?? 0) + (outcome.summary["present"] as? Int ?? 0) == count)
        }
        #expect(try made(thumbnails()) == [0, count, 0])
    }

    @Test("Ctrl-C ends it with 130, and the next run continues")
    func interruption() throws {
        let outcome = try PhotosProcess.run(
            arguments: ["thumbnails", "--json", "--previews", "-j", "1", "--library", library],
            environment: environment, sending: SIGINT
        ) { $0 >= 1 }
        #expect(outcome.exitCode == 130 && outcome.summary["error"] as? String == "cancelled")
        let made = try #require(outcome.summary["made"] as? Int)
        #expect(made >= 2)
        let rest = try thumbnails("--previews")
        #expect(rest.exitCode == 0)
        #expect((rest.summary["made"] as? Int ?? 0) + (rest.summary["present"] as? Int ?? 0) == 2 * count)
        #expect(rest.summary["present"] as? Int ?? 0 >= made)
    }

    @Test("A damaged cache is made again")
    func damagedCache() throws {
        _ = try thumbnails()
        let cache = try #require(
            FileManager.default.enumerator(atPath: folder.path("cache"))?.compactMap { $0 as? String }
                .first { $0.hasSuffix("thumbnails.sqlite") })
        try Data(repeating: 0xAA, count: 100_000).write(to: folder.url.appendingPathComponent("cache/\(cache)"))
        #expect(try made(thumbnails()) == [count, 0, 0])
    }
}
