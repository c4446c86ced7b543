import Foundation
import TestSupport
import Testing

@testable import PhotosCommands

@Suite("photos pick and photos browse", .enabled(if: Browser.path != nil, "Chromium is not installed."))
struct PickCommandTests {
    private let folder: TemporaryFolder
    private let library: String

    init() throws {
        folder = try TemporaryFolder()
        library = folder.path("library")
        for number in 1...6 {
            let photo = TestPhoto.dated(TestPhoto.jpeg(UInt64(number)), "2024:05:0\(number) 10:00:00")
            try Data(photo).write(to: folder.url.appendingPathComponent("\(number) ä.jpg"))
        }
        let imported = try PhotosProcess.run(arguments: ["import", "--quiet", "--library", library, folder.url.path])
        try #require(imported.exitCode == 0, "\(imported.standardError)")
    }

    private func page(_ arguments: String...) throws -> ServedPage {
        try ServedPage(arguments: arguments + ["--library", library])
    }

    /// Opens the page and waits for the photos.
    private func open(_ page: ServedPage, photos: Int = 6) throws -> Browser {
        let browser = try Browser()
        try browser.open(page.address)
        try browser.wait(for: "\(Self.cells).length === \(photos)")
        return browser
    }

    private static let cells = "document.querySelectorAll('#photos-grid [role=gridcell]:not([hidden])')"

    private func select(_ positions: Int..., in browser: Browser) throws {
        for (index, position) in positions.enumerated() {
            try browser.click("\(Self.cells)[\(position)]")
            try browser.wait(for: "document.getElementById('chosen').textContent.startsWith('\(index + 1)')")
        }
    }

    @Test func theSelectedPhotosArePrintedInTheirOrder() throws {
        let page = try page("pick", "--limit", "3", "--ordered")
        let browser = try open(page)
        try select(4, 0, 2, in: browser)
        try browser.click("document.getElementById('add')")
        try browser.wait(for: "document.body.innerText.includes('3 photos were handed to photos pick.')")
        let outcome = try page.outcome()
        #expect(outcome.exitCode == 0)
        #expect(outcome.lines.map { (String($0) as NSString).lastPathComponent } == [5, 1, 3].map { "\($0) ä.jpg" })
        for line in outcome.lines { #expect(FileManager.default.contents(atPath: String(line)) != nil) }
        #expect(try browser.evaluate("document.getElementById('gone').hidden") as? Bool == true)
        // A picture that arrives after the end is refused.
        #expect(browser.complaints.allSatisfy { $0.contains("410 (Gone)") }, "\(browser.complaints)")
    }

    @Test func photosAreCopied() throws {
        let copies = folder.path("copies")
        try FileManager.default.createDirectory(atPath: copies, withIntermediateDirectories: false)
        let page = try page("pick", "--limit", "0", "--to", copies, "-0", "--filter", "images & !screenshots")
        let browser = try open(page)
        try select(1, 3, in: browser)
        try browser.click("document.getElementById('add')")
        let outcome = try page.outcome()
        let paths = outcome.standardOutput.split(separator: "\0").map(String.init)
        #expect(paths.count == 2 && paths.allSatisfy { $0.hasPrefix(copies + "/") })
        let originals = try [2, 4].map { try Data(contentsOf: folder.url.appendingPathComponent("\($0) ä.jpg")) }
        #expect(paths.compactMap { FileManager.default.contents(atPath: $0) } == originals)
    }

    @Test func picturesAreCopiedAsJPEGs() throws {
        var random = Seeded(1)
        // Nine by nine squares of 16 pixels.
        let colors: [[UInt8]] = (0..<81).map { _ in (0..<3).map { _ in UInt8.random(in: 0...255, using: &random) } }
        let samples: [UInt8] = (0..<144 * 144).flatMap { index -> [UInt8] in
            let (row, column) = (index / 144, index % 144)
            return colors[row / 16 * 9 + column / 16]
        }
        let png = folder.url.appendingPathComponent("7.png")
        try Data(try #require(SmallPNG(rgb: samples, width: 144)).bytes).write(to: png)
        let date = Date(timeIntervalSince1970: 1_717_000_000)
        try FileManager.default.setAttributes([.modificationDate: date], ofItemAtPath: png.path)
        let imported = try PhotosProcess.run(arguments: ["import", "--quiet", "--library", library, png.path])
        try #require(imported.exitCode == 0, "\(imported.standardError)")

        let copies = folder.path("copies")
        try FileManager.default.createDirectory(atPath: copies, withIntermediateDirectories: false)
        let page = try page("pick", "--limit", "0", "--type", "jpeg", "--to", copies)
        let browser = try open(page, photos: 7)
        // The picture without a capture date is the first.
        try select(6, 0, in: browser)
        try browser.click("document.getElementById('add')")
        let outcome = try page.outcome()
        #expect(outcome.exitCode == 0, "\(outcome.standardError)")
        #expect(outcome.lines.map { (String($0) as NSString).lastPathComponent } == ["6 ä.jpg", "7.jpg"])
        let original = try Data(contentsOf: folder.url.appendingPathComponent("6 ä.jpg"))
        #expect(FileManager.default.contents(atPath: copies + "/6 ä.jpg") == original)
        let copy = copies + "/7.jpg"
        #expect(FileManager.default.contents(atPath: copy)?.starts(with: [0xFF, 0xD8, 0xFF]) == true)
        #expect(try FileManager.default.attributesOfItem(atPath: copy)[.modificationDate] as? Date == date)
        // The copy is found by its content.
        let resolved = try PhotosProcess.run(arguments: ["match", copy, "--library", library])
        #expect(resolved.exitCode == 0, "\(resolved.standardOutput) \(resolved.standardError)")
    }

    @Test func aPersonCancels() throws {
        let page = try page("pick")
        let browser = try open(page)
        try select(2, in: browser)
        try browser.click("document.getElementById('cancel')")
        let outcome = try page.outcome()
        #expect(outcome.exitCode == 5 && outcome.standardOutput.isEmpty)
    }

    @Test func ctrlCCancels() throws {
        let page = try page("pick")
        page.interrupt()
        #expect(try page.outcome().exitCode == 5)
    }

    @Test func theOwnerDeletesAndRestores() throws {
        let page = try page("browse")
        let browser = try open(page)
        try select(1, 2, in: browser)
        try browser.click("[...document.querySelectorAll('#actions button')].find(b => b.textContent === 'Delete')")
        try browser.wait(for: "\(Self.cells).length === 4")
        let list = ["list", "--json", "--library", library]
        #expect(try PhotosProcess.run(arguments: list).items.count == 4)
        page.interrupt()
        #expect(try page.outcome().exitCode == 0)
        #expect(browser.complaints == [])
    }
}

@Suite struct PickerFilterExpressionTests {
    @Test(arguments: [
        ("images", true), ("images & !screenshots", true), ("(videos|live-photos)&!favorites", true),
        ("!!images", true),
        ("", false), ("images &", false), ("pictures", false), ("images videos", false), ("(images", false),
        ("images)", false), ("!", false),
    ])
    func filters(text: String, isRight: Bool) {
        #expect((PickerFilterExpression(argument: text) != nil) == isRight)
    }
}
