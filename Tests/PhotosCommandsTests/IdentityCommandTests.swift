import Foundation
import Synchronization
import TestSupport
import Testing

/// Identifiers of photos, albums and folders between two separate libraries, with processes of the command.
@Suite("photos identify, resolve, match, decisions and verify on small libraries")
struct IdentityCommandTests {
    /// Libraries that are created once; every test uses a copy.
    private struct Libraries {
        let folder: TemporaryFolder
        /// Identifiers in the library `mine`, and of the same photos in `theirs`.
        let photos: [String]
        let theirPhotos: [String]

        static let prepared = Result { () throws -> Libraries in
            let folder = try TemporaryFolder()
            for seed: UInt64 in 1...4 {
                try IdentityCommandTests.write(
                    "\(seed).jpg", Scenes.jpeg(seed, width: 320, height: 240), folder)
            }
            return Libraries(
                folder: folder, photos: try IdentityCommandTests.fill("mine", folder),
                theirPhotos: try IdentityCommandTests.fill("theirs", folder))
        }
    }

    private let folder: TemporaryFolder
    private let photos: [String]
    private let theirPhotos: [String]

    init() throws {
        let prepared = try Libraries.prepared.get()
        folder = try prepared.folder.copy()
        photos = prepared.photos
        theirPhotos = prepared.theirPhotos
    }

    private static func write(_ name: String, _ bytes: [UInt8], _ folder: TemporaryFolder) throws {
        let path = folder.url.appendingPathComponent("source")
        try FileManager.default.createDirectory(at: path, withIntermediateDirectories: true)
        try Data(bytes).write(to: path.appendingPathComponent(name))
    }

    /// A library with a folder of two albums.
    private static func fill(_ library: String, _ folder: TemporaryFolder) throws -> [String] {
        func run(_ arguments: String...) throws -> [[String: Any]] {
            let outcome = try PhotosProcess.run(arguments: arguments + ["--json", "--library", folder.path(library)])
            try #require(outcome.exitCode == 0, "\(outcome.standardError)")
            return outcome.items
        }
        let items = try run("import", folder.path("source"))
        let photos = items.sorted { "\($0["path"] ?? "")" < "\($1["path"] ?? "")" }
            .compactMap { $0["localIdentifier"] as? String }
        try #require(photos.count == 4)
        _ = try run("folders", "create", "Travels")
        _ = try run("albums", "create", "Rome", photos[0], photos[1], "--folder", "Travels")
        _ = try run("albums", "create", "Oslo", photos[1], photos[2], "--folder", "Travels")
        return photos
    }

    private func run(_ library: String, _ arguments: String..., input: String = "") throws -> PhotosProcess.Outcome {
        try PhotosProcess.run(arguments: arguments + ["--library", folder.path(library)], input: input)
    }

    private func file(_ name: String) -> String { folder.path("source/" + name) }

    // MARK: Albums and folders

    @Test func albumsAndFoldersAreFoundInAnotherLibrary() throws {
        let identified = try run("mine", "identify", "--albums", "--folders", "--json")
        #expect(identified.exitCode == 0 && identified.summary["identified"] as? Int == 3)
        let listed = try run("mine", "folders", "--json").items
        let travels = try #require(listed.first { $0["kind"] as? String == "folder" }?["localIdentifier"] as? String)
        let one = try run("mine", "identify", travels)
        let text = try #require(one.lines.first).description
        #expect(identified.items.contains { $0["cloudIdentifier"] as? String == text })

        let texts = identified.items.compactMap { $0["cloudIdentifier"] as? String }
        let answers = try run("theirs", "resolve", "--json", "-", input: texts.joined(separator: "\n"))
        #expect(answers.exitCode == 0 && answers.summary["found"] as? Int == 3)
        #expect(answers.items.compactMap { $0["kind"] as? String }.sorted() == ["album", "album", "folder"])
        let own = try run("mine", "resolve", text).standardOutput
        #expect(own.contains("found the folder \(travels) (Travels). This library's own folder."))
    }

