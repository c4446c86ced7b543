import Foundation
import FoundationNetworking
import TestSupport
import Testing

/// Questions that a look at two pictures decides, on a page, with processes of the command.
@Suite("Pictures with one candidate are confirmed together on the page")
struct ConfirmationPageTests {
    private let client = PageClient()

    private func text(_ page: ServedPage) async throws -> String {
        String(decoding: try await client.get(page.address).body, as: UTF8.self)
    }

    @Test func acceptedPairsAreStoredAndTheOthersAreAskedOneByOne() async throws {
        let photos = try ChoosingLibrary.flat(3, withAmbiguous: true)
        let undecided = Array(repeating: "multiple tooFlat", count: 3)
        #expect(try Array(photos.answers()[0..<3]) == undecided)
        let page = try ServedPage(arguments: photos.resolving("--page"))
        let first = try await text(page)
        #expect(
            first.contains("1 to 3 of 5") && first.contains("FLAT_0001 &lt;b&gt;.jpg") && !first.contains("<b>.jpg"))
        #expect(!first.contains("IMG_1001"), "Questions with several candidates are not in the batch.")
        // A form of another batch, or without a valid answer, has no effect.
        for form in ["batch=1&choice=accept&1=on", "choice=accept&0=on", "batch=0&choice=x&0=on", "batch=0"] {
            #expect(try await client.post(page, "confirm", form).contains("1 to 3 of 5"), "\(form)")
        }
        #expect(try await client.post(page, "answer", "question=0&choice=1").contains("1 to 3 of 5"))
        #expect(try Array(photos.answers()[0..<3]) == undecided)

