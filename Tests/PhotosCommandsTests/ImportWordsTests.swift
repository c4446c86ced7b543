import Foundation
import TestSupport
import Testing

/// What people are told of an import: what counts what, and what the library got back.
@Suite("What import says")
struct ImportWordsTests {
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    private func write(_ name: String, _ bytes: [UInt8]) throws {
        let file = folder.url.appendingPathComponent("source/\(name)")
        try FileManager.default.createDirectory(
            at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
        try Data(bytes).write(to: file)
    }

    private func photo(_ seed: UInt64) -> [UInt8] { Scenes.jpeg(seed, width: 160, height: 120) }

    private func run(_ arguments: String...) throws -> PhotosProcess.Outcome {
        try PhotosProcess.run(
            arguments: ["import", "--library", folder.path("library"), folder.path("source")] + arguments)
    }

    private static let sidecar = Array(
        """
        <x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">
        <rdf:Description xmlns:dc="http://purl.org/dc/elements/1.1/" dc:title="Harbour"/></rdf:RDF></x:xmpmeta>
        """.utf8)

    @Test("Photos are counted apart from the files that belong to them, and repeats from what was there")
    func counts() throws {
        try write("a.jpg", photo(1))
        try write("a.xmp", Self.sidecar)
        try write("b.jpg", photo(2))
        try write("copies/a again.jpg", photo(1))
        let planned = try run("-n")
        #expect(
            planned.standardOutput.contains(
                "4 files: 2 photos would be imported, 1 file of theirs kept with them, 1 twice in this import."),
            "\(planned.standardOutput)")
        #expect(!planned.standardOutput.contains("already there"))
        let foreseen = try run("-n", "--json")
        #expect(foreseen.summary["planned"] as? Int == 3 && foreseen.summary["plannedAssets"] as? Int == 2)
        #expect(foreseen.summary["repeated"] as? Int == 1)
        let done = try run()
        #expect(
            done.standardOutput.contains(
                "4 files: 2 photos imported, 1 file of theirs kept with them, 1 twice in this import."),
            "\(done.standardOutput)")
        #expect(!done.standardOutput.contains("already there"))
        try write("later/b again.jpg", photo(2))
        let again = try run("-n")
        #expect(again.standardOutput.contains("5 files: 5 already there."), "\(again.standardOutput)")
        #expect(again.standardOutput.contains("4 files were known from an earlier import"))
        #expect(try run("--json").items.allSatisfy { $0["repeated"] == nil })
    }

    @Test("What the library had lost and got back is named and counted")
    func healing() throws {
        try write("a.jpg", photo(1))
        try write("b.jpg", photo(2))
        let imported = try run("--json")
        let identifier = try #require(
            imported.items.first { "\($0["path"] ?? "")".hasSuffix("a.jpg") }?["localIdentifier"] as? String)
        let shown = try PhotosProcess.run(
            arguments: ["show", "--json", identifier, "--library", folder.path("library")])
        let original = try #require(shown.items.first?["path"] as? String)
        try FileManager.default.removeItem(atPath: original)
        let planned = try run("-n")
        #expect(
            planned.standardOutput.contains("2 files: 1 lost or damaged file would be restored, 1 already there."),
            "\(planned.standardOutput)")
        try Data([1, 2, 3]).write(to: URL(fileURLWithPath: original))
        let healed = try run()
        #expect(
            healed.standardOutput.contains(
                "a.jpg: the library's own file of a.jpg was gone or damaged: this one takes its place"),
            "\(healed.standardOutput)")
        #expect(healed.standardOutput.contains("2 files: 1 lost or damaged file restored, 1 already there."))
        #expect(try Data(contentsOf: URL(fileURLWithPath: original)) == Data(photo(1)))
        try FileManager.default.removeItem(atPath: original)
        let machine = try run("--json")
        #expect(machine.summary["restored"] as? Int == 1 && machine.summary["duplicates"] as? Int == 2)
        #expect(machine.items.filter { $0["restored"] as? Bool == true }.count == 1)
    }

    @Test("A file that is only called a photo is not said to be a kind that is not decoded")
    func unknownKinds() throws {
        try write("letter.jpg", Array("Dear diary, …".utf8))
        try write("picture.webp", Array("RIFF\u{4}\0\0\0WEBP".utf8))
        let told = try run("--report", folder.path("report.html")).standardOutput
        #expect(told.contains("1 whose bytes are of no kind that is known (1 jpg)"), "\(told)")
        #expect(!told.contains("not decoded (1 jpg"))
        let page = try String(contentsOfFile: folder.path("report.html"), encoding: .utf8)
        #expect(page.contains("of no known kind") && !page.contains(".jpg, not decoded"))
    }
}
