import Foundation
import TestSupport
import Testing

/// The commands of the privacy record.
@Suite struct AccessCommandTests {
    private static let app = "org.example.Editor"
    private let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
        for index in 0..<3 { _ = try folder.write(TestPhoto.jpeg(UInt64(index) + 1), to: "\(index).jpg") }
        let photos = (0..<3).map { folder.path("\($0).jpg") }
        try #require(try run(["import", "--quiet"] + photos).exitCode == 0)
    }

    @discardableResult
    private func run(_ arguments: [String]) throws -> PhotosProcess.Outcome {
        try PhotosProcess.run(arguments: arguments + ["--library", folder.path("Photos.library")])
    }

    @discardableResult
    private func access(_ arguments: String...) throws -> PhotosProcess.Outcome { try run(["access"] + arguments) }

    /// A mistyped name must not look like the app.
    @Test(arguments: [["deny"], ["reset"], ["forget"], ["dismiss"], ["add", "0.jpg"], ["remove", "0.jpg"], ["show"]])
    func onlyAllowAddsAnAppToTheRecord(words: [String]) throws {
        let outcome = try run(["access", words[0], "org.example.Typo"] + words.dropFirst())
        #expect(outcome.exitCode == 3, "\(outcome.standardError)")
        #expect(try access("--json").items.isEmpty)
    }

    @Test func placesStayRemovedAfterADenial() throws {
        try access("allow", Self.app, "--select", "0.jpg", "--without-places")
        for words in [["deny"], ["reset"], ["allow", "--add-only"]] {
            try run(["access", words[0], Self.app] + words.dropFirst())
            try access("allow", Self.app, "--select")
            #expect(try access("--json").items.first?["withoutPlaces"] as? Bool == true, "\(words)")
        }
        try access("allow", Self.app, "--select", "--with-places")
        #expect(try access("--json").items.first?["withoutPlaces"] as? Bool == false)
    }

    @Test func mayChangeIsTakenBackAlone() throws {
        try access("allow", Self.app, "--select", "0.jpg", "--without-places", "--may-change")
        #expect(try access("--json").items.first?["mayChange"] as? Bool == true)
        try access("allow", Self.app, "--no-may-change")
        let item = try #require(try access("--json").items.first)
        #expect(item["mayChange"] as? Bool == false && item["access"] as? String == "limited")
        #expect(item["withoutPlaces"] as? Bool == true && item["selected"] as? Int == 1)
        try access("allow", Self.app, "--may-change")
        try access("allow", Self.app, "--with-places")
        #expect(try access("--json").items.first?["mayChange"] as? Bool == true)
    }

    @Test func showSaysThatASelectionHasNoEffect() throws {
        try access("allow", Self.app, "--select", "0.jpg", "1.jpg")
        #expect(try access("show", Self.app).standardOutput.contains("Selected      2 photos\n"))
        for (words, reason) in [
            (["allow", "--all"], "sees all photos"), (["allow", "--add-only"], "sees no photos"),
            (["deny"], "sees no photos"), (["reset"], "sees no photos"),
        ] {
            try run(["access", words[0], Self.app] + words.dropFirst())
            let shown = try access("show", Self.app).standardOutput
            #expect(shown.contains("Selected      2 photos, without effect: the app \(reason)"), "\(words): \(shown)")
        }
    }

    @Test func aUsageErrorNamesTheCommand() throws {
        for arguments in [[Self.app], [Self.app, "--may-change"], [Self.app, "--all", "--album", "Rome"]] {
            let outcome = try run(["access", "allow"] + arguments)
            #expect(outcome.exitCode == 64)
            #expect(outcome.standardError.contains("Usage: photos access allow"), "\(outcome.standardError)")
        }
    }

    @Test func theSelectionIsMentionedWhenItIsNotExpected() throws {
        let first = try access("allow", Self.app, "--select", "0.jpg", "1.jpg")
        #expect(first.standardError.contains("sees 2 photos") && !first.standardError.contains("before"))
        let denied = try access("deny", Self.app)
        #expect(denied.standardError.contains("selection of 2 photos is kept"))
        let again = try access("allow", Self.app, "--select", "2.jpg")
        #expect(again.standardError.contains("sees 3 photos"))
        #expect(again.standardError.contains("2 photos had been selected before"))
        let all = try access("allow", Self.app, "--all")
        #expect(all.standardError.contains("selection of 3 photos is kept"))
    }
}
