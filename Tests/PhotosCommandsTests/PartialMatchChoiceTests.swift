import Foundation
import OpenPhotoKitOwner
import TestSupport
import Testing

/// Questions about photos of which a file shows a part, with processes of the command.
@Suite("photos match --similar with --page and --choose")
struct PartialMatchChoiceTests {
    private static let sentence = "The file shows a part of this photo, 80 % of its width and 80 % of its height."

    private let client = PageClient()
    private let photos: ChoosingLibrary

    init() throws { photos = try ChoosingLibrary.cropped() }

    /// The arguments that ask for a file.
    private func matching(_ file: String, _ rest: String...) -> [String] {
        ["match", "--json", "--similar", "--library", photos.path] + rest + [photos.folder.path("there/" + file)]
    }

    /// The answer to a file without a question.
    private func answer(_ file: String) throws -> [String: Any] {
        try #require(try PhotosProcess.run(arguments: matching(file)).items.first)
    }

    private func partialMatches(_ item: [String: Any]?) -> [[String: Any]] {
        item?["partialMatches"] as? [[String: Any]] ?? []
    }

    private func decisionCount() throws -> Int {
        try PhotosProcess.run(arguments: ["decisions", "--json", "--library", photos.path]).items.count { item in
            item["contents"] != nil
        }
    }

    @Test func theCandidatesAreRankedWithASentenceAndAFrame() async throws {
        let matches = partialMatches(try answer("crop.jpg"))
        try #require(matches.count == 2)
        let page = try ServedPage(arguments: matching("crop.jpg", "--page"))
        defer { page.interrupt() }
        let body = String(decoding: try await client.get(page.address).body, as: UTF8.self)
        #expect(body.contains("2 photos look alike. A frame marks the part that the file shows."))
        #expect(body.contains("If you choose a photo, the file is found as this photo from now on."))
        #expect(body.components(separatedBy: Self.sentence).count == 3)
        #expect(body.components(separatedBy: "<svg class=\"part\"").count == 3)
        #expect(body.contains("None of these") && body.contains("Skip"))
        #expect(!body.contains("class=\"pair\""), "The whole pictures are not compared.")
        // The order is that of the answer.
        let listed = try PhotosProcess.run(arguments: ["list", "--json", "--library", photos.path]).items
        let sizes = matches.compactMap { match in
            listed.first { $0["localIdentifier"] as? String == match["localIdentifier"] as? String }?["width"] as? Int
        }
        let frames = body.matches(of: /<svg class="part" viewBox="0 0 (\d+) \d+"/).compactMap { Int($0.1) }
        #expect(frames == sizes && Set(frames) == [640, 400])
    }

    @Test func aMirroredPhotoIsShownWithoutAFrame() async throws {
        let page = try ServedPage(arguments: matching("mirrored.jpg", "--page"))
        defer { page.interrupt() }
        let body = String(decoding: try await client.get(page.address).body, as: UTF8.self)
        #expect(body.contains("One photo looks alike. If you choose a photo, the file is found as this photo"))
        #expect(body.contains("<p>The file shows the whole photo, mirrored.</p>"))
        #expect(!body.contains("class=\"part\""))
    }

    @Test func withoutAnAnswerTheAnswerStays() async throws {
        let plain = try PhotosProcess.run(arguments: matching("crop.jpg"))
        let page = try ServedPage(arguments: matching("crop.jpg", "--page"))
        #expect(try await client.post(page, "answer", "question=0&choice=skip").contains("0 of 1 decided"))
        let outcome = try page.outcome()
        #expect(outcome.exitCode == 3 && plain.exitCode == 3)
        #expect(outcome.lines == plain.lines && photos.statuses(plain) == ["notFound"])
        #expect(try decisionCount() == 0)
    }