        let second = try await client.post(page, "confirm", "batch=0&0=on&2=on&choice=accept")
        #expect(second.contains("3 of 5") && second.contains("Which photo is it?") && second.contains("FLAT_0002"))
        // The decisions are stored at once, while the page is still served.
        #expect(try Array(photos.answers()[0..<3]) == ["found decided", "multiple tooFlat", "found decided"])
        #expect(try await client.post(page, "answer", "question=1&choice=none").contains("4 of 5"))
        #expect(try await client.post(page, "confirm", "batch=0&0=on&choice=accept").contains("4 of 5"))
        #expect(try await client.post(page, "answer", "question=3&choice=skip").contains("5 of 5"))
        #expect(try await client.post(page, "answer", "question=4&choice=skip").contains("3 of 5 decided"))
        let outcome = try page.outcome()
        #expect(outcome.exitCode == 4)
        let byIdentifier = Dictionary(
            zip(outcome.items.map { $0["cloudIdentifier"] as? String ?? "" }, photos.statuses(outcome)),
            uniquingKeysWith: { first, _ in first })
        #expect(
            photos.identifiers.map { byIdentifier[$0] } == [
                "found decided", "notFound", "found decided", "multiple severalAgree", "multiple severalAgree",
                "found samePicture", "notFound",
            ])
    }

    @Test(arguments: ["oneByOne", "skip"]) func aBatchNeedNotBeAccepted(choice: String) async throws {
        let photos = try ChoosingLibrary.flat(2)
        let page = try ServedPage(arguments: photos.resolving("--page"))
        // Check marks count only with “Accept”.
        let next = try await client.post(page, "confirm", "batch=0&0=on&1=on&choice=\(choice)")
        if choice == "oneByOne" {
            #expect(next.contains("1 of 2") && next.contains("Which photo is it?"))
            page.interrupt()
        } else {
            #expect(next.contains("0 of 2 decided"))
        }
        let outcome = try page.outcome()
        #expect(outcome.exitCode == 4 && outcome.items.count == 2)
        #expect(try photos.answers() == ["multiple tooFlat", "multiple tooFlat"])
    }

    @Test func bothPicturesAreDecodedAndOnlyThoseOfTheBatchAreServed() async throws {
        let photos = try ChoosingLibrary.flat(2)
        let page = try ServedPage(arguments: photos.matching("--page"))
        defer { page.interrupt() }
        let file = try Data(contentsOf: photos.folder.url.appendingPathComponent("there/0002.jpg"))
        for path in ["thumbnail/1/asked", "preview/1/asked", "thumbnail/1/0", "preview/0/0"] {
            let picture = try await client.get(page.address + path)
            #expect(picture.status == 200 && picture.type == "image/jpeg" && picture.body != file, "\(path)")
            #expect(picture.body.starts(with: [0xFF, 0xD8, 0xFF]), "\(path)")
        }
        for path in ["thumbnail/2/0", "thumbnail/0/1", "thumbnail/0/x", "preview/-1/asked", "confirm"] {
            #expect(try await client.get(page.address + path).status == 404, "\(path)")
        }
        // A file that has changed since it was compared is not shown.
        try photos.folder.write(Scenes.bands(9, width: 480, height: 360), to: "there/0002.jpg")
        #expect(try await client.get(page.address + "preview/1/asked").status == 404)
    }

    @Test func aPhotoThatWasDeletedMeanwhileIsAskedAlone() async throws {
        let photos = try ChoosingLibrary.flat(2)
        let page = try ServedPage(arguments: photos.resolving("--page"))
        _ = try await text(page)
        let named = try PhotosProcess.run(arguments: ["list", "--json", "--library", photos.path]).items
            .first { ($0["originalFilename"] as? String)?.hasPrefix("FLAT_0001") == true }
        let asset = try #require(named?["localIdentifier"] as? String)
        for option in [[], ["--permanently"]] {
            let deleted = try PhotosProcess.run(arguments: ["delete", "--library", photos.path, asset] + option)
            #expect(deleted.exitCode == 0, "\(deleted.standardError)")
        }
        let next = try await client.post(page, "confirm", "batch=0&0=on&1=on&choice=accept")
        #expect(next.contains("role=\"alert\"") && next.contains("Not stored") && next.contains("2 of 2"))
        page.interrupt()
        let outcome = try page.outcome()
        #expect(photos.statuses(outcome).sorted() == ["found decided", "multiple tooFlat"])
    }

    @Test("More pairs than one page has are confirmed in batches", .long)
    func severalBatches() async throws {
        let photos = try ChoosingLibrary.flat(101)
        let page = try ServedPage(arguments: photos.matching("--page"))
        let first = try await text(page)
        let count = first.components(separatedBy: "<li>").count - 1
        #expect(first.contains("1 to 100 of 101") && count == 100)
        let checks = (0..<100).map { "\($0)=on" }.joined(separator: "&")
        #expect(try await client.post(page, "confirm", "batch=0&\(checks)&choice=accept").contains("101 of 101"))
        #expect(try await client.post(page, "confirm", "batch=100&100=on&choice=accept").contains("All decided"))
        let outcome = try page.outcome()
        #expect(outcome.exitCode == 0)
        #expect(photos.statuses(outcome) == Array(repeating: "found decided", count: 101))
    }

    @Test(
        "In a browser the pairs are compared, unchecked and accepted with the keyboard", .long,
        .enabled(if: Browser.path != nil, "Chromium is not installed."))
    func browser() throws {
        let photos = try ChoosingLibrary.flat(3, withAmbiguous: true)
        let page = try ServedPage(arguments: photos.matching("--page"))
        let browser = try Browser()
        try browser.open(page.address)
        try browser.wait(for: "document.querySelectorAll('.pairs > li').length === 3")
        try browser.wait(for: "[...document.images].every(i => i.complete && i.naturalWidth > 1)")
        #expect(try browser.evaluate("document.images.length") as? Int == 6)
        for (width, height) in [(1400, 1000), (390, 800)] {
            try browser.setScreen(width: width, height: height)
            #expect(try browser.evaluate("document.documentElement.scrollWidth <= innerWidth") as? Bool == true)
            for isDark in [false, true] {
                try browser.setColorScheme(dark: isDark)
                #expect(try #require(try browser.leastContrast()) >= 4.5, "\(width), dark: \(isDark)")
                try browser.keepScreenshot("pairs-\(width)-\(isDark ? "dark" : "light").png")
            }
        }
        // Every control and picture has a name.
        let objects = try browser.accessibleObjects()
        let checkboxes = objects.filter { $0.role == "checkbox" }
        #expect(checkboxes.count == 3 && checkboxes[0].name == "The same photo: 0001.jpg and FLAT_0001 <b>.jpg")
        #expect(objects.filter { ["button", "link", "image"].contains($0.role) }.allSatisfy { !$0.name.isEmpty })

        // The large pictures: the space bar and the arrows show the other one at the same place.
        let shown = "document.querySelector('.stage > :not(.hidden)')"
        _ = try browser.evaluate("document.querySelector('.pairs input').focus()")
        try browser.press(.enter)
        try browser.wait(for: "\(shown)?.complete && \(shown).naturalWidth > 300")
        let place =
            "(() => { const r = \(shown).getBoundingClientRect(); return [r.x, r.y, r.width, r.height].join() })()"
        let caption = "document.querySelector('.caption').innerText"
        #expect(try (browser.evaluate(caption) as? String)?.hasPrefix("1 of 3. Asked about: 0001.jpg, ") == true)
        let asked = try #require(try browser.evaluate(place) as? String)
        try browser.press(.space)
        #expect(
            try (browser.evaluate(caption) as? String)?.hasPrefix("1 of 3. In the library: FLAT_0001 <b>.jpg, ") == true
        )
        #expect(try browser.evaluate(place) as? String == asked)
        try browser.keepScreenshot("pairs-large.png")
        try browser.press(.left)
        #expect(try (browser.evaluate(caption) as? String)?.hasPrefix("1 of 3. Asked about: 0001.jpg") == true)
        try browser.press(.down)
        #expect(try (browser.evaluate(caption) as? String)?.hasPrefix("2 of 3. Asked about: 0002.jpg") == true)
        try browser.press("a")
        try browser.press(.escape)
        try browser.wait(for: "!document.querySelector('.viewer').open && document.activeElement.className === 'both'")
        #expect(try browser.evaluate("document.querySelector('.batch .main').innerText") as? String == "Accept 2")
        _ = try browser.evaluate("document.querySelector('.batch .main').focus()")
        try browser.press(.enter)
        try browser.wait(for: "document.querySelector('.what')?.innerText === '3 of 5'")
        try browser.press("s")
        try browser.wait(for: "document.querySelector('.what')?.innerText === '4 of 5'")
        #expect(browser.complaints == [])
        page.interrupt()
        let outcome = try page.outcome()
        #expect(photos.statuses(outcome).filter { $0 == "found decided" }.count == 2)
        #expect(outcome.exitCode == 4)
    }
}
