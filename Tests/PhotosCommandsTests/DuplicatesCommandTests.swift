import Foundation
import TestSupport
import Testing

@Suite("photos duplicates")
struct DuplicatesCommandTests {
    /// A library with the sample photos of a phone, and their copies from a cloud service.
    private struct Home: Sendable {
        /// A library that is created once and never changed.
        static let shared = Result { try Home() }

        let folder: TemporaryFolder
        let path: String

        init() throws {
            let samples = try SampleLibrary.shared.get().samples
            folder = try TemporaryFolder()
            path = folder.path("Photos.library")
            let sources = ["phone", "camera", "scans", "cloud"].map { samples + "/" + $0 }
            _ = try run(["import", "--albums-from-folders"] + sources)
        }

        /// A copy of the library for a test that changes it.
        init(copyOf other: Home) throws {
            folder = try TemporaryFolder()
            path = folder.path("Photos.library")
            try FileManager.default.copyItem(atPath: other.path, toPath: path)
        }

        @discardableResult
        func run(_ arguments: [String], json: Bool = true) throws -> PhotosProcess.Outcome {
            try PhotosProcess.run(arguments: arguments + (json ? ["--json"] : []) + ["--library", path])
        }

        func listed(_ arguments: String...) throws -> Set<String> {
            Set(try run(["list"] + arguments).items.compactMap { $0["localIdentifier"] as? String })
        }
    }

    private func identifiers(_ item: [String: Any]) -> [String] { item["localIdentifiers"] as? [String] ?? [] }

