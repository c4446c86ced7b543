import Foundation
import SystemPackage
import TestSupport
import Testing

/// Imports of exports of iCloud Photos by the command.
@Suite("photos import of exports of iCloud Photos") struct ICloudExportCommandTests: CloudExportTests {
    let folder: TemporaryFolder

    init() throws { folder = try Self.makeFolder() }

    @Test("The tables of an export of iCloud Photos give times, favourites, hidden and deleted photos, and albums")
    func iCloud() throws {
        let table = """
            imgName,fileChecksum,favorite,hidden,deleted,originalCreationDate,viewCount,importDate
            IMG_1.jpg,a,yes,no,no,"Friday October 06,2023 12:11 PM GMT",1,"Friday October 06,2023 12:11 PM GMT"
            IMG_2.jpg,b,no,yes,no,"Friday October 06,2023 1:11 AM GMT",1,"Friday October 06,2023 12:11 PM GMT"
            IMG_3.jpg,\(try checksum(Self.jpeg(3))),no,no,yes,"Friday October 06,2023 1:11 AM GMT",1,"Friday October 06,2023 12:11 PM GMT"

            """
        let path = try writeZip(
            [
                ("iCloud Photos/Photos/Photo Details.csv", Array(table.utf8)),
                ("iCloud Photos/Photos/IMG_1.jpg", Self.jpeg(1)), ("iCloud Photos/Photos/IMG_2.jpg", Self.jpeg(2)),
                ("iCloud Photos/Photos/IMG_3.jpg", Self.jpeg(3)),
                ("iCloud Photos/Albums/Trip.csv", Array("imgName\nIMG_1.jpg\n".utf8)),
                ("iCloud Photos/Memories/May.csv", Array("imgName\nIMG_1.jpg\n".utf8)),
            ], "iCloud Photos Part 1 of 1.zip")
        let imported = try run("import", "--json", path)
        #expect(imported.exitCode == 0, "\(imported.standardError)")
        let found = try #require(contents(imported).first)
        #expect(found["photos"] == 2 && found["albums"] == 1 && found["deleted"] == 1)
        let assets = try assets("--hidden").merging(assets()) { $1 }
        #expect(Set(assets.keys) == ["IMG_1.jpg", "IMG_2.jpg"])
        #expect(assets["IMG_1.jpg"]?["captureDate"] as? String == "2023-10-06T12:11:00+00:00")
        #expect(assets["IMG_1.jpg"]?["isFavorite"] as? Bool == true)
        #expect(assets["IMG_2.jpg"]?["isHidden"] as? Bool == true)
        #expect(try run("albums", "Trip", "--json").items.count == 1)
    }

    /// The checksum that the tables of iCloud state for bytes, by OpenSSL's program.
    private func checksum(_ bytes: [UInt8]) throws -> String {
        let path = try folder.write(
            Array("com.apple.XattrObjectSalt\0com.apple.DataObjectSalt\0".utf8) + bytes, to: "salted")
        let script = "(printf '\\001'; openssl dgst -sha1 -binary \"$1\") | base64"
        return try Shell.run("/bin/sh", ["-c", script, "sh", path.string]).output
            .trimmingCharacters(in: .whitespacesAndNewlines)
    }