    @Test func outputNamesAlbumsAndFoldersByTheirTitles() throws {
        let texts = try run("mine", "identify", "--albums", "--folders").lines.map(String.init)
        #expect(try run("theirs", "folders", "rename", "Travels", "Journeys").exitCode == 0)
        #expect(try run("theirs", "albums", "delete", "Rome", "Oslo").exitCode == 0)
        let answers = try run("theirs", "resolve", "--remember", "-", input: texts.joined(separator: "\n"))
        #expect(answers.exitCode == 3)
        #expect(answers.standardOutput.split(separator: ": ").count { $0.hasPrefix("this album is not in") } == 2)
        #expect(answers.standardOutput.contains("this folder is not in this library."))
        let waiting = try run("theirs", "unresolved", "--json")
        #expect(waiting.items.compactMap { $0["kind"] as? String }.sorted() == ["album", "album", "folder"])
        #expect(try run("theirs", "albums", "create", "Rome", theirPhotos[0], theirPhotos[1]).exitCode == 0)
        let album = try #require(try run("theirs", "albums", "--json").items.first?["localIdentifier"] as? String)
        #expect(try run("theirs", "unresolved").exitCode == 3)
        let found = try run("theirs", "unresolved", "--resolved").standardOutput
        #expect(found.contains("  found: album \(album)"))
    }

    @Test func severalMatchingFoldersNeedADecision() throws {
        let text = try #require(try run("mine", "identify", "--folders").lines.first).description
        #expect(try run("theirs", "folders", "create", "Travels").exitCode == 0)
        #expect(try run("theirs", "folders", "rename", "Travels", "Other").exitCode == 4, "Two have this title.")
        #expect(try run("theirs", "albums", "delete", "Rome", "Oslo").exitCode == 0)
        let answer = try run("theirs", "resolve", text)
        #expect(answer.exitCode == 4 && answer.standardOutput.contains("2 folders match, and you have to decide:"))
        let machine = try run("theirs", "resolve", "--json", text).items
        let error = try #require(machine.first?["error"] as? [String: Any])
        #expect(error["message"] as? String == "2 folders fit, none chosen: a person decides.")
        #expect((error["localIdentifiers"] as? [String])?.count == 2)
    }

    // MARK: Files that cannot be shown

