import Foundation
import FoundationXML
import TestSupport
import Testing

@testable import PhotosCommands

/// A browser that renders the pages.
private let chromium = ["chromium", "chromium-browser", "google-chrome"].map { "/usr/bin/" + $0 }
    .first { FileManager.default.isExecutableFile(atPath: $0) }

@Suite("photos import --report")
struct ReportTests {
    private let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
        try FileManager.default.createDirectory(atPath: folder.path("source"), withIntermediateDirectories: true)
    }

    /// Dangerous file names, as bytes.
    private static let hostileNames: [[UInt8]] = [
        Array("<script>alert(1)<!--.jpg".utf8), Array("\"onload='x' & amp;.jpg".utf8),
        Array("line\r\nbreak,\t.jpg".utf8),
        Array("\u{202E}gpj.exe.jpg".utf8), Array("caf".utf8) + [0xE9, 0x01] + Array(".jpg".utf8),
        Array("=1+1.jpg".utf8), Array("]]>\u{FFFE}\u{2028}.jpg".utf8),
    ]

    private func path(_ name: [UInt8]) -> [UInt8] { Array(folder.path("source/").utf8) + [UInt8(ascii: "/")] + name }

    private func write(_ data: Data, named name: [UInt8]) throws {
        let descriptor = open(path(name).map { CChar(bitPattern: $0) } + [0], O_CREAT | O_WRONLY, 0o644)
        try #require(descriptor >= 0)
        try FileHandle(fileDescriptor: descriptor, closeOnDealloc: true).write(contentsOf: data)
    }

    /// Writes photos with dangerous names, a damaged photo, an empty file, a duplicate and a text.
    private func writeSource() throws {
        let samples = try SampleLibrary.shared.get().samples + "/phone/DCIM"
        let names = try FileManager.default.contentsOfDirectory(atPath: samples).filter { $0.hasSuffix(".JPG") }
            .sorted()
        let photos = try names.map { try Data(contentsOf: URL(fileURLWithPath: samples + "/" + $0)) }
            .filter { $0.count > 20_000 }
        for (name, photo) in zip(Self.hostileNames, photos) { try write(photo, named: name) }
        try write(photos[0], named: Array("copy.jpg".utf8))
        try write(photos[8].prefix(photos[8].count / 2), named: Array("cut.jpg".utf8))
        try write(Data(), named: Array("empty.jpg".utf8))
        try write(Data("notes".utf8), named: Array("notes.txt".utf8))
    }

    private func importing(_ reports: String..., rest: [String] = []) throws -> PhotosProcess.Outcome {
        try PhotosProcess.run(
            arguments: ["import", "--json", "--library", folder.path("library"), folder.path("source")] + rest
                + reports.flatMap { ["--report", folder.path($0)] },
            environment: ["XDG_CACHE_HOME": folder.path("cache")])
    }

    private func text(_ name: String) throws -> String {
        try String(contentsOfFile: folder.path(name), encoding: .utf8)
    }

    // MARK: JSON and CSV

    @Test("The JSON report contains the objects of --json")
    func json() throws {
        try writeSource()
        let printed = try importing("report.json")
        #expect(printed.exitCode == 0, "\(printed.standardError)")
        let data = try Data(contentsOf: URL(fileURLWithPath: folder.path("report.json")))
        let report = try #require(try JSONSerialization.jsonObject(with: data) as? [String: Any])
        #expect(report["schema"] as? Int == 1)
        #expect(report["command"] as? String == "import")
        #expect(report["library"] as? String == folder.path("library"))
        #expect(report["state"] as? String == "complete")
        #expect(report["items"] as? NSArray == printed.items as NSArray)
        #expect(report["summary"] as? NSDictionary == printed.summary as NSDictionary)
    }

    @Test("The CSV report has a row for every file and a column for every field, with exact names")
    func csv() throws {
        try writeSource()
        let printed = try importing("report.csv")
        let rows = try Self.parse(text("report.csv"))
        let header = try #require(rows.first)
        #expect(rows.allSatisfy { $0.count == header.count })
        #expect(rows.count == printed.items.count + 1)
        for (row, item) in zip(rows.dropFirst(), printed.items) {
            let cells = Dictionary(uniqueKeysWithValues: zip(header, row))
            for (field, value) in item {
                switch value {
                case let text as String: #expect(cells[field] == text)
                case let error as [String: Any]: #expect(cells["errorCode"] == error["code"] as? String)
                case let warnings as [[String: Any]]: #expect(cells[field]?.isEmpty == warnings.isEmpty)
                case let number as NSNumber where !["resumed", "repeated"].contains(field):
                    #expect(cells[field] == number.stringValue)
                default: #expect(cells[field] == "true")
                }
            }
        }
        let latin = Data(path(Self.hostileNames[4])).base64EncodedString()
        #expect(rows.contains { $0.contains(latin) })
        // No cell is a formula, whatever the name of a file.
        #expect(rows.joined().allSatisfy { cell in !"=+-@\t\r".contains { cell.hasPrefix(String($0)) } })
    }

    /// RFC 4180, section 2: quoted cells with doubled quotes, rows ended by CR LF.
    private static func parse(_ text: String) throws -> [[String]] {
        var rows: [[String]] = [[]]
        var cell = String.UnicodeScalarView()
        var isQuoted = false
        var scalars = Array(text.unicodeScalars)[...]
        while let scalar = scalars.popFirst() {
            switch scalar {
            case "\"" where isQuoted && scalars.first == "\"":
                scalars.removeFirst()
                cell.append("\"")
            case "\"": isQuoted.toggle()
            case "," where !isQuoted, "\r" where !isQuoted:
                rows[rows.count - 1].append(String(cell))
                cell = .init()
                if scalar == "\r" {
                    let end = scalars.popFirst()
                    try #require(end == "\n")
                    rows.append([])
                }
            default: cell.append(scalar)
            }
        }
        try #require(rows.popLast()?.isEmpty == true, "the last row has an end too")
        return rows
    }

    // MARK: HTML

    /// Collects the elements of a page.
    ///
    /// It fails for a page that is not well-formed.
    private final class Page: NSObject, XMLParserDelegate {
        var elements: [String: Int] = [:]
        var attributes: [(element: String, name: String, value: String)] = []
        var text = ""

        func parser(
            _ parser: XMLParser, didStartElement element: String, namespaceURI: String?, qualifiedName: String?,
            attributes: [String: String]
        ) {
            elements[element, default: 0] += 1
            self.attributes += attributes.map { (element, $0.key, $0.value) }
        }

        func parser(_ parser: XMLParser, foundCharacters characters: String) { text += characters }

        init(_ data: Data) throws {
            super.init()
            let parser = XMLParser(data: data)
            parser.delegate = self
            try #require(parser.parse(), "\(parser.parserError as Any), line \(parser.lineNumber)")
        }
    }

    @Test("The page has small pictures of photos whose files browsers do not show, and of videos")
    func pictures() throws {
        let side = 64
        let pixels = (0..<side * side).map { UInt8(truncatingIfNeeded: $0 * 3 + $0 / side * 7) }
        var tags = TIFFBuilder(main: [
            .short(256, side), .short(257, side), .short(258, 8), .short(259, 1), .short(262, 1), .short(273, 0),
            .short(278, side), .short(279, side * side),
        ])
        tags.main[5] = .short(273, tags.bytes.count)
        try write(Data(tags.bytes + pixels), named: Array("scan.tif".utf8))
        try write(Data(SmallVideo(.h264).bytes), named: Array("film.mp4".utf8))
        #expect(try importing("report.html").exitCode == 0)
        let page = try Page(Data(contentsOf: URL(fileURLWithPath: folder.path("report.html"))))
        let addresses = page.attributes.filter { $0.name == "src" }.map(\.value)
        #expect(addresses.count { $0.hasPrefix("data:image/jpeg;base64,") } == 2)
        // Browsers would show a broken picture.
        #expect(!addresses.contains { $0.hasPrefix("file:") })
    }

    @Test("The page is well-formed, names cannot become markup, and files that need attention come first")
    func html() throws {
        try writeSource()
        let printed = try importing("report.html")
        let page = try Page(Data(contentsOf: URL(fileURLWithPath: folder.path("report.html"))))
        let (imported, twins) = (printed.summary["imported"] as? Int, printed.summary["duplicates"] as? Int)
        #expect(imported == 8 && twins == 1)
        #expect(page.text.contains("9 of 11 files are in the library"))
        // The damaged photo and the empty file.
        #expect(page.text.contains("2 need your attention"))
        let positions = try ["Stored, but damaged", "Empty files", "Imported ", "Not photos"].map {
            try #require(page.text.range(of: $0, options: .backwards)).lowerBound
        }
        #expect(positions == positions.sorted())
        #expect(page.text.contains("The file ends before the end of the picture"))

        #expect(page.elements["script"] == nil)
        #expect(page.attributes.allSatisfy { !$0.name.hasPrefix("on") })
        #expect(page.text.contains("<script>alert(1)<!--.jpg"))
        #expect(page.text.contains("\"onload='x' & amp;.jpg"))
        #expect(page.text.contains("line␍␊break,␉.jpg"))
        #expect(page.text.contains("⟨U+202E⟩gpj.exe.jpg"))
        #expect(page.text.contains("caf\u{FFFD}␁.jpg"))
        let hidden = try text("report.html").unicodeScalars.filter {
            $0 == "\u{202E}" || $0 == "\u{2028}" || $0 == "\r"
        }
        #expect(hidden.isEmpty)
        // The page works offline: its addresses are files and parts of the page.
        let addresses = page.attributes.filter { $0.name == "href" || $0.name == "src" }.map(\.value)
        #expect(
            addresses.allSatisfy {
                $0.hasPrefix("file:///") || $0.hasPrefix("data:image/png;base64,") || $0.hasPrefix("#s")
            })
        // Each of the nine photos in the library has a gray picture, also the damaged one.
        #expect(addresses.filter { $0.hasPrefix("data:") }.count == 9)
        let shown = page.attributes.filter { $0.element == "img" && $0.value.hasPrefix("file:") }.map(\.value)
        #expect(shown.count == 9)
        for address in shown {
            let path = try #require(address.dropFirst(7).removingPercentEncoding)
            #expect(FileManager.default.fileExists(atPath: path))
        }
    }

    @Test("A section shows its first 200 files and says how many more there are")
    func manyFiles() throws {
        for number in 0..<205 { try write(Data("x".utf8), named: Array("\(number).txt".utf8)) }
        #expect(try importing("report.html").exitCode == 0)
        let page = try Page(Data(contentsOf: URL(fileURLWithPath: folder.path("report.html"))))
        #expect(page.elements["li"] == 201)
        #expect(1_234_567.grouped == "1,234,567")
        #expect(page.text.contains("… and 5 more"))
    }

    @Test(
        "A browser shows the photos offline and with the page's content security policy", .long,
        .enabled(if: chromium != nil, "Chromium, which renders the page, is not installed"))
    func browser() throws {
        try writeSource()
        _ = try importing("report.html")
        /// The widths of the pictures in the printed page, without the gray pictures.
        func printedWidths() throws -> [Int] {
            let process = Process()
            process.executableURL = URL(fileURLWithPath: try #require(chromium))
            process.arguments = [
                "--headless", "--no-sandbox", "--disable-gpu", "--virtual-time-budget=10000",
                "--user-data-dir=" + folder.path("profile"), "--print-to-pdf=" + folder.path("page.pdf"),
                "file://" + folder.path("report.html"),
            ]
            process.standardOutput = FileHandle.nullDevice
            process.standardError = FileHandle.nullDevice
            try process.run()
            process.waitUntilExit()
            let page = try String(contentsOfFile: folder.path("page.pdf"), encoding: .isoLatin1)
            return page.matches(of: /\/Width (\d+)/).compactMap { Int($0.1) }.filter { $0 != 64 }
        }
        // Eight photos: the copy is the same file.
        #expect(try printedWidths().count == 8)
        try FileManager.default.moveItem(atPath: folder.path("library/originals"), toPath: folder.path("library/away"))
        #expect(try printedWidths().isEmpty)
    }

    // MARK: Errors and interruptions

    @Test("A wrong extension and a folder that cannot be written are errors before the import begins")
    func refused() throws {
        #expect(try importing("report.txt").exitCode == 64)
        #expect(try importing("report").exitCode == 64)
        #expect(try importing("absent/report.csv").exitCode == 1)
        try FileManager.default.createDirectory(atPath: folder.path("folder.html"), withIntermediateDirectories: true)
        let refused = try importing("report.json", "folder.html")
        #expect(refused.exitCode == 1)
        #expect(refused.standardError.contains("folder.html"))
        #expect(Set(try FileManager.default.contentsOfDirectory(atPath: folder.url.path)) == ["source", "folder.html"])
    }

    @Test("The report of a dry run lists the files that would be imported, and the library that would be made")
    func dryRun() throws {
        try writeSource()
        #expect(try importing("report.html", rest: ["--dry-run"]).exitCode == 0)
        let page = try Page(Data(contentsOf: URL(fileURLWithPath: folder.path("report.html"))))
        #expect(page.text.contains("9 of 11 files would be in the library"))
        #expect(page.text.contains(folder.path("library")))
    }

    @Test("After --move the page links to the library's files, and deleted photos have their own section")
    func movedAndDeleted() throws {
        let samples = try SampleLibrary.shared.get().samples + "/phone/DCIM"
        for name in ["IMG_0001.JPG", "IMG_0003.JPG"] {
            try write(Data(contentsOf: URL(fileURLWithPath: samples + "/" + name)), named: Array(name.utf8))
        }
        let moved = try importing("report.csv", "report.html", rest: ["--move"])
        #expect(moved.summary["moved"] as? Int == 2)
        let rows = try Self.parse(text("report.csv"))
        let column = try #require(rows[0].firstIndex(of: "moved"))
        #expect(rows.dropFirst().map { $0[column] } == ["true", "true"])
        let page = try Page(Data(contentsOf: URL(fileURLWithPath: folder.path("report.html"))))
        let files = page.attributes.map(\.value).filter { $0.hasPrefix("file://") }
        #expect(Set(files).count == 2)
        #expect(files.allSatisfy { FileManager.default.fileExists(atPath: String($0.dropFirst(7))) })

        let identifier = try #require(moved.items.first?["localIdentifier"] as? String)
        _ = try PhotosProcess.run(arguments: ["delete", "--library", folder.path("library"), identifier])
        try write(Data(contentsOf: URL(fileURLWithPath: samples + "/IMG_0001.JPG")), named: Array("again.jpg".utf8))
        _ = try importing("report.html")
        let again = try Page(Data(contentsOf: URL(fileURLWithPath: folder.path("report.html"))))
        #expect(again.text.contains("Skipped: you deleted them before"))
    }

    @Test("An interrupted import writes a complete report about the interruption, and replaces the old report")
    func interrupted() throws {
        for name in ["json", "csv", "html"] {
            try Data("old".utf8).write(to: folder.url.appendingPathComponent("report.\(name)"))
        }
        var generator = Seeded(1)
        for number in 0..<400 { try write(Data(generator.bytes(40_000)), named: Array("\(number).jpg".utf8)) }
        let outcome = try PhotosProcess.run(
            arguments: ["import", "--json", "--library", folder.path("library"), folder.path("source")]
                + ["json", "csv", "html"].flatMap { ["--report", folder.path("report.\($0)")] }, sending: SIGINT
        ) { $0 >= 20 }
        #expect(outcome.exitCode == 130)
        let data = try Data(contentsOf: URL(fileURLWithPath: folder.path("report.json")))
        let report = try #require(try JSONSerialization.jsonObject(with: data) as? [String: Any])
        #expect(report["state"] as? String == "interrupted")
        #expect((report["error"] as? [String: Any])?["code"] as? String == "cancelled")
        let items = try #require(report["items"] as? [[String: Any]])
        #expect(items.count >= 20 && items.count < 400)
        #expect((report["summary"] as? [String: Any])?["files"] as? Int == items.count)
        let rows = try Self.parse(text("report.csv"))
        #expect(rows.count == items.count + 2)
        #expect(rows.last?.first == "")
        #expect(rows.last?.contains("interrupted") == true)
        let page = try Page(Data(contentsOf: URL(fileURLWithPath: folder.path("report.html"))))
        #expect(page.text.contains("The import was interrupted."))
        #expect(
            !(try FileManager.default.contentsOfDirectory(atPath: folder.url.path)).contains { $0.hasSuffix(".part") })
    }
}