    @Test("Of a name that repeats, the row with the checksum of the file is taken, and no other") func repeatedNames()
        throws
    {
        func table(_ rows: [(UInt64, String)]) throws -> [UInt8] {
            let lines = try rows.map { seed, flags in "IMG_1.jpg,\(try checksum(Self.jpeg(seed))),\(flags)" }
            return Array((["imgName,fileChecksum,favorite,hidden,deleted"] + lines).joined(separator: "\n").utf8)
        }
        // The tables are not in the order of the files, and one file has no row.
        let paths = try [
            [
                ("Photos/Photo Details.csv", try table([(2, "no,yes,no"), (4, "no,no,yes"), (9, "yes,no,no")])),
                ("Photos/IMG_1.jpg", Self.jpeg(1)),
            ],
            [
                ("Photos/Photo Details.csv", try table([(1, "yes,no,no")])), ("Photos/IMG_1.jpg", Self.jpeg(2)),
                ("Photos/more/IMG_1.jpg", Self.jpeg(3)), ("Photos/more/still/IMG_1.jpg", Self.jpeg(4)),
            ],
        ].enumerated().map { index, files in
            try writeZip(
                files.map { (name: "iCloud Photos/\($0.0)", bytes: $0.1) }, "iCloud Photos Part \(index + 1) of 2.zip")
        }
        let imported = try PhotosProcess.run(arguments: ["import", "--json", "--library", library] + paths)
        #expect(imported.exitCode == 0, "\(imported.standardError)")
        let found = try #require(contents(imported).first)
        #expect(found["photos"] == 3 && found["deleted"] == 1 && found["withoutMetadata"] == 1)
        let listed = try PhotosProcess.run(arguments: ["list", "--json", "--library", library])
        #expect(listed.items.count == 2)
        #expect(listed.items.compactMap { $0["isFavorite"] as? Bool }.sorted { !$0 && $1 } == [false, true])
        #expect(try run("list", "--count", "--hidden").standardOutput == "1\n")
    }

    @Test("A row of a deleted photo with the checksum of other bytes leaves no photo out") func deletedNamesake() throws
    {
        let table = """
            imgName,fileChecksum,favorite,hidden,deleted
            IMG_1.jpg,\(try checksum(Self.jpeg(9))),yes,no,yes
            IMG_2.jpg,\(try checksum(Self.jpeg(2))),no,no,yes
            IMG_3.jpg,,no,no,yes

            """
        let files =
            [("Photo Details.csv", Array(table.utf8))] + (1...3).map { ("IMG_\($0).jpg", Self.jpeg(UInt64($0))) }
        let path = try writeZip(
            files.map { (name: "iCloud Photos/Photos/\($0.0)", bytes: $0.1) }, "iCloud Photos Part 1 of 1.zip")
        // A library to compare with.
        #expect(try run("import", folder.write(Self.jpeg(7), to: "other/IMG_7.jpg").string).exitCode == 0)
        let before = try run("safe", "--json", path)
        #expect(before.exitCode == 2 && before.summary["deletedInSource"] as? Int == 2)
        let imported = try run("import", "--json", path)
        #expect(imported.exitCode == 0, "\(imported.standardError)")
        let found = try #require(contents(imported).first)
        #expect(found["photos"] == 1 && found["deleted"] == 2 && found["withoutMetadata"] == 1)
        let assets = try assets()
        #expect(Set(assets.keys) == ["IMG_1.jpg", "IMG_7.jpg"])
        #expect(assets["IMG_1.jpg"]?["isFavorite"] as? Bool == false)
        #expect(try run("safe", path).exitCode == 0)
    }

    @Test(
        "The tables of immich-go's test data are read", .enabled(if: FormatCorpus.isPresent, FormatCorpus.absence))
    func iCloudCorpus() throws {
        let imported = try run("import", "--json", FormatCorpus.folder.path + "/takeout/icloud")
        #expect(imported.exitCode == 0, "\(imported.standardError)")
        #expect(contents(imported).first?["photos"] == 3)
        #expect(contents(imported).first?["albums"] == 2)
        // Two of the photos are the same file, and the third shows the same picture without its metadata.
        #expect(try assets().count == 1)
        #expect(try run("albums", "Spécial album", "--json").items.count == 1)
        #expect(try run("albums", "Spécial album 2", "--json").items.count == 1)
    }

    @Test("An album of iCloud whose tables are in two parts is one album") func iCloudAlbumInParts() throws {
        for number in 1...2 {
            let table = "imgName,favorite,hidden,deleted\nIMG_\(number).jpg,no,no,no\n"
            _ = try writeZip(
                [
                    ("iCloud Photos/Photos/Photo Details-\(number).csv", Array(table.utf8)),
                    ("iCloud Photos/Photos/IMG_\(number).jpg", Self.jpeg(UInt64(number))),
                    ("iCloud Photos/Albums/Trip.csv", Array("imgName\nIMG_\(number).jpg\n".utf8)),
                ], "iCloud Photos Part \(number) of 2.zip")
        }
        let imported = try run("import", "--json", source.string)
        #expect(imported.exitCode == 0, "\(imported.standardError)")
        #expect(contents(imported).first?["albums"] == 1)
        #expect(try run("albums", "--json").items.count == 1)
        #expect(try run("albums", "Trip", "--json").items.count == 2)
    }