    @Test func aMissingPhotoOfADamagedFileIsReportedAsDamaged() throws {
        try Self.write("cut.jpg", Array(Scenes.jpeg(9, width: 320, height: 240).dropLast(3000)), folder)
        let machine = try run("mine", "match", "--json", file("cut.jpg"))
        #expect(machine.exitCode == 3)
        #expect(machine.items.first?["status"] as? String == "notFound")
        #expect(machine.items.first?["condition"] as? String == "damaged")
        let text = try run("mine", "match", file("cut.jpg")).standardOutput
        #expect(
            text.contains("not in this library: no picture here shows this whole picture. The file is damaged."),
            "\(text)")
        let sound = try run("mine", "match", "--json", file("1.jpg")).items.first
        #expect(sound?["status"] as? String == "found" && sound?["condition"] as? String == "ok")
    }

    /// match accepts the files that an import stores, and rejects those that it skips.
    @Test func matchAgreesWithImport() throws {
        let files: [(name: String, bytes: [UInt8], import: String, match: String?)] = [
            ("words.jpg", Array("Dear diary, …".utf8), "imported", "found"),
            ("video", Boxes.fileType("mp42") + Boxes.box("mdat", [1, 2, 3]), "imported", "found"),
            ("picture.webp", Array("RIFF\u{4}\0\0\0WEBP".utf8), "imported", "found"),
            ("letter", Array("Dear mother, …".utf8), "skipped", nil),
        ]
        for (name, bytes, kept, answer) in files {
            try Self.write(name, bytes, folder)
            let before = try run("mine", "match", "--json", file(name))
            #expect(before.exitCode == (answer == nil ? 3 : 6), "\(name): \(before.standardOutput)")
            #expect(before.items.first?["status"] as? String == (answer == nil ? "skipped" : "undecidable"), "\(name)")
            let imported = try run("mine", "import", "--json", file(name)).items.first
            #expect(imported?["status"] as? String == kept, "\(name)")
            let after = try run("mine", "match", "--json", file(name)).items.first
            #expect(after?["status"] as? String == answer ?? "skipped", "\(name)")
            if answer != nil {
                #expect(after?["evidence"] as? String == "bytes", "\(name)")
                #expect(after?["condition"] as? String == imported?["condition"] as? String, "\(name)")
            }
        }
    }

    // MARK: Errors

    @Test(arguments: [
        ["edit", "unknown", "--favorite"], ["albums", "add", "unknown", "ID"], ["albums", "delete", "unknown"],
        ["albums", "unknown"], ["folders", "rename", "unknown", "Title"], ["folders", "unknown"],
    ])
    func errorsNameWhatTheyAreAboutAndASummaryEndsThem(_ arguments: [String]) throws {
        let outcome = try PhotosProcess.run(arguments: arguments + ["--json", "--library", folder.path("mine")])
        #expect(outcome.exitCode == 3)
        let error = try #require(outcome.items.first?["error"] as? [String: Any])
        #expect(error["code"] as? String == "identifierNotFound" && error["identifier"] as? String == "unknown")
        #expect(outcome.summary as? [String: String] == ["error": "identifierNotFound"], "No number of anything.")
    }

    // MARK: Decisions

    @Test func decisionsListThePhotosOfThisLibrary() throws {
        let contents = try ["1.jpg", "2.jpg"].map { name in
            let item = try #require(try run("mine", "hash", "--json", file(name)).items.first)
            return String(try #require(item["imageDataDigest"] as? String).prefix(32))
        }
        let stranger = String(repeating: "ab", count: 16)
        let lines = [[contents[0], contents[1]], [contents[0], stranger]].map {
            #"{"contents":["\#($0[0])","\#($0[1])"],"isSame":false,"date":"2026-01-02T03:04:05Z"}"#
        }
        #expect(
            try run("mine", "decisions", "--add", "-", input: lines.joined(separator: "\n")).exitCode == 0)
        let decisions = try run("mine", "decisions", "--json")
        #expect(decisions.items.count == 2)
        let known = [contents[0]: (photos[0], "1.jpg"), contents[1]: (photos[1], "2.jpg")]
        for item in decisions.items {
            let named = try #require(item["photos"] as? [[String: String]])
            for (content, photo) in zip(try #require(item["contents"] as? [String]), named) {
                #expect(photo["localIdentifier"] == known[content]?.0 && photo["originalFilename"] == known[content]?.1)
            }
        }
        #expect(try run("mine", "decisions").standardOutput.contains("    \(contents[0]) is \(photos[0]) (1.jpg)"))
        let taken = try run("theirs", "decisions", "--add", "-", "--json", input: decisions.standardOutput)
        #expect(taken.exitCode == 0 && taken.summary["decisions"] as? Int == 2)
    }

    // MARK: Search index

    @Test func verifyReportsADamagedIndexAndRepairDeletesIt() throws {
        let index = folder.url.appendingPathComponent("mine/index/hashes")
        let sound = try run("mine", "verify")
        #expect(sound.exitCode == 0 && sound.standardOutput.contains("The search index is intact."))
        #expect(try run("mine", "repair", "--json").summary["searchIndexDamaged"] as? Bool == false)
        var bytes = try Data(contentsOf: index)
        bytes[4096] ^= 1
        try bytes.write(to: index)
        for _ in 0..<2 {
            let damaged = try run("mine", "verify", "--json")
            #expect(damaged.exitCode == 0, "No photo is wrong.")
            #expect(damaged.summary["searchIndexDamaged"] as? Int == 1 && damaged.summary["ok"] as? Int == 4)
            #expect(try Data(contentsOf: index) == bytes, "It never writes.")
        }
        #expect(try run("mine", "verify").standardOutput.contains("The search index is damaged, "))
        #expect(try run("mine", "verify", "--quick", "--json").summary["searchIndexDamaged"] == nil)
        #expect(
            try run("mine", "repair").standardOutput.contains(
                "The search index was damaged and was deleted. The next search"))
        #expect(try run("mine", "verify", "--json").summary["searchIndexDamaged"] as? Int == 0)
        #expect(try run("mine", "match", file("1.jpg")).exitCode == 0)
        #expect(try run("mine", "repair", "--json").summary["searchIndexDamaged"] as? Bool == false)
    }

    @Test func verifyReportsAMissingIndex() throws {
        let index = folder.url.appendingPathComponent("mine/index")
        try FileManager.default.removeItem(at: index)
        let missing = try run("mine", "verify")
        #expect(missing.exitCode == 0 && missing.standardOutput.contains("There is no search index"))
        let numbers = try run("mine", "verify", "--json").summary
        #expect(numbers["searchIndexMissing"] as? Int == 1 && numbers["searchIndexDamaged"] as? Int == 0)
        #expect(!FileManager.default.fileExists(atPath: index.path))
        // A photo that is not in the library, because a stored file is found by its bytes without the index.
        try Self.write("9.jpg", Scenes.jpeg(9, width: 320, height: 240), folder)
        _ = try run("mine", "match", file("9.jpg"))
        #expect(try run("mine", "verify").standardOutput.contains("The search index is intact."))
    }

    // MARK: Progress and Ctrl-C

    @Test func progressAndInterruption() throws {
        let text = try #require(try run("mine", "identify", "--compact", photos[0]).lines.first).description
        let input = String(repeating: text + "\n", count: 1200)
        let whole = try run("mine", "resolve", "--json", "--progress", "json", "-", input: input)
        #expect(whole.exitCode == 0 && whole.summary["found"] as? Int == 1200)
        let progress = try #require(whole.standardError.split(separator: "\n").last)
        #expect(progress.contains(#""files":1200,"filesTotal":1200,"fraction":1,"phase":"done""#), "\(progress)")

        let stopped = try PhotosProcess.run(
            arguments: ["resolve", "--json", "--library", folder.path("mine"), "-"],
            input: String(repeating: text + "\n", count: 20_000), sending: SIGINT
        ) { $0 > 600 }
        #expect(stopped.exitCode == 130, "\(stopped.standardError)")
        let found = try #require(stopped.summary["found"] as? Int)
        #expect(found == stopped.items.count && found < 20_000)

        let named = try PhotosProcess.run(
            arguments: ["identify", "--compact", "--json", "--library", folder.path("mine")]
                + Array(repeating: photos, count: 1000).flatMap { $0 }, sending: SIGINT
        ) { $0 > 100 }
        #expect(named.exitCode == 130)
        #expect(named.summary["identified"] as? Int == named.items.count && named.items.count < 4000)
    }

    /// Identifiers of copies.
    ///
    /// The library searches for them by content, which takes some time.
    @Test func aBatchIsInterruptedWithin() throws {
        for seed: UInt64 in 1...4 {
            try Self.write("\(seed).jpg", Scenes.jpeg(seed, width: 320, height: 240, quality: 60), folder)
        }
        #expect(try run("copies", "import", folder.path("source")).exitCode == 0)
        let copies = try run("copies", "identify", "--all").lines
        try #require(copies.count == 4)
        let words = String(repeating: "word\n", count: 500)
        let batch = (0..<500).map { copies[$0 % 4] + "\n" }.joined()
        let stopped = try PhotosProcess.run(
            arguments: ["resolve", "--json", "--library", folder.path("mine"), "-"], input: words + batch,
            sending: SIGINT
        ) { lines in
            guard lines >= 500 else { return false }
            // The second batch has begun then, and takes seconds.
            usleep(300_000)
            return true
        }
        #expect(stopped.exitCode == 130, "\(stopped.standardError)")
        #expect(500..<1000 ~= stopped.items.count, "\(stopped.items.count)")
        #expect(stopped.summary["failed"] as? Int == 500, "\(stopped.summary)")
    }

    @Test("Ctrl-C ends a command that waits for standard input, and its summary counts the lines that it read")
    func waitingIsInterrupted() throws {
        let silent = Pipe()
        try silent.fileHandleForWriting.write(contentsOf: Data(String(repeating: "word\n", count: 500).utf8))
        // A process that ignores the signal ends when the pipe is closed. Then the test fails.
        let isClosed = Mutex(false)
        DispatchQueue.global().asyncAfter(deadline: .now() + 20) {
            isClosed.withLock { $0 = true }
            try? silent.fileHandleForWriting.close()
        }
        let stopped = try PhotosProcess.run(
            arguments: ["resolve", "--json", "--library", folder.path("mine"), "-"],
            from: silent.fileHandleForReading, sending: SIGINT
        ) { $0 >= 500 }
        #expect(!isClosed.withLock { $0 })
        #expect(stopped.exitCode == 130 && stopped.items.count == 500)
        #expect(stopped.summary["failed"] as? Int == 500)
    }

    @Test("Closed standard input has no lines", .timeLimit(.minutes(1)))
    func closedInput() throws {
        let line = #"exec "$0" resolve --json --library "$1" - <&-"#
        let outcome = try Shell.run("/bin/sh", ["-c", line, PhotosProcess.url(of: "photos").path, folder.path("mine")])
        #expect(outcome.exit == 0 && outcome.output.contains(#""found":0"#))
    }
}
