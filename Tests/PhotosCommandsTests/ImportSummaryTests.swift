import Foundation
import TestSupport
import Testing

/// What an import says about files that it skips, keeps at the source or does not store.
@Suite("Summary of import")
struct ImportSummaryTests {
    private let folder: TemporaryFolder
    private var source: String { folder.path("source") }
    private var library: String { folder.path("library") }

    init() throws {
        folder = try TemporaryFolder()
        try FileManager.default.createDirectory(atPath: folder.path("source"), withIntermediateDirectories: false)
    }

    private func write(_ name: String, _ bytes: [UInt8]) throws {
        let file = URL(fileURLWithPath: source + "/" + name)
        try FileManager.default.createDirectory(
            at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
        try Data(bytes).write(to: file)
    }

    private func photo(_ seed: UInt64) -> [UInt8] { Scenes.jpeg(seed, width: 160, height: 120) }

    private func run(_ arguments: String...) throws -> PhotosProcess.Outcome {
        try PhotosProcess.run(arguments: arguments + ["--library", library])
    }

    @Test("Every reason for skipping has its own number, and the numbers add up")
    func reasons() throws {
        try write("a.jpg", photo(1))
        try write("letter.txt", Array("Dear".utf8))
        try write("Thumbs.db", [1])
        try write("empty.jpg", [])
        try write(".hidden/b.jpg", photo(2))
        try FileManager.default.createSymbolicLink(atPath: source + "/link", withDestinationPath: folder.path(""))
        try #require(mkfifo(source + "/pipe", 0o600) == 0)
        let imported = try PhotosProcess.run(arguments: ["import", source, "--library", source + "/Photos.library"])
        #expect(imported.exitCode == 0)
        let text = imported.standardOutput
        #expect(
            text.contains(
                "8 files and folders: 1 photo imported, 1 skipped because it is not a photo (letter.txt), 1 empty file skipped, "
                    + "1 file that the system or an export wrote for itself skipped, 1 hidden folder skipped, 1 link skipped, "
                    + "1 pipe, socket or device skipped, 1 folder skipped because it is the library itself."), "\(text)"
        )
        #expect(imported.standardError.contains("Photos.library: This folder is the library itself"))
        let machine = try PhotosProcess.run(
            arguments: ["import", "--json", source, "--library", source + "/Photos.library"])
        #expect(machine.summary["skipped"] as? Int == 7)
        #expect(
            machine.summary["skippedByReason"] as? [String: Int] == [
                "notAPhoto": 1, "emptyFile": 1, "systemFile": 1, "hiddenFolder": 1, "link": 1, "specialFile": 1,
                "library": 1,
            ])
    }

    @Test("Copies of photos that were references are counted, and have no lines of their own")
    func copiesOfReferences() throws {
        for seed: UInt64 in 1...3 { try write("\(seed).jpg", photo(seed)) }
        #expect(try run("import", "--reference", source).exitCode == 0)
        let copied = try run("import", source)
        #expect(copied.standardOutput.hasPrefix("3 files: 3 copied that the library only referred to.\n"), "\(copied)")
        #expect(copied.standardError.isEmpty)
        #expect(try run("import", source).standardOutput.hasPrefix("3 files: 3 already in the library.\n"))
    }

    @Test("Files of cameras and phones have reasons of their own, also in the report")
    func devices() throws {
        try write("DCIM/100CANON/a.jpg", photo(1))
        try write("DCIM/CANONMSC/M0100.CTG", [1])
        try write("DCIM/.trashed-1718000000-b.jpg", photo(2))
        try write("DCIM/.pending-1718000000-c.jpg", photo(3))
        let report = folder.path("report.html")
        let imported = try run("import", "--report", report, source)
        #expect(imported.exitCode == 0)
        #expect(
            imported.standardOutput.contains(
                "4 files: 1 photo imported, 1 file that the camera wrote for itself skipped, "
                    + "1 skipped because it is in the phone's trash, 1 incomplete file of the phone skipped."),
            "\(imported.standardOutput)")
        let page = try String(contentsOfFile: report, encoding: .utf8)
        #expect(
            page.contains("Files that the camera wrote for itself: skipped") && page.contains("In the phone’s trash"))
        let machine = try run("import", "--json", source)
        #expect(
            machine.summary["skippedByReason"] as? [String: Int]
                == ["housekeeping": 1, "deletedOnDevice": 1, "incomplete": 1])
        let codes = machine.items.compactMap { ($0["error"] as? [String: Any])?["code"] as? String }
        #expect(codes.sorted() == ["deletedOnDevice", "fileBusy", "housekeeping"])
    }

    @Test("The numbers of the summary add up without the files that filters leave out")
    func filters() throws {
        try write("a.jpg", photo(1))
        try write("b.png", [1])
        try write("c.txt", [1])
        let text = try run("import", "-n", source, "--include", "*.jpg").standardOutput
        #expect(
            text.contains("1 file: 1 photo would be imported.\nFilters left out 2 more files or folders.\n"), "\(text)")
    }

    @Test("A photo that was deleted permanently: import and safe say how it is imported")
    func deleted() throws {
        try write("a.jpg", photo(1))
        #expect(try run("import", source).exitCode == 0)
        let identifier = try #require(try run("list", "--ids").lines.first).description
        #expect(try run("delete", identifier).exitCode == 0)
        let recently = try run("safe", source)
        #expect(recently.exitCode == 2)
        #expect(
            recently.standardOutput.contains(
                "To restore the recently deleted ones: photos delete --restore --library '\(library)' \(identifier)\n"),
            "\(recently.standardOutput)")
        #expect(try run("delete", "--permanently", identifier).exitCode == 0)
        let again = try run("import", source)
        #expect(
            again.standardOutput.contains(
                "1 file: 1 skipped because you deleted it before (--restore-deleted imports it)."),
            "\(again.standardOutput)")
        let safe = try run("safe", source)
        #expect(safe.exitCode == 2 && safe.standardOutput.contains("You deleted this photo from the library"))
        #expect(!safe.standardOutput.contains("To import them:"))
        let line = try #require(safe.lines.first { $0.hasPrefix("To import those that you deleted: ") })
        let words = line.split(separator: " ").drop { $0 != "photos" }.dropFirst().map {
            $0.trimmingCharacters(in: ["'"])
        }
        #expect(words.contains("--restore-deleted"))
        #expect(try PhotosProcess.run(arguments: words).exitCode == 0)
        #expect(try run("safe", source).exitCode == 0)
        #expect(try run("safe", "--json", source).summary["reasons"] as? [String: Int] == [:])
    }

    @Test("Known photos have a line only with --verbose")
    func knownPhotos() throws {
        try write("a.jpg", photo(1))
        #expect(try run("import", source).exitCode == 0)
        try FileManager.default.moveItem(atPath: source + "/a.jpg", toPath: source + "/b.jpg")
        #expect(try run("import", "-n", "-v", source).standardOutput.contains("b.jpg: already in the library"))
        #expect(try !run("import", source).standardOutput.contains("b.jpg: "))
    }

    @Test("A dry run and an import of references say what happens to the sources")
    func sources() throws {
        try write("a.jpg", photo(1))
        try write("letter.jpg", Array("Dear diary".utf8))
        let moved = try run("import", "-n", "--move", source)
        #expect(
            moved.standardOutput.contains(
                "At most 2 files would be removed at the source, after the library's copy was read back and compared. "
                    + "Links stay."),
            "\(moved.standardOutput)")
        #expect(moved.standardOutput.contains("All their bytes would be stored."))
        #expect(moved.standardError.contains("letter.jpg: would be kept, but its format is unknown"))
        let referred = try run("import", "--reference", source)
        #expect(
            referred.standardOutput.contains("The files stay where they are, and the library only refers to them."))
    }

    @Test("A source that cannot be removed is counted, and the exit code is 2")
    func notRemoved() throws {
        try write("a.jpg", photo(1))
        // The link leads to a file outside the source, which is not removed.
        let other = folder.path("other.jpg")
        try Data(photo(2)).write(to: URL(fileURLWithPath: other))
        try FileManager.default.createSymbolicLink(atPath: source + "/link.jpg", withDestinationPath: other)
        let moved = try run("import", "--move", source)
        #expect(moved.exitCode == 2)
        #expect(moved.standardOutput.contains("1 file was not removed at the source."), "\(moved.standardOutput)")
        let again = try run("import", "--move", "--json", source)
        #expect(again.exitCode == 2 && again.summary["notRemoved"] as? Int == 1)
    }

    @Test("A mistyped path makes no library and no report")
    func mistypedPath() throws {
        let report = folder.path("report.html")
        let imported = try run("import", folder.path("nope"), "--report", report)
        #expect(imported.exitCode == 1)
        #expect(imported.standardError == "photos: \(folder.path("nope")): There is no such file or folder.\n")
        #expect(try folder.names == ["source"])
        let several = try run("import", folder.path("nope"), folder.path("none"))
        #expect(several.exitCode == 1)
        #expect(several.standardError.contains("Neither this nor any other of the 2 paths exists."))
    }

    @Test("The reason of a picture that is too large names no internal value")
    func tooLarge() throws {
        // A PNG whose header states 70,000 by 1 pixels.
        var header: [UInt8] = Array("IHDR".utf8) + [0, 1, 0x11, 0x70, 0, 0, 0, 1, 8, 0, 0, 0, 0]
        var crc: UInt32 = 0xFFFF_FFFF
        for byte in header {
            crc ^= UInt32(byte)
            for _ in 0..<8 { crc = crc & 1 == 1 ? crc >> 1 ^ 0xEDB8_8320 : crc >> 1 }
        }
        crc ^= 0xFFFF_FFFF
        header = [0, 0, 0, 13] + header + (0..<4).map { UInt8(truncatingIfNeeded: crc >> UInt32(24 - 8 * $0)) }
        try write("wide.png", [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A] + header)
        let imported = try run("import", source)
        #expect(
            imported.standardError.contains(
                "wide.png: kept, but not decoded, because the picture is too large. The picture is 70,000 pixels wide or high; "
                    + "at most 65,500 are decoded."), "\(imported.standardError)")
    }

    @Test("match skips files that are not photos, as import does, and says that a folder has no photos")
    func match() throws {
        try write("a.jpg", photo(1))
        try write("empty.jpg", [])
        try write("letter.txt", Array("Dear".utf8))
        #expect(try run("import", source).exitCode == 0)
        let whole = try run("match", source)
        #expect(whole.exitCode == 3)
        #expect(
            whole.standardError.hasSuffix("1 found, 1 skipped because it is not a photo or is empty.\n"),
            "\(whole.standardError)")
        let letter = try run("match", "--json", source + "/letter.txt")
        #expect(letter.exitCode == 3 && letter.items.first?["status"] as? String == "skipped")
        #expect(
            letter.summary as? [String: Int] == ["found": 0, "multiple": 0, "notFound": 0, "failed": 0, "skipped": 1])
        try FileManager.default.createDirectory(atPath: folder.path("none"), withIntermediateDirectories: false)
        let empty = try run("match", folder.path("none"))
        #expect(empty.exitCode == 0 && empty.standardError == "There are no photos or videos here.\n")
        let nothing = try run("resolve", "-")
        #expect(nothing.exitCode == 0 && nothing.standardError == "There are no identifiers.\n")
        #expect(try run("decisions").standardError == "There are no decisions.\n")
    }
}
