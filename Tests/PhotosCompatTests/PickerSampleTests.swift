import Foundation
import TestSupport
import Testing

/// The ten samples of the picker in their own process, with the owner's browser.
@Suite("The ported samples of the picker", .enabled(if: Browser.path != nil, "Chromium is not installed."))
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
        try SampleApp(name, environment: desktop.environment.merging(["PHOTOS_LIBRARY": library]) { $1 })
    }

    private static let cells = "document.querySelectorAll('#photos-grid [role=gridcell]:not([hidden])')"

    /// Presents the picker, selects or deselects photos by their place, and ends with a button.
    private func pick(
        _ positions: [Int], of photos: Int, in app: SampleApp, selected: Int = 0, button: String = "add"
    ) throws {
        app.say("present")
        let browser = try Browser()
        try browser.open(try desktop.nextPage())
        try browser.wait(for: "\(Self.cells).length === \(photos)")
        if selected > 0 {
            try browser.wait(
                for: "document.querySelectorAll('#photos-grid [aria-selected=true]').length === \(selected)")
        }
        var chosen = selected
        for position in positions {
            let isSelected = "\(Self.cells)[\(position)].getAttribute('aria-selected') === 'true'"
            chosen += try browser.evaluate(isSelected) as? Bool == true ? -1 : 1
            try browser.click("\(Self.cells)[\(position)]")
            try browser.wait(for: "document.getElementById('chosen').textContent.startsWith('\(chosen)')")
        }
        try browser.click("document.getElementById('\(button)')")
        try browser.wait(for: "!document.getElementById('ended').hidden")
    }

    @Test func configurations() throws {
        let images = try app("images")
        try pick([2, 0], of: 3, in: images)
        #expect(try images.lines(3) == ["C: public.jpeg", "A: public.jpeg", "Selected: 2"])
        let motion = try app("motion")
        try pick([0], of: 1, in: motion)
        #expect(try motion.lines(2) == ["V: public.mpeg-4", "Selected: 1"])
    }

    @Test(arguments: [
        ("single", "Loaded: 320×240"), ("single-demo", "Shown: 320×240"), ("progress", "Loaded: 320×240, 1.0"),
    ])
    func onePhoto(name: String, line: String) throws {
        let app = try app(name)
        try pick([1], of: name == "progress" ? 4 : 3, in: app)
        #expect(try app.lines(1) == [line])
    }

    @Test func aPersonCancels() throws {
        let app = try app("single")
        try pick([1], of: 3, in: app, button: "cancel")
        #expect(try app.lines(1) == ["No image"])
    }

    @Test func severalPhotos() throws {
        let app = try app("multiple-demo")
        try pick([0, 1], of: 3, in: app)
        #expect(try app.lines(1) == ["Shown: 320×240"])
        app.say("next")
        #expect(try app.lines(1) == ["Shown: 320×240"])
        app.say("next")
        #expect(try app.lines(1) == ["No more images"])
    }

    @Test func identifiersOfAssets() throws {
        let app = try app("photokit")
        try pick([1], of: 4, in: app)
        let line = try app.lines(1).first ?? ""
        #expect(line.hasPrefix("Identifiers: 1, assets: ") && line.contains("."), "\(line)")
    }

    @Test func theOrderOfSelection() throws {
        let app = try app("ordered")
        try pick([2, 0, 1], of: 4, in: app)
        let line = try #require(app.lines(1).first)
        let names = line.dropFirst("In order: ".count).split(separator: ", ")
        try #require(names.count == 3 && Set(names).count == 3, "\(line)")
        let again = try self.app("ordered")
        try pick([1, 2, 0], of: 4, in: again)
        let others = try again.lines(1).first?.dropFirst("In order: ".count).split(separator: ", ")
        let moved: [Substring] = [names[2], names[0], names[1]]
        #expect(others == moved)
    }

    @Test func aSelectionIsAdjusted() throws {
        let app = try app("adjustable")
        try pick([0, 1], of: 4, in: app)
        let first = try app.lines(1).first ?? ""
        #expect(first.hasPrefix("Now: ") && first.hasSuffix("; preselected: 0"), "\(first)")
        // Deselects one of the two, and selects another.
        try pick([0, 2], of: 4, in: app, selected: 2)
        let second = try app.lines(1).first ?? ""
        #expect(second.hasSuffix("; preselected: 1") && !second.contains("no name"), "\(second)")
        try pick([3], of: 4, in: app, selected: 2, button: "cancel")
        #expect(try app.lines(1).first == second.replacing("preselected: 1", with: "preselected: 2"))
    }

    @Test func photosAndVideosAreShown() throws {
        let app = try app("demo")
        try pick([0, 1, 2, 3], of: 4, in: app)
        var shown = try app.lines(1)
        for _ in 0..<4 {
            app.say("next")
            shown += try app.lines(1)
        }
        #expect(shown.filter { $0 == "Shown: 320×240" }.count == 3 && shown.last == "No more items", "\(shown)")
        #expect(shown.contains("Video: V.mp4, \(Gallery.video(seconds: 2).count) bytes"), "\(shown)")
    }
}
