import Foundation
import FoundationNetworking
import Glibc
import OpenPhotoKit
import TestSupport
import Testing

/// Decisions in a browser and in a terminal, with processes of the command.
@Suite("photos resolve and match with --choose and --page")
struct ChoosingTests {
    private let client = PageClient()
    private let folder: TemporaryFolder
    /// Two copies of each of two scenes, so that neither can be chosen, and one photo without a copy.
    private var library: String { folder.path("Photos.library") }
    /// Identifiers from another device: of both scenes, of the third photo, and of a photo that this library does not
    /// have.
    private let identifiers: [String]

    init() throws {
        folder = try TemporaryFolder()
        identifiers = try Self.fill(folder)
    }

    private static func fill(_ folder: TemporaryFolder) throws -> [String] {
        for seed: UInt64 in 1...4 {
            if seed < 4 { try write("IMG_\(seed)001 <b>.jpg", seed, 640, 480, in: folder.path("here")) }
            if seed < 3 { try write("IMG_\(seed)002.jpg", seed, 400, 300, in: folder.path("here")) }
            try write("\(seed).jpg", seed, 480, 360, in: folder.path("there"))
        }
        for (library, source) in [("Photos.library", "here"), ("there.library", "there")] {
            let imported = try PhotosProcess.run(
                arguments: ["import", "--library", folder.path(library), folder.path(source)])
            try #require(imported.exitCode == 0, "\(imported.standardError)")
        }
        // Sorted by name, because the order of the import varies.
        let listed = try PhotosProcess.run(
            arguments: ["list", "--json", "--library", folder.path("there.library")]
        ).items.sorted { "\($0["originalFilename"] ?? "")" < "\($1["originalFilename"] ?? "")" }
        let identified = try PhotosProcess.run(
            arguments: ["identify", "--library", folder.path("there.library")]
                + listed.compactMap { $0["localIdentifier"] as? String })
        try #require(identified.lines.count == 4)
        return identified.lines.map(String.init)
    }

    private static func write(_ name: String, _ seed: UInt64, _ width: Int, _ height: Int, in folder: String) throws {
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        let file = URL(fileURLWithPath: folder).appendingPathComponent(name)
        try Data(Scenes.jpeg(seed, width: width, height: height)).write(to: file)
    }

    private func resolving(_ rest: String...) -> [String] {
        ["resolve", "--json", "--library", library] + rest + identifiers
    }

    private func statuses(_ outcome: PhotosProcess.Outcome) -> [String] {
        outcome.items.map { item in
            let candidates = item["candidates"] as? [[String: Any]]
            return [item["status"], candidates?.first?["reason"]].compactMap { $0 as? String }.joined(separator: " ")
        }
    }

    /// The answers to all identifiers without --choose or --page.
    private func answers() throws -> [String] { try statuses(PhotosProcess.run(arguments: resolving())) }