    @Test func theSummaryCountsTheQuestions() throws {
        let arguments = ["match", "--library", photos.path, photos.folder.path("there")]
        let similar = try PhotosProcess.run(arguments: arguments + ["--similar"])
        #expect(similar.exitCode == 3)
        #expect(
            similar.standardError.contains(
                "3 not found (3 with similar photos). --choose asks about 3 pictures here, --page about 3 pictures"),
            "\(similar.standardError)")
        let plain = try PhotosProcess.run(arguments: arguments)
        #expect(plain.exitCode == 3 && !plain.standardError.contains("--choose"), "\(plain.standardError)")
    }

    @Test func onlyTheFileThatAPersonDecidedAboutIsFound() async throws {
        let first = try #require(partialMatches(try answer("crop.jpg")).first?["localIdentifier"] as? String)
        let page = try ServedPage(arguments: matching("crop.jpg", "--page"))
        #expect(try await client.post(page, "answer", "question=0&choice=1").contains("All decided"))
        let outcome = try page.outcome()
        #expect(outcome.exitCode == 0 && photos.statuses(outcome) == ["found decided"])
        let later = try answer("crop.jpg")
        #expect(later["localIdentifier"] as? String == first && later["partialMatches"] == nil)
        let other = try answer("other.jpg")
        #expect(other["status"] as? String == "notFound" && partialMatches(other).count == 2)
        #expect(try decisionCount() == 1)
    }

    @Test func noneOfTheseIsNotAskedAgain() async throws {
        let page = try ServedPage(arguments: matching("crop.jpg", "--page"))
        #expect(try await client.post(page, "answer", "question=0&choice=none").contains("All decided"))
        let outcome = try page.outcome()
        #expect(outcome.exitCode == 3 && photos.statuses(outcome) == ["notFound"])
        #expect(try decisionCount() == 2)
        for item in [outcome.items.first, try answer("crop.jpg")] {
            let decided = partialMatches(item).map { $0["isDecidedOther"] as? Bool }
            #expect(decided == [true, true])
        }
        // They stay hints, and no page is served.
        let again = try PhotosProcess.run(
            arguments: ["match", "--similar", "--page", "--library", photos.path, photos.folder.path("there/crop.jpg")])
        #expect(again.exitCode == 3 && !again.standardError.contains("--choose"), "\(again.standardError)")
        #expect(
            again.standardOutput.contains("\(Self.sentence) You decided that it is another one."),
            "\(again.standardOutput)")
        #expect(partialMatches(try answer("other.jpg")).allSatisfy { $0["isDecidedOther"] as? Bool == false })
    }

    @Test(.enabled(if: TerminalShell.isThere, "\(TerminalShell.requirement)"))
    func theTerminalAsksTheSame() throws {
        let command = [PhotosProcess.path()] + matching("crop.jpg", "--choose")
        let line = command.joined(separator: " ") + " > " + photos.folder.path("answers")
        let (exit, shown) = try TerminalShell.run(line, terminal: true, entering: "2\n")
        #expect(exit == 0)
        #expect(shown.contains("If you choose a photo, the file is found as this photo from now on.\r\n"), "\(shown)")
        #expect(shown.components(separatedBy: Self.sentence).count == 3)
        #expect(try answer("crop.jpg")["status"] as? String == "found")
    }

    @Test(
        "In a browser the frame is around the part of the picture, and a key answers", .long,
        .enabled(if: Browser.path != nil, "Chromium is not installed."))
    func browser() throws {
        let page = try ServedPage(arguments: matching("crop.jpg", "--page"))
        let browser = try Browser()
        try browser.open(page.address)
        try browser.wait(for: "document.querySelectorAll('article .part').length === 2")
        try browser.wait(for: "[...document.images].every(i => i.complete && i.naturalWidth > 1)")
        // The frame as fractions of the visible picture, which the browser fits into its box.
        let frame = """
            (() => {
              const picture = document.querySelector('article img');
              const box = picture.getBoundingClientRect();
              const scale = Math.min(box.width / picture.naturalWidth, box.height / picture.naturalHeight);
              const [width, height] = [picture.naturalWidth * scale, picture.naturalHeight * scale];
              const [left, top] = [box.x + (box.width - width) / 2, box.y + (box.height - height) / 2];
              const mark = document.querySelector('article .part .mark').getBoundingClientRect();
              return [(mark.x - left) / width, (mark.y - top) / height, mark.width / width, mark.height / height];
            })()
            """
        let part = ChoosingLibrary.part
        for (width, height) in [(1400, 1000), (390, 800)] {
            try browser.setScreen(width: width, height: height)
            let sides = try #require(try browser.evaluate(frame) as? [Double])
            let expected = [part.x, part.y, part.width, part.height]
            #expect(zip(sides, expected).allSatisfy { abs($0 - $1) < 0.02 }, "\(width): \(sides)")
            #expect(try browser.evaluate("document.documentElement.scrollWidth <= innerWidth") as? Bool == true)
            for isDark in [false, true] {
                try browser.setColorScheme(dark: isDark)
                #expect(try #require(try browser.leastContrast()) >= 4.5, "\(width), dark: \(isDark)")
                try browser.keepScreenshot("part-\(width)-\(isDark ? "dark" : "light").png")
            }
        }
        #expect(
            try browser.evaluate("document.querySelectorAll('svg:not([role=img][aria-label])').length") as? Int == 0)
        try browser.press("1")
        try browser.wait(for: "document.querySelector('h1')?.innerText === 'All decided'")
        #expect(browser.complaints == [])
        #expect(try photos.statuses(page.outcome()) == ["found decided"])
    }
}
