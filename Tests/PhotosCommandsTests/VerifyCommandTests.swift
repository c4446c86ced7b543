import Foundation
import TestSupport
import Testing

/// What verify and show say about files that are missing, changed, or no photos.
@Suite("Text output of verify")
struct VerifyCommandTests {
    private let folder: TemporaryFolder
    private var library: String { folder.path("library") }
    private let identifiers: [String]

    init() throws {
        folder = try TemporaryFolder()
        for seed: UInt64 in 1...2 {
            let path = folder.url.appendingPathComponent("source")
            try FileManager.default.createDirectory(at: path, withIntermediateDirectories: true)
            try Data(Scenes.jpeg(seed, width: 160, height: 120)).write(to: path.appendingPathComponent("\(seed).jpg"))
        }
        let imported = try PhotosProcess.run(
            arguments: ["import", "--json", "--library", folder.path("library"), folder.path("source")])
        identifiers = imported.items.sorted { "\($0["path"] ?? "")" < "\($1["path"] ?? "")" }
            .compactMap { $0["localIdentifier"] as? String }
        try #require(identifiers.count == 2)
    }

    private func run(_ arguments: String...) throws -> PhotosProcess.Outcome {
        try PhotosProcess.run(
            arguments: arguments + ["--library", library], environment: ["XDG_STATE_HOME": folder.path("state")])
    }

    @Test("A file that is no photo is to be moved out; a photo without a record is added by a repair")
    func orphans() throws {
        let originals = library + "/originals"
        try Data("junk".utf8).write(to: URL(fileURLWithPath: originals + "/junk.txt"))
        try Data(Scenes.jpeg(3, width: 160, height: 120)).write(to: URL(fileURLWithPath: originals + "/new.jpg"))
        let found = try run("verify")
        #expect(found.exitCode == 2)
        let text = found.standardOutput
        #expect(
            text.contains(
                "junk.txt: This is no photo, and it belongs to no photo. Move it out of the library's folder.\n"),
            "\(text)")
        #expect(
            text.contains(
                "new.jpg: This file belongs to no photo of the library. A repair adds it. Run “photos repair --library '\(library)'”.\n"
            ),
            "\(text)")
        #expect(text.contains("2 files as imported, 2 without a photo."))
        // After the advice was followed, there is no fault any more.
        _ = try run("repair")
        try FileManager.default.removeItem(atPath: originals + "/junk.txt")
        #expect(try run("verify").exitCode == 0)
    }

    @Test("show names a file that a check found missing, until it is restored")
    func knownDamage() throws {
        let shown = try run("show", "--json", identifiers[0])
        let path = try #require(shown.items.first?["path"] as? String)
        func isDamaged(_ identifier: String) throws -> Bool? {
            let resources = try run("show", "--json", identifier).items.first?["resources"] as? [[String: Any]]
            return resources?.first?["isDamaged"] as? Bool
        }
        let sentence = "The last check found this file missing, unreadable or changed."
        #expect(try !run("show", identifiers[0]).standardOutput.contains(sentence))
        try FileManager.default.removeItem(atPath: path)
        let checked = try run("verify")
        #expect(checked.exitCode == 2 && checked.standardOutput.contains("1 file as imported, 1 missing."))
        #expect(try run("show", identifiers[0]).standardOutput.contains(sentence))
        #expect(try isDamaged(identifiers[0]) == true)
        #expect(try isDamaged(identifiers[1]) == nil)
        let healed = try run("verify", "--heal-from", folder.path("source"))
        #expect(healed.standardOutput.contains("1 lost or changed file was restored."), "\(healed.standardOutput)")
        #expect(try isDamaged(identifiers[0]) == nil)
    }

    @Test("A reference to a replaced file is named once, with a remedy that helps, also by show and import")
    func replacedReference() throws {
        let file = folder.path("source/1.jpg")
        let references = folder.path("references")
        func run(_ arguments: String...) throws -> PhotosProcess.Outcome {
            try PhotosProcess.run(arguments: arguments + ["--library", references])
        }
        let imported = try run("import", "--reference", "--json", file)
        let identifier = try #require(imported.items.first?["localIdentifier"] as? String)
        try Data(Scenes.jpeg(3, width: 160, height: 120)).write(to: URL(fileURLWithPath: file))
        let advice = "If the photo was edited in its place, import it again."
        #expect(try run("verify").standardOutput.contains(advice))
        let again = try run("import", "--reference", file)
        #expect(again.standardError.contains("refers to another photo at this path, \(identifier),"))
        #expect(again.standardOutput.contains("1 photo of the library lost its file"), "\(again)")
        let found = try run("verify")
        #expect(found.exitCode == 2 && !found.standardOutput.contains(advice))
        #expect(found.standardOutput.contains("1 file as imported, 1 changed.\n"))
        let sentence = "The last check found this file missing, unreadable or changed."
        #expect(try run("show", identifier).standardOutput.contains(sentence))
        #expect(try !run("show", file).standardOutput.contains(sentence))
    }

    @Test("Missing folders are errors before any file is read")
    func missingFolders() throws {
        let nope = folder.path("nope")
        let noLibrary = try PhotosProcess.run(arguments: ["benchmark", "--library", nope])
        #expect(
            noLibrary.standardError
                == "photos: \(nope): There is no library here yet. Name a folder of photos with --folder.\n")
        for arguments in [["verify", "--heal-from", nope], ["benchmark", "--folder", nope]] {
            let refused = try PhotosProcess.run(arguments: arguments + ["--library", library])
            #expect(refused.exitCode == 1 && refused.standardOutput.isEmpty, "\(arguments)")
            #expect(
                refused.standardError.hasPrefix(
                    "photos: \(nope): There is no such folder. Name another folder with --"),
                "\(refused.standardError)")
        }
    }
}