    /// Sends a form and returns the resulting page.
    private func post(_ page: ServedPage, _ path: String, _ form: String) async throws -> String {
        var request = URLRequest(url: try #require(URL(string: page.address + path)))
        request.httpMethod = "POST"
        request.httpBody = Data(form.utf8)
        let (data, response) = try await send(request)
        // Foundation loses the slash at the end of the address that a form leads to, so it is not followed there.
        return String(decoding: response.statusCode == 303 ? try await get(page.address).body : data, as: UTF8.self)
    }

    /// Opens the page, as a browser does first, and sends the request.
    private func send(_ request: URLRequest) async throws -> (body: Data, response: HTTPURLResponse) {
        var page = try #require(request.url)
        while page.pathComponents.count > 2 { page.deleteLastPathComponent() }
        _ = try await client.send(URLRequest(url: page))
        return try await client.send(request)
    }

    private func get(_ address: String) async throws -> (status: Int, type: String, body: Data) {
        let (data, response) = try await send(URLRequest(url: try #require(URL(string: address))))
        return (response.statusCode, response.mimeType ?? "", data)
    }

    // MARK: --page

    @Test func aDecisionOnThePageIsTheLaterAnswer() async throws {
        #expect(try answers() == ["multiple severalAgree", "multiple severalAgree", "found samePicture", "notFound"])
        let page = try ServedPage(arguments: resolving("--page"))
        let first = String(decoding: try await get(page.address).body, as: UTF8.self)
        #expect(first.contains("1 of 2") && first.contains("IMG_1001 &lt;b&gt;.jpg") && !first.contains("<b>"))
        // A form with the number of another question or of no candidate has no effect.
        for form in ["question=1&choice=1", "question=0&choice=3", "question=0&choice=0", "choice=1", "question=0"] {
            let again = try await post(page, "answer", form)
            #expect(again.contains("1 of 2"), "\(form)")
        }
        #expect(try await post(page, "answer", "question=0&choice=2").contains("2 of 2"))
        // The decision is stored at once, while the page is still served.
        #expect(try answers()[0] == "found decided")
        #expect(try await post(page, "answer", "question=1&choice=none").contains("All decided"))
        let outcome = try page.outcome()
        #expect(statuses(outcome).sorted() == ["found decided", "found samePicture", "notFound", "notFound"])
        #expect(outcome.exitCode == 3)
        let decided = try #require(outcome.items.first { ($0["cloudIdentifier"] as? String) == identifiers[0] })
        #expect(decided["evidence"] as? String == "content")
        #expect(try answers() == ["found decided", "notFound", "found samePicture", "notFound"])
        // Without questions no page is served.
        #expect(try PhotosProcess.run(arguments: resolving("--page")).exitCode == 3)
    }

    @Test func onlyThePhotosOfTheQuestionAreServed() async throws {
        let page = try ServedPage(arguments: resolving("--page"))
        defer { page.interrupt() }
        let files = try ["1001 <b>", "1002"].map {
            try Data(contentsOf: folder.url.appendingPathComponent("here/IMG_\($0).jpg"))
        }
        let served = [try await get(page.address + "photo/0/0"), try await get(page.address + "photo/0/1")]
        #expect(Set(served.map(\.body)) == Set(files))
        #expect(served.allSatisfy { $0.status == 200 && $0.type == "image/jpeg" })
        let preview = try await get(page.address + "preview/0/1")
        #expect(preview.status == 200 && preview.type == "image/jpeg" && !files.contains(preview.body))
        #expect(preview.body.starts(with: [0xFF, 0xD8, 0xFF]))
        for path in [
            "photo/0/2", "preview/0/2", "preview/1/0", "preview/0", "photo/9/0", "photo/-1/0", "photo/0/x", "photo/0",
            "photo/0/0/", "asked/0", "answer", "done",
        ] {
            #expect(try await get(page.address + path).status == 404, "\(path)")
        }
        let root = page.address.dropLast(33)
        #expect(try await get(root + "0123456789abcdef0123456789abcdef/").status == 404)
    }

    @Test(arguments: [true, false]) func doneLeavesTheOtherQuestionsUndecided(byButton: Bool) async throws {
        let page = try ServedPage(arguments: resolving("--page"))
        _ = try await post(page, "answer", "question=0&choice=skip")
        if byButton {
            #expect(try await post(page, "done", "question=1").contains("0 of 2 decided"))
        } else {
            page.interrupt()
        }
        let outcome = try page.outcome()
        #expect(outcome.exitCode == 4)
        #expect(statuses(outcome).filter { $0 == "multiple severalAgree" }.count == 2)
        #expect(outcome.items.count == 4)
    }

    @Test func aRequestedFileIsShownInFullSize() async throws {
        let page = try ServedPage(arguments: [
            "match", "--page", "--json", "--library", library, folder.path("there/1.jpg"),
        ])
        let asked = try await get(page.address + "asked/0")
        #expect(asked.type == "image/jpeg")
        #expect(try asked.body == Data(contentsOf: folder.url.appendingPathComponent("there/1.jpg")))
        _ = try await post(page, "answer", "question=0&choice=1")
        let outcome = try page.outcome()
        #expect(outcome.exitCode == 0 && statuses(outcome) == ["found decided"])
        #expect((outcome.items[0]["path"] as? String)?.hasSuffix("there/1.jpg") == true)
        // The decision is stored by content, so it holds for the identifier of the same file too.
        #expect(try answers()[0] == "found decided")
    }

    @Test func aPhotoThatOnlyLooksAlikeDoesNotShowTheWholePicture() async throws {
        let plain = try folder.write(TestPhoto.jpeg(1), to: "plain.jpg").string
        let bright = try folder.write(TestPhoto.jpeg(1, light: 12), to: "bright.jpg").string
        #expect(try PhotosProcess.run(arguments: ["import", "--library", library, plain]).exitCode == 0)
        let arguments = ["match", "--library", library, bright]
        let text = try PhotosProcess.run(arguments: arguments)
        #expect(text.exitCode == 3)
        #expect(
            text.standardOutput.contains(
                "bright.jpg: no picture here certainly shows this whole picture. 3 similar photos differ:"),
            "\(text.standardOutput)")
        let page = try ServedPage(arguments: arguments + ["--page"])
        defer { page.interrupt() }
        let body = String(decoding: try await get(page.address).body, as: UTF8.self)
        #expect(
            body.contains("No picture here certainly shows this whole picture. 3 photos look alike."),
            "\(body.firstRange(of: "No picture here").map { body[$0.lowerBound...].prefix(200) } ?? "")")
    }

    /// Matching pictures before the page installs its own handler for Ctrl-C.
    @Test func anInterruptionEndsThePageAlsoAfterPicturesWereMatched() throws {
        let page = try ServedPage(arguments: [
            "match", "--page", "--json", "--library", library, folder.path("there/1.jpg"),
        ])
        page.interrupt()
        #expect(try page.outcome().exitCode == 4)
    }

    @Test func aQuestionIsReadOnlyWhenItIsShown() async throws {
        let asked = ["1.jpg", "2.jpg"].map { folder.path("there/" + $0) }
        let page = try ServedPage(arguments: ["match", "--page", "--json", "--library", library] + asked)
        try FileManager.default.removeItem(atPath: asked[1])
        #expect(try await post(page, "answer", "question=0&choice=1").contains("1 of 2 decided"))
        let outcome = try page.outcome()
        #expect(outcome.exitCode == 2 && outcome.items.count == 2)
        #expect(outcome.items[1]["status"] as? String == nil)
        #expect((outcome.items[1]["path"] as? String)?.hasSuffix("there/2.jpg") == true)
    }

    @Test("The file that redirects the browser to the page is readable by the owner only", arguments: [true, false])
    func redirection(inSessionFolder: Bool) throws {
        let tools = folder.url.appendingPathComponent("tools")
        let place = folder.url.appendingPathComponent("place")
        for url in [tools, place] {
            try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
        }
        // The path that the browser gets, and the contents of that file.
        let opener = tools.appendingPathComponent("xdg-open")
        try """
        #!/bin/sh
        { echo "$#"; echo "$1"; stat -c %a "$1" "${1%/*}"; cat "$1"; } > "\(folder.path("seen.new"))"
        mv "\(folder.path("seen.new"))" "\(folder.path("seen"))"
        """.write(to: opener, atomically: true, encoding: .utf8)
        try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: opener.path)
        let page = try ServedPage(
            arguments: resolving("--page"),
            environment: [
                "PATH": "\(tools.path):/usr/bin:/bin", "DISPLAY": ":99",
                "XDG_RUNTIME_DIR": inSessionFolder ? place.path : "",
                "TMPDIR": inSessionFolder ? "/nonexistent" : place.path,
            ])
        let end = Date(timeIntervalSinceNow: 20)
        while !FileManager.default.fileExists(atPath: folder.path("seen")), Date() < end { usleep(20_000) }
        let seen = try String(contentsOfFile: folder.path("seen"), encoding: .utf8)
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
        let page = try ServedPage(arguments: resolving("--page"))
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
            let contrast = try #require(try leastContrast(browser))
            #expect(contrast >= 4.5, "dark: \(isDark)")
            try keep(browser.screenshot(), "page-\(isDark ? "dark" : "light").png")
        }
        try browser.press("2")
        try browser.wait(for: "document.querySelector('.what')?.innerText === '2 of 2'")
        try browser.press("n")
        try browser.wait(for: "document.querySelector('h1')?.innerText === 'All decided'")
        #expect(browser.complaints == [])
        #expect(
            try statuses(page.outcome()).sorted() == ["found decided", "found samePicture", "notFound", "notFound"])
    }

    /// The least contrast between a text and its background, as WCAG 2 defines it.
    private func leastContrast(_ browser: Browser) throws -> Double? {
        try browser.evaluate(
            """
            (() => {
              const light = (color) => {
                const [r, g, b] = color.match(/[\\d.]+/g).map((v) => v / 255)
                  .map((v) => v <= 0.03928 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4);
                return 0.2126 * r + 0.7152 * g + 0.0722 * b;
              };
              const ground = (node) => {
                for (; node; node = node.parentElement) {
                  const color = getComputedStyle(node).backgroundColor;
                  if (color !== 'rgba(0, 0, 0, 0)') return color;
                }
                return 'rgb(255, 255, 255)';
              };
              const texts = [...document.body.querySelectorAll('*')]
                .filter((node) => [...node.childNodes].some((child) => child.nodeType === 3 && child.data.trim()));
              return Math.min(...texts.map((node) => {
                const pair = [light(getComputedStyle(node).color), light(ground(node))].sort((a, b) => b - a);
                return (pair[0] + 0.05) / (pair[1] + 0.05);
              }));
            })()
            """) as? Double
    }

    /// Writes a screenshot into the folder that OPENPHOTOKIT_SCREENSHOTS names.
    private func keep(_ picture: Data, _ name: String) throws {
        guard let folder = ProcessInfo.processInfo.environment["OPENPHOTOKIT_SCREENSHOTS"] else { return }
        try picture.write(to: URL(fileURLWithPath: folder).appendingPathComponent(name))
    }

    // MARK: --choose

    @Test(
        "--choose reads answers from the terminal while standard input has identifiers",
        .enabled(if: TerminalShell.isThere, "\(TerminalShell.requirement)"))
    func choose() throws {
        try (identifiers.joined(separator: "\n") + "\n").write(
            toFile: folder.path("ids"), atomically: true, encoding: .utf8)
        let photos = PhotosProcess.path()
        let command = "\(photos) resolve --json --library \(library) --choose -"
        let line = "\(command) < \(folder.path("ids")) > \(folder.path("answers"))"
        // After invalid input the question is asked again.
        let (exit, shown) = try TerminalShell.run(line, terminal: true, entering: "3\nx\n\n?\n2\nn\n")
        #expect(exit == 3)
        #expect(shown.contains("1 of 2") && shown.contains("IMG_1001 <b>.jpg") && shown.contains("480 × 360 pixels"))
        #expect(shown.components(separatedBy: "Which one? 1…2").count == 7)
        #expect(shown.contains("   s     Leave the question open, and go on to the next one.\r\n"), "\(shown)")
        let printed = try String(contentsOfFile: folder.path("answers"), encoding: .utf8)
        #expect(printed.components(separatedBy: "\"decided\"").count == 2)
        #expect(try answers() == ["found decided", "notFound", "found samePicture", "notFound"])
    }

    @Test(.enabled(if: TerminalShell.isThere, "\(TerminalShell.requirement)"))
    func quittingLeavesTheRestUndecided() throws {
        let line = ([PhotosProcess.path()] + resolving("--choose")).joined(separator: " ")
        let (exit, _) = try TerminalShell.run(line, terminal: true, entering: "s\nq\n")
        #expect(exit == 4)
        #expect(try answers()[0...1] == ["multiple severalAgree", "multiple severalAgree"])
    }

    /// In this library two albums and two folders have the title of one in the other library, but none of its photos.
    private func collections() throws -> (identifiers: [String], albums: [String]) {
        func run(_ arguments: String..., in library: String = "Photos.library") throws -> PhotosProcess.Outcome {
            let outcome = try PhotosProcess.run(arguments: arguments + ["--library", folder.path(library)])
            try #require(outcome.exitCode == 0, "\(outcome.standardError)")
            return outcome
        }
        let photos = try run("list", "--json").items.compactMap { $0["localIdentifier"] as? String }
        let albums = try photos.prefix(2).map { photo in
            _ = try run("folders", "create", "Travels")
            return String(try #require(try run("albums", "create", "Rome", photo).lines.first))
        }
        _ = try run("albums", "create", "Rome", in: "there.library")
        _ = try run("folders", "create", "Travels", in: "there.library")
        let identified = try run("identify", "--albums", "--folders", in: "there.library")
        return (identified.lines.map(String.init), albums)
    }

    @Test(
        "--choose asks about albums and folders, and does not remember the answers",
        .enabled(if: TerminalShell.isThere, "\(TerminalShell.requirement)"))
    func chooseAlbum() throws {
        let (identifiers, albums) = try collections()
        let command = [PhotosProcess.path(), "resolve", "--json", "--library", library, "--choose"] + identifiers
        let line = command.joined(separator: " ") + " > " + folder.path("answers")
        // “None of these” is not offered, because the answer would not be remembered.
        let (exit, shown) = try TerminalShell.run(line, terminal: true, entering: "n\n2\ns\n")
        #expect(exit == 4)
        #expect(shown.components(separatedBy: "Which one? 1…2, s skip, q quit, ? help: ").count == 4)
        #expect(shown.contains("1 of 2: ") && shown.contains(", an album\r\n") && shown.contains(", a folder\r\n"))
        #expect(shown.contains("1  Rome\r\n   1 photo: IMG_") && shown.contains("0 folders and 0 albums\r\n"))
        #expect(shown.contains("your answer counts this time only"))
        let printed = try String(contentsOfFile: folder.path("answers"), encoding: .utf8)
            .split(separator: "\n").compactMap {
                try JSONSerialization.jsonObject(with: Data($0.utf8)) as? [String: Any]
            }
        let chosen = try #require(printed.first)
        #expect(chosen["status"] as? String == "found" && chosen["kind"] as? String == "album")
        #expect(chosen["localIdentifier"] as? String == albums.sorted()[1])
        #expect((chosen["candidates"] as? [[String: Any]])?.first?["reason"] as? String == "decided")
        #expect(printed.last?["summary"] as? [String: Int] == ["found": 1, "multiple": 1, "notFound": 0, "failed": 0])
    }

    @Test func theSummaryNamesQuestionsThatThePageDoesNotAsk() throws {
        let asked = ["resolve", "--library", library] + (try collections().identifiers)
        for more in [[], ["--page"]] {
            let outcome = try PhotosProcess.run(arguments: asked + more)
            #expect(outcome.exitCode == 4)
            #expect(
                outcome.standardError.hasSuffix("2 for you to decide. --choose asks about 2 albums or folders here.\n"),
                "\(outcome.standardError)")
            #expect(!outcome.standardError.contains("--page"))
        }
    }

    @Test(.enabled(if: TerminalShell.isThere, "\(TerminalShell.requirement)"))
    func choosingNeedsATerminal() throws {
        let line = ([PhotosProcess.path()] + resolving("--choose")).joined(separator: " ")
        let (exit, shown) = try TerminalShell.run(line, terminal: false)
        #expect(exit == 1 && shown.contains("there is no terminal") && shown.contains("--page"))
    }

    @Test func chooseAndPageCannotBeCombined() throws {
        #expect(try PhotosProcess.run(arguments: resolving("--choose", "--page")).exitCode == 64)
    }
}
