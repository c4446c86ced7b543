import Foundation
import TestSupport
import Testing

@Suite("photos import on the sample photos")
struct ImportCommandTests {
    @Test("Every sample file has the result that the generator expects")
    func everyFileEndsAsPlanned() throws {
        let library = try SampleLibrary.shared.get()
        #expect(library.imported.exitCode == 0, "\(library.imported.standardError)")
        var unexpected: [String] = []
        for item in library.imported.items {
            let name = library.name(item["path"])
            guard let truth = library.truth[name] else { continue }
            let status = item["status"] as? String ?? ""
            let detail = item["match"] as? String ?? item["condition"] as? String ?? ""
            // Of files with equal bytes the first one is imported and the others are duplicates. The order varies.
            let isDuplicate =
                status == "imported" && truth.expected.contains { $0.hasPrefix("duplicate") }
                || status == "duplicate" && library.truth.values.contains { $0.original == name }
            if !isDuplicate, !truth.expected.contains(where: { $0 == status || $0 == "\(status):\(detail)" }) {
                unexpected.append("\(name): \(status):\(detail), expected \(truth.expected)")
            }
        }
        #expect(unexpected.isEmpty, "\(unexpected.joined(separator: "\n"))")
        let seen = Set(library.imported.items.map { library.name($0["path"]) })
        let originals = library.truth.values.filter { !$0.path.hasPrefix("cloud/") && $0.kind != "litter" }
        #expect(originals.allSatisfy { seen.contains($0.path) })
    }

    @Test("Each distinct photo is exactly one asset")
    func nothingLostNothingDoubled() throws {
        let library = try SampleLibrary.shared.get()
        let listed = try PhotosProcess.run(arguments: ["list", "--json", "--library", library.home]).items
        let digests = listed.compactMap { $0["sha256"] as? String }
        #expect(Set(digests).count == digests.count)
        #expect(listed.count == library.imported.summary["imported"] as? Int)
        #expect(try PhotosProcess.run(arguments: ["verify", "--library", library.home]).exitCode == 0)
    }

    @Test("The same import again reads no file")
    func resumes() throws {
        let library = try SampleLibrary.shared.get()
        let again = try PhotosProcess.run(
            arguments: ["import", "--json", "--library", library.home]
                + ["phone", "camera", "scans"].map {
                    library.samples + "/" + $0
                })
        let stored = library.imported.summary
        #expect(again.summary["imported"] as? Int == 0)
        #expect(again.summary["bytes"] as? Int == 0)
        #expect(
            again.summary["resumed"] as? Int
                == (stored["imported"] as? Int ?? 0) + (stored["duplicates"] as? Int ?? 0))
    }

    @Test("The JSON output has the documented fields")
    func contract() throws {
        let library = try SampleLibrary.shared.get()
        let item = try #require(library.imported.items.first { $0["status"] as? String == "imported" })
        for field in ["path", "condition", "localIdentifier", "format", "width", "height", "captureDate", "warnings"] {
            #expect(item[field] != nil, "\(field)")
        }
        for field in [
            "files", "imported", "duplicates", "skipped", "failed", "planned", "damaged", "unsupported", "bytes",
            "seconds", "resumed", "byExtension",
        ] { #expect(library.imported.summary[field] != nil, "\(field)") }
    }

    @Test("A dry run plans and stores nothing")
    func dryRun() throws {
        let library = try SampleLibrary.shared.get()
        let folder = try TemporaryFolder()
        let planned = try PhotosProcess.run(
            arguments: ["import", "-n", "--json", "--library", folder.path("l"), library.samples + "/scans"])
        #expect(planned.items.filter { $0["status"] as? String == "planned" }.count > 0)
        #expect(!FileManager.default.fileExists(atPath: folder.path("l")))
    }

    @Test("--files-from reads paths that end with NUL and are not UTF-8")
    func filesFrom() throws {
        let library = try SampleLibrary.shared.get()
        let folder = try TemporaryFolder()
        let photo = try Data(contentsOf: URL(fileURLWithPath: library.samples + "/phone/DCIM/IMG_0001.JPG"))
        let name = Array(folder.path("caf").utf8) + [0xE9] + Array("\n.jpg".utf8)
        let descriptor = open(name.map { CChar(bitPattern: $0) } + [0], O_CREAT | O_WRONLY, 0o644)
        #expect(descriptor >= 0)
        try FileHandle(fileDescriptor: descriptor, closeOnDealloc: true).write(contentsOf: photo)
        try Data(name + [0]).write(to: URL(fileURLWithPath: folder.path("list")))
        let imported = try PhotosProcess.run(
            arguments: ["import", "--json", "--library", folder.path("l"), "--files-from", folder.path("list"), "-0"])
        let item = try #require(imported.items.first)
        #expect(item["status"] as? String == "imported")
        #expect(item["pathBase64"] as? String == Data(name).base64EncodedString())
        #expect(try PhotosProcess.run(arguments: ["verify", "--library", folder.path("l")]).exitCode == 0)
    }

    @Test("A missing folder is reported, the other files are imported, and the exit code is 2")
    func someFailed() throws {
        let library = try SampleLibrary.shared.get()
        let folder = try TemporaryFolder()
        let imported = try PhotosProcess.run(
            arguments: ["import", "--library", folder.path("l"), folder.path("nowhere"), library.samples + "/scans"])
        #expect(imported.exitCode == 2)
        #expect(imported.standardError.contains("nowhere"))
        #expect(
            try PhotosProcess.run(arguments: ["list", "-q", "--library", folder.path("l")]).standardOutput.isEmpty
                == false)
    }

    @Test(
        "Wrong usage ends with 64", arguments: [["import"], ["import", "-j", "-5", "/tmp"], ["nonsense"], ["resolve"]])
    func usage(arguments: [String]) throws {
        #expect(try PhotosProcess.run(arguments: arguments).exitCode == 64)
    }

    @Test("Standard output has results only, and --progress json writes lines of JSON to standard error")
    func streams() throws {
        let library = try SampleLibrary.shared.get()
        let folder = try TemporaryFolder()
        let imported = try PhotosProcess.run(
            arguments: [
                "import", "--json", "--progress", "json", "--library", folder.path("l"), library.samples + "/phone",
            ])
        #expect(imported.items.count + 1 == imported.standardOutput.split(separator: "\n").count)
        let progress = imported.standardError.split(separator: "\n").compactMap {
            try? JSONSerialization.jsonObject(with: Data($0.utf8)) as? [String: [String: Any]]
        }
        let bytes = progress.compactMap { $0["progress"]?["bytes"] as? Int }
        #expect(!bytes.isEmpty)
        #expect(bytes == bytes.sorted())
        #expect(progress.last?["progress"]?["fraction"] as? Double == 1)
        let counts = ["files", "filesTotal"].map { progress.last?["progress"]?[$0] as? Int }
        #expect(counts == [imported.summary["files"] as? Int, imported.summary["files"] as? Int])
    }
}
