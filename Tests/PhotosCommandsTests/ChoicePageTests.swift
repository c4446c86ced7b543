import Foundation
import FoundationNetworking
import OpenPhotoKitOwner
import TestSupport
import Testing

/// Decisions on a page, with processes of the command.
@Suite("photos resolve and match with --page")
struct ChoicePageTests {
    private let client = PageClient()
    private let photos: ChoosingLibrary

    init() throws { photos = try ChoosingLibrary.ambiguous() }

    @Test func aDecisionOnThePageIsTheLaterAnswer() async throws {
        #expect(
            try photos.answers() == ["multiple severalAgree", "multiple severalAgree", "found samePicture", "notFound"])
        let page = try ServedPage(arguments: photos.resolving("--page"))
        let first = String(decoding: try await client.get(page.address).body, as: UTF8.self)
        #expect(first.contains("1 of 2") && first.contains("IMG_1001 &lt;b&gt;.jpg") && !first.contains("<b>"))
        // A form with the number of another question or of no candidate has no effect.
        for form in ["question=1&choice=1", "question=0&choice=3", "question=0&choice=0", "choice=1", "question=0"] {
            let again = try await client.post(page, "answer", form)
            #expect(again.contains("1 of 2"), "\(form)")
        }
        #expect(try await client.post(page, "answer", "question=0&choice=2").contains("2 of 2"))
        // The decision is stored at once, while the page is still served.
        #expect(try photos.answers()[0] == "found decided")
        #expect(try await client.post(page, "answer", "question=1&choice=none").contains("All decided"))
        let outcome = try page.outcome()
        #expect(photos.statuses(outcome).sorted() == ["found decided", "found samePicture", "notFound", "notFound"])
        #expect(outcome.exitCode == 3)
        let decided = try #require(outcome.items.first { ($0["cloudIdentifier"] as? String) == photos.identifiers[0] })
        #expect(decided["evidence"] as? String == "content")
        #expect(try photos.answers() == ["found decided", "notFound", "found samePicture", "notFound"])
        // Without questions no page is served.
        #expect(try PhotosProcess.run(arguments: photos.resolving("--page")).exitCode == 3)
    }

    @Test func onlyThePhotosOfTheQuestionAreServed() async throws {
        let page = try ServedPage(arguments: photos.resolving("--page"))
        defer { page.interrupt() }
        let files = try ["1001 <b>", "1002"].map {
            try Data(contentsOf: photos.folder.url.appendingPathComponent("here/IMG_\($0).jpg"))
        }
        let served = [
            try await client.get(page.address + "photo/0/0"), try await client.get(page.address + "photo/0/1"),
        ]
        #expect(Set(served.map(\.body)) == Set(files))
        #expect(served.allSatisfy { $0.status == 200 && $0.type == "image/jpeg" })
        let preview = try await client.get(page.address + "preview/0/1")
        #expect(preview.status == 200 && preview.type == "image/jpeg" && !files.contains(preview.body))
        #expect(preview.body.starts(with: [0xFF, 0xD8, 0xFF]))
        for path in [
            "preview/0/asked", "thumbnail/0/asked", "thumbnail/1/0", "thumbnail/0/2",
            "photo/0/2", "preview/0/2", "preview/1/0", "preview/0", "photo/9/0", "photo/-1/0", "photo/0/x", "photo/0",
            "photo/0/0/", "asked/0", "answer", "done",
        ] {
            #expect(try await client.get(page.address + path).status == 404, "\(path)")
        }
        let root = page.address.dropLast(33)
        #expect(try await client.get(root + "0123456789abcdef0123456789abcdef/").status == 404)
    }

    @Test(arguments: [true, false]) func doneLeavesTheOtherQuestionsUndecided(byButton: Bool) async throws {
        let page = try ServedPage(arguments: photos.resolving("--page"))
        _ = try await client.post(page, "answer", "question=0&choice=skip")
        if byButton {
            #expect(try await client.post(page, "done", "question=1").contains("0 of 2 decided"))
        } else {
            page.interrupt()
        }
        let outcome = try page.outcome()
        #expect(outcome.exitCode == 4)
        #expect(photos.statuses(outcome).filter { $0 == "multiple severalAgree" }.count == 2)
        #expect(outcome.items.count == 4)
    }

    @Test func aRequestedFileIsShownInFullSize() async throws {
        let page = try ServedPage(arguments: [
            "match", "--page", "--json", "--library", photos.path, photos.folder.path("there/1.jpg"),
        ])
        let asked = try await client.get(page.address + "asked/0")
        #expect(asked.type == "image/jpeg")
        #expect(try asked.body == Data(contentsOf: photos.folder.url.appendingPathComponent("there/1.jpg")))
        _ = try await client.post(page, "answer", "question=0&choice=1")
        let outcome = try page.outcome()
        #expect(outcome.exitCode == 0 && photos.statuses(outcome) == ["found decided"])
        #expect((outcome.items[0]["path"] as? String)?.hasSuffix("there/1.jpg") == true)
        // The decision is stored by content, so it holds for the identifier of the same file too.
        #expect(try photos.answers()[0] == "found decided")
    }

    @Test func aPhotoThatOnlyLooksAlikeDoesNotShowTheWholePicture() async throws {
        let plain = try photos.folder.write(TestPhoto.jpeg(1), to: "plain.jpg").string
        let bright = try photos.folder.write(TestPhoto.jpeg(1, light: 12), to: "bright.jpg").string
        #expect(try PhotosProcess.run(arguments: ["import", "--library", photos.path, plain]).exitCode == 0)
        let arguments = ["match", "--library", photos.path, bright]
        let text = try PhotosProcess.run(arguments: arguments)
        #expect(text.exitCode == 3)
        #expect(
            text.standardOutput.contains(
                "bright.jpg: no picture here certainly shows this whole picture. 3 similar photos differ:"),
            "\(text.standardOutput)")
        let page = try ServedPage(arguments: arguments + ["--page"])
        defer { page.interrupt() }
        let body = String(decoding: try await client.get(page.address).body, as: UTF8.self)
        #expect(
            body.contains("No picture here certainly shows this whole picture. 3 photos look alike."),
            "\(body.firstRange(of: "No picture here").map { body[$0.lowerBound...].prefix(200) } ?? "")")
    }

    /// Matching pictures before the page installs its own handler for Ctrl-C.
    @Test func anInterruptionEndsThePageAlsoAfterPicturesWereMatched() throws {
        let page = try ServedPage(arguments: [
            "match", "--page", "--json", "--library", photos.path, photos.folder.path("there/1.jpg"),
        ])
        page.interrupt()
        #expect(try page.outcome().exitCode == 4)
    }

    @Test func aQuestionIsReadOnlyWhenItIsShown() async throws {
        let asked = ["1.jpg", "2.jpg"].map { photos.folder.path("there/" + $0) }
        let page = try ServedPage(arguments: ["match", "--page", "--json", "--library", photos.path] + asked)
        try FileManager.default.removeItem(atPath: asked[1])
        #expect(try await client.post(page, "answer", "question=0&choice=1").contains("1 of 2 decided"))
        let outcome = try page.outcome()
        #expect(outcome.exitCode == 2 && outcome.items.count == 2)
        #expect(outcome.items[1]["status"] as? String == nil)
        #expect((outcome.items[1]["path"] as? String)?.hasSuffix("there/2.jpg") == true)
    }

    @Test("The file that redirects the browser to the page is readable by the owner only", arguments: [true, false])
    func redirection(inSessionFolder: Bool) throws {
        let tools = photos.folder.url.appendingPathComponent("tools")
        let place = photos.folder.url.appendingPathComponent("place")
        for url in [tools, place] {
            try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
        }
        // The path that the browser gets, and the contents of that file.
        let opener = tools.appendingPathComponent("xdg-open")
        try """
        #!/bin/sh
        { echo "$#"; echo "$1"; stat -c %a "$1" "${1%/*}"; cat "$1"; } > "\(photos.folder.path("seen.new"))"
        mv "\(photos.folder.path("seen.new"))" "\(photos.folder.path("seen"))"
        """.write(to: opener, atomically: true, encoding: .utf8)
        try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: opener.path)
        let page = try ServedPage(
            arguments: photos.resolving("--page"),
            environment: [
                "PATH": "\(tools.path):/usr/bin:/bin", "DISPLAY": ":99",
                "XDG_RUNTIME_DIR": inSessionFolder ? place.path : "",
                "TMPDIR": inSessionFolder ? "/nonexistent" : place.path,
            ])
        let end = Date(timeIntervalSinceNow: 20)
        while !FileManager.default.fileExists(atPath: photos.folder.path("seen")), Date() < end { usleep(20_000) }
        let seen = try String(contentsOfFile: photos.folder.path("seen"), encoding: .utf8)
        let lines = seen.split(separator: "\n", omittingEmptySubsequences: false)
        try #require(lines.count > 4)
        #expect(lines[0] == "1" && lines[1].hasPrefix(place.path + "/") && !lines[1].contains(page.address.suffix(33)))
        #expect(lines[2...3] == ["600", "700"])
        #expect(seen.contains("<meta http-equiv=\"refresh\" content=\"0; url=\(page.address)\"/>"))
        #expect(!seen.contains("<script"))
        page.interrupt()
        #expect(try page.outcome().exitCode == 4)
        #expect(try FileManager.default.contentsOfDirectory(atPath: place.path) == [])
    }

    @Test(
        "In a browser all pictures load, and the keys answer questions", .long,
        .enabled(if: Browser.path != nil, "Chromium is not installed."))
    func browser() throws {
        let page = try ServedPage(arguments: photos.resolving("--page"))
        let browser = try Browser()
        try browser.open(page.address)
        try browser.wait(for: "document.querySelectorAll('article').length === 2")
        try browser.wait(for: "[...document.images].every(i => i.complete && i.naturalWidth > 1)")
        #expect(try browser.evaluate("document.images.length") as? Int == 2)
        #expect(try browser.evaluate("document.querySelectorAll('svg image').length") as? Int == 7)
        // Every picture has a text alternative, and every control is a button.
        let nameless = "[...document.querySelectorAll('img')].filter(i => !i.alt).length"
        #expect(try browser.evaluate(nameless) as? Int == 0)
        #expect(
            try browser.evaluate("document.querySelectorAll('svg:not([role=img][aria-label])').length") as? Int == 0)
        #expect(try browser.evaluate("document.documentElement.scrollWidth <= innerWidth") as? Bool == true)
        for isDark in [false, true] {
            try browser.setColorScheme(dark: isDark)
            let contrast = try #require(try browser.leastContrast())
            #expect(contrast >= 4.5, "dark: \(isDark)")
            try browser.keepScreenshot("page-\(isDark ? "dark" : "light").png")
        }
        try browser.press("2")
        try browser.wait(for: "document.querySelector('.what')?.innerText === '2 of 2'")
        try browser.press("n")
        try browser.wait(for: "document.querySelector('h1')?.innerText === 'All decided'")
        #expect(browser.complaints == [])
        #expect(
            try photos.statuses(page.outcome()).sorted() == [
                "found decided", "found samePicture", "notFound", "notFound",
            ])
    }
}
