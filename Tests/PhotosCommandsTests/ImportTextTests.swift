import Foundation
import TestSupport
import Testing

/// The text output of an import: the numbers in the summary, and restored files.
@Suite("Text output of import")
struct ImportTextTests {
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

    @Test("The summary counts photos, their further files, repeated files and known files separately")
    func counts() throws {
        try write("a.jpg", photo(1))
        try write("a.xmp", Self.sidecar)
        try write("b.jpg", photo(2))
        try write("copies/a again.jpg", photo(1))
        let planned = try run("-n")
        #expect(
            planned.standardOutput.contains(
                "4 files: 2 photos would be imported with 1 sidecar file, 1 repeat of a photo of this import."
            ),
            "\(planned.standardOutput)")
        #expect(!planned.standardOutput.contains("already in the library"))
        let foreseen = try run("-n", "--json")
        #expect(foreseen.summary["planned"] as? Int == 3 && foreseen.summary["plannedAssets"] as? Int == 2)
        #expect(foreseen.summary["repeated"] as? Int == 1 && foreseen.summary["repeatedSidecars"] as? Int == 0)
        #expect(foreseen.summary["sidecars"] as? Int == 1)
        let done = try run()
        #expect(
            done.standardOutput.contains(
                "4 files: 2 photos imported with 1 sidecar file, 1 repeat of a photo of this import."),
            "\(done.standardOutput)")
        #expect(!done.standardOutput.contains("already in the library"))
        try write("later/b again.jpg", photo(2))
        let again = try run("-n")
        #expect(again.standardOutput.contains("5 files: 5 already in the library."), "\(again.standardOutput)")
        #expect(again.standardOutput.contains("4 files were unchanged since an earlier import"))
        #expect(try run("--json").items.allSatisfy { $0["repeated"] == nil })
    }

    @Test("Restored files are named and counted")
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
            planned.standardOutput.contains(
                "2 files: 1 lost or damaged file would be restored, 1 already in the library."),
            "\(planned.standardOutput)")
        try Data([1, 2, 3]).write(to: URL(fileURLWithPath: original))
        let healed = try run()
        #expect(
            healed.standardOutput.contains(
                "a.jpg: the library's file of a.jpg was missing or damaged; this file replaces it"),
            "\(healed.standardOutput)")
        #expect(healed.standardOutput.contains("2 files: 1 lost or damaged file restored, 1 already in the library."))
        #expect(try Data(contentsOf: URL(fileURLWithPath: original)) == Data(photo(1)))
        try FileManager.default.removeItem(atPath: original)
        let machine = try run("--json")
        #expect(machine.summary["restored"] as? Int == 1 && machine.summary["duplicates"] as? Int == 2)
        #expect(machine.items.filter { $0["restored"] as? Bool == true }.count == 1)
    }

    @Test("A file without a picture is reported as an unknown format, not as one that cannot be decoded")
    func unknownKinds() throws {
        try write("letter.jpg", Array("Dear diary, …".utf8))
        try write("picture.webp", Array("RIFF\u{4}\0\0\0WEBP".utf8))
        let output = try run("--report", folder.path("report.html")).standardOutput
        #expect(output.contains("1 of an unknown format (1 jpg)"), "\(output)")
        #expect(output.contains("2 files: 1 photo and 1 unknown file imported"), "\(output)")
        #expect(!output.contains("cannot be decoded (1 jpg"))
        let page = try String(contentsOfFile: folder.path("report.html"), encoding: .utf8)
        #expect(page.contains("of an unknown format") && !page.contains(".jpg, not decoded"))
    }

    @Test("A video is no file of a format that cannot be decoded, and a raw file without a picture is one")
    func undecodedKinds() throws {
        try write("clip.mp4", SmallVideo(.h264).bytes)
        try write("shot.dng", TIFFBuilder(main: [.text(0x010F, "Maker"), .byte(0xC612, 1)]).bytes)
        let planned = try run("-n", "--json").summary
        #expect(planned["unsupported"] as? Int == 1 && planned["videos"] as? Int == 1)
        #expect(planned["unsupportedByExtension"] as? [String: Int] == ["dng": 1])
        let done = try run("-v")
        #expect(done.standardOutput.contains("2 files: 1 photo and 1 video imported."), "\(done.standardOutput)")
        #expect(
            done.standardOutput.contains("Of the new files: 1 of formats that cannot be decoded (1 dng)."),
            "\(done.standardOutput)")
        #expect(done.standardError.contains("shot.dng: kept, but its format cannot be decoded"))
        #expect(!done.standardError.contains("clip.mp4"), "\(done.standardError)")
    }
}