    @Test("The tables of iCloud are read, and other files are named") func iCloudCounts() throws {
        let table = "imgName,favorite,hidden,deleted\nIMG_1.jpg,no,no,no\n"
        let archive = try writeZip(
            [
                ("iCloud Photos/Photos/Photo Details.csv", Array(table.utf8)),
                ("iCloud Photos/Photos/IMG_1.jpg", Self.jpeg(1)),
                ("iCloud Photos/Albums/Trip.csv", Array("imgName\nIMG_1.jpg\n".utf8)),
                ("iCloud Photos/Memories/Summer.csv", Array("imgName\nIMG_1.jpg\n".utf8)),
            ], "iCloud Photos Part 1 of 1.zip")
        for verb in ["would be imported", "imported"] {
            let output = try PhotosProcess.run(
                arguments: ["import", archive, "--library", library] + (verb == "imported" ? [] : ["-n"]))
            #expect(
                output.standardOutput.contains(
                    "4 files: 1 photo \(verb), 1 skipped because it is not a photo (Summer.csv), "
                        + "2 files with albums or metadata read."), "\(output.standardOutput)")
        }
    }

    /// The files of two parts of an export whose names are in the owner's language.
    private static func localized(ownTable: Bool) -> [[(name: String, bytes: [UInt8])]] {
        let header = "imgName,fileChecksum,favorite,hidden,deleted,originalCreationDate,viewCount,importDate\n"
        let rows = [
            #"IMG_1.JPG,,yes,no,no,"Saturday December 21,2024 8:53 AM GMT",1,"Saturday December 21,2024 8:53 AM GMT""#,
            #"IMG_2.JPG,,yes,no,no,"Sunday December 22,2024 8:53 PM GMT",1,"Sunday December 22,2024 8:53 PM GMT""#,
        ]
        func table(_ rows: [String]) -> [UInt8] { Array((header + rows.joined(separator: "\n")).utf8) }
        let second: [(name: String, bytes: [UInt8])] = [("Photos/IMG_2.JPG", jpeg(2))]
        return [
            [
                ("Photos/IMG_1.JPG", jpeg(1)), ("Photos/Photo Details.csv", table(ownTable ? [rows[0]] : rows)),
                ("Albums/Tur.csv", Array("imageName\nIMG_1.JPG\nIMG_2.JPG\n".utf8)),
                ("Memories/Sommer.csv", Array("imageName\nIMG_1.JPG\n".utf8)),
            ],
            second + (ownTable ? [("Photos/Photo Details-2.csv", table([rows[1]]))] : []),
        ]
    }

    /// The names of the parts: those in issue 853 of immich-go, others in which only the brand is known, and names that
    /// somebody gave the folders.
    private static let namesOfParts = [
        ["iCloud Photos Part 1 of 2", "iCloud Photos Part 2 of 2"],
        ["iCloud-bilder Del 1 av 2", "iCloud-bilder Del 2 av 2"],
        ["Photos iCloud partie 1 sur 2", "Photos iCloud partie 2 sur 2"], ["iCloud照片第1部分（共2部分）", "iCloud照片第2部分（共2部分）"],
        ["Bilder 1 von 2", "Bilder 2 von 2"],
    ]

    /// How an export arrives, and which of its parts have a table.
    enum Form: String, CaseIterable { case folders, foldersWithOneTable, zips, zipsWithOneTable }

    @Test(
        "The parts of an export in every language are one export, also those without a table",
        arguments: LongTests.every(3, of: namesOfParts),
        LongTests.every(2, of: Form.allCases))
    func otherLanguages(parts: [String], form: Form) throws {
        let isZipped = form == .zips || form == .zipsWithOneTable
        let ownTable = form == .folders || form == .zips
        for (part, files) in zip(parts, Self.localized(ownTable: ownTable)) {
            if isZipped {
                _ = try writeZip(files.map { ("\(part)/\($0.name)", $0.bytes) }, "\(part).zip")
            } else {
                _ = try writeFolder(files, "\(part)/")
            }
        }
        let imported = try run("import", "--json", source.string)
        #expect(imported.exitCode == 0, "\(imported.standardError)")
        let found = try #require(contents(imported).first)
        #expect(contents(imported).count == 1 && found["parts"] == 2 && found["photos"] == 2)
        #expect(found["albums"] == 1 && found["withoutMetadata"] == 0)
        #expect(
            try assets().compactMapValues { $0["captureDate"] as? String }
                == ["IMG_1.JPG": "2024-12-21T08:53:00+00:00", "IMG_2.JPG": "2024-12-22T20:53:00+00:00"])
        #expect(try run("albums", "Tur", "--json").items.count == 2)
        #expect(try run("albums", "--json").items.count == 1)
        // Parts that are named.
        let paths = parts.map { source.appending(isZipped ? "\($0).zip" : $0).string }
        let named = try PhotosProcess.run(
            arguments: ["import", "-n", "--json", "--library", folder.path("other")] + paths)
        #expect(named.exitCode == 0 && contents(named).first?["withoutMetadata"] == 0)
    }

    @Test("The photos of a part without its table are imported, and what cannot be read makes the import fail")
    func unusableParts() throws {
        _ = try writeZip([("iCloud-bilder Del 2 av 2/Photos/IMG_2.JPG", Self.jpeg(2))], "iCloud-bilder Del 2 av 2.zip")
        let alone = try run("import", "--json", source.string)
        #expect(alone.exitCode == 0, "\(alone.standardError)")
        #expect(try assets().keys.sorted() == ["IMG_2.JPG"])
        // A download that ended too early.
        let whole = ZipBuilder([.init("iCloud-bilder Del 1 av 2/Photos/IMG_1.JPG", Self.jpeg(1))]).bytes
        try folder.write(Array(whole.prefix(whole.count / 2)), to: "source/iCloud-bilder Del 1 av 2.zip")
        let failed = try run("import", "--json", source.string)
        #expect(failed.exitCode == 2 && failed.summary["failed"] as? Int == 1)
    }

    @Test("A table with unknown columns makes the import fail, and its photos are imported") func unknownColumns()
        throws
    {
        let part = "iCloud Photos Part 1 of 1"
        let path = try writeZip(
            [
                ("\(part)/Photos/Photo Details.csv", Array("Bildname,Favorit\nIMG_1.JPG,ja\n".utf8)),
                ("\(part)/Photos/Photo Details-1.csv", Array("imgName,favorite\nIMG_2.JPG,yes\n".utf8)),
                ("\(part)/Photos/IMG_1.JPG", Self.jpeg(1)), ("\(part)/Photos/IMG_2.JPG", Self.jpeg(2)),
            ], "\(part).zip")
        let imported = try run("import", "--json", path)
        #expect(imported.exitCode == 2 && imported.summary["failed"] as? Int == 1)
        let failed = imported.items.filter { $0["status"] as? String == "failed" }
        #expect(failed.compactMap { $0["path"] as? String } == ["\(path)/\(part)/Photos/Photo Details.csv"])
        #expect(try assets()["IMG_2.JPG"]?["isFavorite"] as? Bool == true && assets()["IMG_1.JPG"] != nil)
    }

    @Test("An archive of shared albums in a part is imported from a folder, and makes the import of an archive fail")
    func sharedAlbums() throws {
        let shared = ZipBuilder([.init("Shared/IMG_9.JPG", Self.jpeg(9))]).bytes
        var part = Self.localized(ownTable: true)[0]
        part.append(("iCloud Shared Albums-1.zip", shared))
        _ = try writeFolder(part, "iCloud-bilder Del 1 av 1/")
        let imported = try run("import", "--json", source.string)
        #expect(imported.exitCode == 0, "\(imported.standardError)")
        #expect(try assets().keys.sorted() == ["IMG_1.JPG", "IMG_9.JPG"])
        let path = try writeZip(part.map { ("iCloud-bilder Del 1 av 1/\($0.name)", $0.bytes) }, "part.zip")
        let failed = try run("import", "--json", path)
        #expect(failed.exitCode == 2 && failed.summary["failed"] as? Int == 1)
    }
}
