import Foundation
import TestSupport
import Testing

@Suite("photos list, show, load, hash, verify and benchmark")
struct LibraryCommandTests {
    @Test("list filters, sorts and limits")
    func list() throws {
        let library = try SampleLibrary.shared.get()
        func list(_ arguments: String...) throws -> [[String: Any]] {
            try PhotosProcess.run(arguments: ["list", "--json", "--library", library.home] + arguments).items
        }
        let all = try list()
        let dates = all.compactMap { $0["captureDate"] as? String }
        #expect(dates == dates.sorted())
        let sizes = try list("--sort", "size", "--limit", "5").compactMap { $0["bytes"] as? Int }
        #expect(sizes == all.compactMap { $0["bytes"] as? Int }.sorted(by: >).prefix(5).map { $0 })
        let year = try #require(dates.first?.prefix(4))
        #expect(try list("--before", String(year)).isEmpty)
        #expect(
            try list("--search", "dsc_01").allSatisfy {
                ($0["originalFilename"] as? String)?.hasPrefix("DSC_01") == true
            })
        #expect(try !list("--search", "dsc_01").isEmpty)
    }

    @Test("show names every file of an asset")
    func show() throws {
        let library = try SampleLibrary.shared.get()
        let alternate = try #require(library.imported.items.first { $0["match"] as? String == "imageData" })
        let identifier = try #require(alternate["localIdentifier"] as? String)
        let shown = try PhotosProcess.run(arguments: ["show", "--json", "--library", library.home, identifier])
        let resources = try #require(shown.items.first?["resources"] as? [[String: Any]])
        #expect(resources.map { $0["kind"] as? String } == ["original", "alternate"])
        #expect(resources.allSatisfy { FileManager.default.fileExists(atPath: $0["path"] as? String ?? "") })
    }

    @Test("The command fails if its output cannot be written")
    func fullOutput() throws {
        let library = try SampleLibrary.shared.get()
        let process = Process()
        process.executableURL = PhotosProcess.url(of: "photos")
        process.arguments = ["list", "--json", "--library", library.home]
        process.standardOutput = FileHandle(forWritingAtPath: "/dev/full")
        let errors = Pipe()
        process.standardError = errors
        try process.run()
        let words = String(decoding: try errors.fileHandleForReading.readToEnd() ?? Data(), as: UTF8.self)
        process.waitUntilExit()
        #expect(process.terminationStatus == 1)
        #expect(words.contains("output"))
    }

    @Test("load writes the exact bytes under the original name, and never replaces a file")
    func load() throws {
        let library = try SampleLibrary.shared.get()
        let item = try #require(library.imported.items.first { $0["status"] as? String == "imported" })
        let identifier = try #require(item["localIdentifier"] as? String)
        let source = try #require(item["path"] as? String)
        let folder = try TemporaryFolder()
        for _ in 1...2 {
            let loaded = try PhotosProcess.run(
                arguments: ["load", "--json", "--library", library.home, identifier, "--to", folder.url.path])
            let path = try #require(loaded.items.first?["path"] as? String)
            #expect(FileManager.default.contentsEqual(atPath: path, andPath: source))
        }
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.url.path).count == 2)
    }

    @Test("hash prints the documented fields, the same for every number of jobs")
    func hash() throws {
        let library = try SampleLibrary.shared.get()
        let one = try PhotosProcess.run(arguments: ["hash", "--json", "-j", "1", library.samples + "/phone"])
        let four = try PhotosProcess.run(arguments: [
            "hash", "--json", "-j", "4", "--io-jobs", "4", library.samples + "/phone",
        ])
        #expect(one.standardOutput == four.standardOutput)
        let item = try #require(one.items.first { $0["condition"] as? String == "ok" })
        for field in [
            "path", "format", "width", "height", "orientation", "captureDate", "sha256", "imageDataDigest", "hash",
            "quality", "signature",
        ] { #expect(item[field] != nil, "\(field)") }
        #expect((item["hash"] as? String)?.count == 64)
    }

    @Test("verify reports a changed original and no other file")
    func verify() throws {
        let library = try SampleLibrary.shared.get()
        let folder = try TemporaryFolder()
        _ = try PhotosProcess.run(arguments: ["import", "--library", folder.path("l"), library.samples + "/scans"])
        let listed = try PhotosProcess.run(arguments: ["list", "--json", "--library", folder.path("l")]).items
        let path = try #require(listed.first?["path"] as? String)
        let file = try #require(FileHandle(forUpdatingAtPath: path))
        try file.seek(toOffset: 1000)
        let byte = try #require(try file.read(upToCount: 1)?.first)
        try file.seek(toOffset: 1000)
        try file.write(contentsOf: Data([byte ^ 1]))
        let verified = try PhotosProcess.run(arguments: ["verify", "--json", "--library", folder.path("l")])
        #expect(verified.exitCode == 2)
        let wrong = verified.items.filter { $0["status"] as? String != "ok" }
        #expect(wrong.map { $0["path"] as? String } == [path])
        #expect(wrong.first?["status"] as? String == "changed")
    }

    @Test("benchmark prints every stage and leaves no files")
    func benchmark() throws {
        let library = try SampleLibrary.shared.get()
        let folder = try TemporaryFolder()
        let measured = try PhotosProcess.run(
            arguments: ["benchmark", "--json", "--library", folder.path("l"), "--folder", library.samples + "/scans"])
        #expect(measured.exitCode == 0)
        let stages = measured.items.compactMap { $0["stage"] as? String }
        #expect(
            stages == [
                "read", "digest", "signaturePNG", "analyse", "copy", "import", "resolve", "thumbnailPNG", "previewPNG",
                "makeThumbnails", "cachedThumbnails",
            ])
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.url.path).isEmpty)
    }
}
