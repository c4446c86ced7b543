import Foundation
import TestSupport
import Testing

/// The ten samples of the picker in their own process, with the owner's browser.
@Suite(
    "The ported samples of the picker", .enabled(if: Browser.path != nil, "Chromium is not installed."), .runsSamples)
struct PickerSampleTests {
    private let folder: TemporaryFolder
    private let desktop: OwnersDesktop
    private let library: String

    /// A library of three photos and a video.
    init() throws {
        folder = try TemporaryFolder()
        desktop = try OwnersDesktop()
        library = folder.path("library")
        for (number, name) in ["A", "B", "C"].enumerated() {
            let photo = TestPhoto.dated(TestPhoto.jpeg(UInt64(number)), "2024:05:0\(number + 1) 10:00:00")
            try Data(photo).write(to: folder.url.appendingPathComponent("\(name).jpg"))
        }
        try Gallery.video(seconds: 2).write(to: folder.url.appendingPathComponent("V.mp4"))
        let imported = try PhotosProcess.run(arguments: ["import", "--quiet", "--library", library, folder.url.path])
        try #require(imported.exitCode == 0, "\(imported.standardError)")
    }

    private func app(_ name: String) throws -> SampleApp {
        try SampleApp(["pick", name], environment: desktop.environment(of: library))
    }

    @Test func configurations() throws {
        let images = try app("images")
        try desktop.pick([2, 0], of: 3, in: images)
        #expect(try images.lines(3) == ["C: public.jpeg", "A: public.jpeg", "Selected: 2"])
        let motion = try app("motion")
        try desktop.pick([0], of: 1, in: motion)
        #expect(try motion.lines(2) == ["V: public.mpeg-4", "Selected: 1"])
    }

    @Test(arguments: [
        ("single", "Loaded: 320×240"), ("single-demo", "Shown: 320×240"), ("progress", "Loaded: 320×240, 1.0"),
    ])
    func onePhoto(name: String, line: String) throws {
        let app = try app(name)
        try desktop.pick([1], of: name == "progress" ? 4 : 3, in: app)
        #expect(try app.result() == line)
    }

    @Test func aPersonCancels() throws {
        let app = try app("single")
        try desktop.pick([1], of: 3, in: app, button: "cancel")
        #expect(try app.lines(1) == ["No image"])
    }

    @Test func severalPhotos() throws {
        let app = try app("multiple-demo")
        try desktop.pick([0, 1], of: 3, in: app)
        #expect(try app.lines(1) == ["Shown: 320×240"])
        app.say("next")
        #expect(try app.lines(1) == ["Shown: 320×240"])
        // There is no other image.
        app.say("next")
        app.say("look")
        #expect(try app.lines(1) == ["Looks at: 320×240"])
    }

    @Test func identifiersOfAssets() throws {
        let app = try app("photokit")
        try desktop.pick([1], of: 4, in: app)
        let line = try app.lines(1).first ?? ""
        #expect(line.hasPrefix("Identifiers: 1, assets: ") && line.contains("."), "\(line)")
    }

    @Test func theOrderOfSelection() throws {
        let app = try app("ordered")
        try desktop.pick([2, 0, 1], of: 4, in: app)
        let line = try #require(app.lines(1).first)
        let names = line.dropFirst("In order: ".count).split(separator: ", ")
        try #require(names.count == 3 && Set(names).count == 3, "\(line)")
        let again = try self.app("ordered")
        try desktop.pick([1, 2, 0], of: 4, in: again)
        let others = try again.lines(1).first?.dropFirst("In order: ".count).split(separator: ", ")
        let moved: [Substring] = [names[2], names[0], names[1]]
        #expect(others == moved)
    }

    @Test func aSelectionIsAdjusted() throws {
        let app = try app("adjustable")
        try desktop.pick([0, 1], of: 4, in: app)
        let first = try app.lines(1).first ?? ""
        #expect(first.hasPrefix("Now: ") && first.hasSuffix("; preselected: 0"), "\(first)")
        // Deselects one of the two, and selects another.
        try desktop.pick([0, 2], of: 4, in: app, selected: 2)
        let second = try app.lines(1).first ?? ""
        #expect(second.hasSuffix("; preselected: 1") && !second.contains("no name"), "\(second)")
        try desktop.pick([3], of: 4, in: app, selected: 2, button: "cancel")
        #expect(try app.lines(1).first == second.replacing("preselected: 1", with: "preselected: 2"))
    }

    @Test func photosAndVideosAreShown() throws {
        let app = try app("demo")
        try desktop.pick([0, 1, 2, 3], of: 4, in: app)
        var shown = try app.lines(1)
        for _ in 0..<3 {
            app.say("next")
            shown += try app.lines(1)
        }
        #expect(shown.filter { $0 == "Shown: 320×240" }.count == 3, "\(shown)")
        #expect(shown.contains("Video: V.mp4, \(Gallery.video(seconds: 2).count) bytes"), "\(shown)")
        app.say("next")
        app.say("look")
        #expect(try app.lines(1) == ["Looks at: 320×240"])
    }

    @Test(.enabled(if: FormatCorpus.isPresent, FormatCorpus.absence)) func aLivePhotoIsShown() throws {
        let original = "apple/Test-Media-Types-15.7.2.photoslibrary/originals/D/D562F353-7A22-4367-9A7F-153A4D9F149C"
        let source = try TemporaryFolder()
        try source.write(FormatCorpus.bytes(of: original + ".heic"), to: "L.heic")
        try source.write(FormatCorpus.bytes(of: original + "_3.mov"), to: "L.mov")
        let library = folder.path("live")
        let imported = try PhotosProcess.run(arguments: ["import", "--quiet", "--library", library, source.url.path])
        try #require(imported.exitCode == 0, "\(imported.standardError)")
        let app = try SampleApp(["pick", "demo"], environment: desktop.environment(of: library))
        try desktop.pick([0], of: 1, in: app)
        let line = try app.lines(1)
        #expect(line.first?.hasPrefix("Live Photo: ") == true, "\(line)")
    }
}