    @Test("A group contains copies of one sample, and never two different shots")
    func groups() throws {
        let home = try Home.shared.get()
        let truth = try SampleLibrary.shared.get()
        let names = try truth.names(in: home.path)
        let found = try home.run(["duplicates"])
        #expect(found.exitCode == 0)
        #expect(found.items.count > 5)
        for item in found.items {
            let originals = identifiers(item).map { identifier in
                names[identifier].flatMap { truth.truth[$0] }.map {
                    $0.original.isEmpty || $0.original == "-" ? $0.path : $0.original
                }
            }
            #expect(Set(originals).count == 1, "\(originals)")
            #expect(item["keep"] as? String == identifiers(item).first)
            let members = item["members"] as? [[String: Any]] ?? []
            #expect(members.compactMap { $0["localIdentifier"] as? String } == identifiers(item))
            #expect(members.dropFirst().allSatisfy { ($0["reasons"] as? [String])?.isEmpty == false })
        }
        #expect(found.summary["groups"] as? Int == found.items.count)
        #expect(found.summary["assets"] as? Int == found.items.reduce(0) { $0 + identifiers($1).count })
        #expect(
            found.summary["reclaimableBytes"] as? Int
                == found.items.reduce(0) { $0 + ($1["reclaimableBytes"] as? Int ?? 0) })
    }

    @Test("--resolve does what the dry run says, and can be undone")
    func resolution() throws {
        let home = try Home(copyOf: Home.shared.get())
        let before = try home.listed()
        let groups = try home.run(["duplicates"]).items
        let planned = try home.run(["duplicates", "--resolve", "--dry-run"])
        #expect(planned.items.map(identifiers) == groups.map(identifiers))
        let isSkipped = planned.items.map { $0["status"] as? String == "skipped" }
        #expect(isSkipped.contains(true) && isSkipped.contains(false))
        for (item, isSkipped) in zip(planned.items, isSkipped) {
            #expect(item["obstacles"] as? [String] == (isSkipped ? ["mayBeAnotherFrame"] : []))
            #expect(item["status"] as? String == (isSkipped ? "skipped" : "planned"))
        }
        #expect(try home.listed() == before)

        let refused = try home.run(["duplicates", "--resolve"])
        #expect(refused.exitCode == 64, "With --json there is no question.")
        #expect(try home.listed() == before)

        let done = try home.run(["duplicates", "--resolve", "--yes"])
        #expect(done.exitCode == 0)
        #expect(Set(done.items.map(identifiers)) == Set(groups.map(identifiers)))
        let skipped = done.items.filter { $0["status"] as? String == "skipped" }
        let expectedToSkip = zip(groups, isSkipped).filter(\.1).map(\.0)
        #expect(Set(skipped.map(identifiers)) == Set(expectedToSkip.map(identifiers)))
        let expectedToResolve = zip(groups, isSkipped).filter { !$0.1 }.map(\.0)
        var deleted = Set(expectedToResolve.flatMap { identifiers($0).dropFirst() })
        #expect(done.summary["deleted"] as? Int == deleted.count)
        #expect(try home.listed() == before.subtracting(deleted))

        // A person names the groups that are left.
        let left = try home.run(["duplicates"]).items
        #expect(left.count == isSkipped.count { $0 })
        let named = try home.run(
            ["duplicates", "--resolve", "--yes", "--group"] + left.indices.map { "\($0 + 1)" })
        #expect(named.items.allSatisfy { $0["status"] as? String == "resolved" })
        deleted = Set(groups.flatMap { identifiers($0).dropFirst() })
        #expect(try home.listed("--deleted") == deleted)
        #expect(try home.run(["duplicates"]).items.isEmpty)
        #expect(try home.run(["verify"]).exitCode == 0)

        #expect(try home.run(["delete", "--restore", "--all"]).exitCode == 0)
        #expect(try home.listed() == before)
    }

    @Test("One group is resolved with the photo that the owner chooses")
    func choice() throws {
        let home = try Home(copyOf: Home.shared.get())
        let groups = try home.run(["duplicates"]).items
        let wanted = try #require(identifiers(groups[1]).last)
        let done = try home.run(["duplicates", "--resolve", "--yes", "--group", "2", "--keep", wanted])
        #expect(done.items.map { $0["group"] as? Int } == [2])
        #expect(done.items.first?["keep"] as? String == wanted)
        #expect(done.items.first?["keepReason"] as? String == "chosen")
        #expect(try home.listed("--deleted") == Set(identifiers(groups[1]).dropLast()))

        #expect(try home.run(["duplicates", "--group", "999"]).exitCode == 3)
        #expect(try home.run(["duplicates", "--resolve", "--yes", "--keep", "unknown"]).exitCode == 3)
        let both = identifiers(groups[0]).prefix(2)
        #expect(try home.run(["duplicates", "--resolve", "--yes", "--keep"] + both).exitCode == 4)
        #expect(try home.listed("--deleted").count == identifiers(groups[1]).count - 1)
    }

    @Test("Text output says which photo is kept and why")
    func words() throws {
        let home = try Home.shared.get()
        let text = try home.run(["duplicates"], json: false).standardOutput
        #expect(text.contains("  keep    ") && text.contains("  copy    ") && text.contains("Kept: "))
        let planned = try home.run(["duplicates", "--resolve", "-n"], json: false)
        #expect(planned.standardOutput.contains("  delete  "))
        #expect(planned.standardError.contains("nothing was changed"))
        #expect(!planned.standardError.contains("other numbers"))
        // An identifier, because the numbers of groups change when the others are resolved.
        let hint = try #require(planned.standardOutput.firstMatch(of: #/“--keep ([0-9A-F-]+)” resolves it anyway/#))
        let named = try Home(copyOf: home).run(["duplicates", "--resolve", "--yes", "--keep", String(hint.1)])
        #expect(
            named.items.contains { $0["keep"] as? String == String(hint.1) && $0["status"] as? String == "resolved" })
        // The numbers that were printed before are those of other groups afterwards.
        let changed = try Home(copyOf: home)
        let resolved = try changed.run(["duplicates", "--resolve", "--yes"], json: false)
        #expect(resolved.standardError.contains("skipped, which have other numbers now: “photos duplicates” lists"))
    }

    @Test(
        "The question is asked on the terminal, also if standard input is redirected",
        .enabled(if: TerminalShell.isThere, "\(TerminalShell.requirement)"))
    func asking() throws {
        let home = try Home(copyOf: Home.shared.get())
        let before = try home.listed()
        let line = "\(PhotosProcess.path()) duplicates --resolve --library \(home.path) </dev/null"
        // The behaviour is that of `match --choose`.
        let alone = try TerminalShell.run(line, terminal: false)
        #expect(alone.exit == 1 && alone.shown.contains("there is no terminal") && alone.shown.contains("--yes"))
        let refused = try TerminalShell.run(line, terminal: true, entering: "no\n")
        #expect(refused.exit == 0 && refused.shown.contains("Nothing was changed."))
        #expect(try home.listed() == before)
        #expect(try TerminalShell.run(line, terminal: true, entering: "yes\n").exit == 0)
        #expect(try home.listed().count < before.count)
    }
}
