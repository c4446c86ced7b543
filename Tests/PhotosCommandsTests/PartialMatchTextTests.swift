import Foundation
import TestSupport
import Testing

/// `photos match --similar`, as text and as JSON.
@Suite(
    "photos match --similar",
    .enabled(if: Corpus.isPresent, Comment(rawValue: Corpus.absence)),
    .enabled(if: Python.has("PIL.Image"), "python3 with Pillow is absent"))
struct PartialMatchTextTests {
    private static let photo = Corpus.folder.appendingPathComponent("photos-kodak/kodak/2.png").path

    @Test func theOutputNamesThePartAndTheExitCodeStays() throws {
        let folder = try TemporaryFolder()
        let script = """
            import sys
            from PIL import Image, ImageOps
            photo = Image.open(sys.argv[1]).convert("RGB")
            w, h = photo.size
            part = photo.crop((w // 8, h // 8, w // 8 + w * 4 // 5, h // 8 + h * 4 // 5))
            ImageOps.mirror(part).save(sys.argv[2], quality=80)
            """
        let crop = folder.path("crop.jpg")
        #expect(try Python.run(script: script, [Self.photo, crop]).exit == 0)
        func run(_ arguments: String...) throws -> PhotosProcess.Outcome {
            try PhotosProcess.run(arguments: arguments + ["--library", folder.path("library")])
        }
        let imported = try run("import", Self.photo, "--json")
        let asset = try #require(imported.items.first?["localIdentifier"] as? String)
        let text = try run("match", "--similar", crop)
        #expect(text.exitCode == 3)
        #expect(
            text.standardOutput.contains(
                "\(asset) (2.png). The file shows a part of this photo, 80 % of its width and 80 % of its height, "
                    + "mirrored."))
        #expect(try run("match", crop).standardOutput.contains("The file shows") == false)

        let item = try #require(try run("match", "--similar", "--json", crop).items.first)
        #expect(item["status"] as? String == "notFound" && item["localIdentifier"] == nil)
        let match = try #require((item["partialMatches"] as? [[String: Any]])?.first)
        #expect(match["localIdentifier"] as? String == asset && match["isMirrored"] as? Bool == true)
        let part = try #require(match["part"] as? [String: Double])
        #expect(abs((part["x"] ?? 0) - 0.125) < 0.015 && abs((part["width"] ?? 0) - 0.8) < 0.015)
        let other = try #require(try run("match", "--json", crop).items.first)
        #expect(other["partialMatches"] == nil)
    }
}
