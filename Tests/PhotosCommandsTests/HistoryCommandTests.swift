import Foundation
import TestSupport
import Testing

@Suite("photos history", .timeLimit(.minutes(3)))
struct HistoryCommandTests {
    private let folder: TemporaryFolder
    private var library: String { folder.path("Photos.library") }

    init() throws {
        folder = try TemporaryFolder()
        try add("first", 3)
        try run("import", "--albums-from-folders", folder.path("first"))
    }

    /// Files of random bytes, which are stored without decoding.
    private func add(_ name: String, _ count: Int) throws {
        try FileManager.default.createDirectory(atPath: folder.path(name), withIntermediateDirectories: true)
        for number in 0..<count {
            try Data("\(name) \(number)".utf8).write(to: folder.url.appendingPathComponent("\(name)/\(number).jpg"))
        }
    }

    @discardableResult
    private func run(_ arguments: String...) throws -> PhotosProcess.Outcome {
        try PhotosProcess.run(arguments: arguments + ["--json", "--library", library])
    }

    private func token() throws -> String {
        try #require(try run("history", "--token").summary["token"] as? String)
    }

    private func identifiers(_ item: [String: Any], _ kind: String, _ type: String = "assets") -> [String] {
        ((item[kind] as? [String: Any])?[type] as? [String]) ?? []
    }

    @Test func onlyChangesSinceTheTokenAreListed() throws {
        let all = try run("history")
        #expect(all.items.flatMap { identifiers($0, "inserted") }.count == 3)
        #expect(all.items.flatMap { identifiers($0, "inserted", "albums") }.count == 1)
        let before = try token()
        #expect(all.summary["token"] as? String == before)
        #expect(try run("history", "--since", before).items.isEmpty)

        let asset = try #require(all.items.flatMap { identifiers($0, "inserted") }.first)
        try run("delete", asset)
        try run("delete", "--restore", asset)
        try run("delete", asset)
        let since = try run("history", "--since", before)
        #expect(since.items.map { identifiers($0, "deleted") } == [[asset], [], [asset]])
        #expect(since.items.map { identifiers($0, "inserted") } == [[], [asset], []])
        #expect(since.items.map { identifiers($0, "updated", "albums").count } == [1, 1, 1])
        #expect(since.summary["changes"] as? Int == 3)
        let net = try run("history", "--since", before, "--net")
        #expect(net.items.map { identifiers($0, "deleted") } == [[asset]])
        #expect(net.items.map { identifiers($0, "inserted") } == [[]])

        // Two changes at a time, each run from the token of the run before.
        let two = try run("history", "--since", before, "--limit", "2")
        #expect(two.items.count == 2)
        let rest = try run("history", "--since", #require(two.summary["token"] as? String), "--limit", "2")
        #expect(rest.items.map { identifiers($0, "deleted") } == [[asset]])
        #expect(rest.summary["token"] as? String == since.summary["token"] as? String)
    }

    @Test("The summary counts the objects, and --net says how many changes it combines")
    func countsAreThoseOfTheLines() throws {
        let before = try token()
        let asset = try #require(try run("list").items.first?["localIdentifier"] as? String)
        try run("edit", asset, "--favorite")
        try run("edit", asset, "--hidden")
        try run("delete", asset)
        for (more, changes) in [([], "3 changes; objects: "), (["--net"], "net of 3 changes; objects: ")] {
            let arguments = ["history", "--since", before, "--library", library] + more
            let text = try PhotosProcess.run(arguments: arguments)
            let machine = try PhotosProcess.run(arguments: arguments + ["--json"])
            #expect(machine.summary["changes"] as? Int == 3)
            let counts = ["inserted", "updated", "deleted"].map { kind in
                let count = text.lines.count { $0.contains("  \(kind)") }
                let objectCount = machine.items.flatMap { identifiers($0, kind) + identifiers($0, kind, "albums") }
                    .count
                #expect(machine.summary[kind] as? Int == count && objectCount == count, "\(kind) \(more)")
                return "\(count) \(kind)"
            }
            #expect(!text.lines.isEmpty)
            #expect(text.standardError.hasPrefix(changes + counts.joined(separator: ", ") + "; to continue: "))
        }
    }

    @Test func aTokenOfAnotherLibraryIsAnError() throws {
        let other = try HistoryCommandTests()
        let expired = try run("history", "--since", other.token())
        #expect(expired.exitCode == 1)
        #expect((expired.items.first?["error"] as? [String: Any])?["code"] as? String == "persistentChangeTokenExpired")
        #expect(expired.standardError.contains("store the new token"))
        let garbled = try run("history", "--since", "opkt1_xyz")
        #expect(garbled.exitCode == 1)
        #expect((garbled.items.first?["error"] as? [String: Any])?["code"] as? String == "invalidIdentifier")
    }

    @Test func textOutputHasALineForEachObject() throws {
        let outcome = try PhotosProcess.run(arguments: ["history", "--library", library])
        #expect(outcome.lines.count { $0.contains("  inserted  asset ") } == 3)
        #expect(outcome.standardError.contains("--since opkt1_"))
        #expect(
            try PhotosProcess.run(arguments: ["history", "--token", "--library", library]).lines
                == [Substring(token())])
    }

    @Test func followPrintsChangesOfOtherProcessesUntilItIsInterrupted() async throws {
        try add("second", 20)
        let start = try token()
        let library = library
        let following = Task.detached {
            try PhotosProcess.run(
                arguments: ["history", "--since", start, "--follow", "--json", "--library", library], sending: SIGINT
            ) { $0 >= 1 }
        }
        try run("import", folder.path("second"))
        let outcome = try await following.value
        #expect(outcome.exitCode == 130, "\(outcome.standardError)")
        #expect(outcome.items.flatMap { identifiers($0, "inserted") }.isEmpty == false)
        // No change is lost between this run and the next.
        let rest = try run("history", "--since", #require(outcome.summary["token"] as? String))
        #expect((outcome.items + rest.items).flatMap { identifiers($0, "inserted") }.count == 20)
    }

    /// Changes before the start are not printed.
    @Test func followStartsAtThePresentPoint() async throws {
        let library = library
        let following = Task.detached {
            try PhotosProcess.run(
                arguments: ["history", "--follow", "--limit", "1", "--json", "--library", library])
        }
        let asset = try #require(try run("list").items.first?["localIdentifier"] as? String)
        // The process sees one of these changes, whenever it has started. Earlier changes are not printed.
        let editing = Task.detached {
            while !Task.isCancelled {
                for flag in ["--favorite", "--no-favorite"] {
                    _ = try PhotosProcess.run(arguments: ["edit", asset, flag, "--quiet", "--library", library])
                }
            }
        }
        let outcome = try await following.value
        editing.cancel()
        try await editing.value
        #expect(outcome.items.count == 1 && outcome.items.allSatisfy { identifiers($0, "updated") == [asset] })
    }

    /// A token and one change after it.
    private func tokenBeforeAChange() throws -> String {
        let token = try token()
        let asset = try #require(try run("list").items.first?["localIdentifier"] as? String)
        try run("edit", asset, "--favorite")
        return token
    }

    @Test func followEndsWhenTheReaderClosesThePipe() throws {
        let start = try tokenBeforeAChange()
        let process = Process()
        process.executableURL = PhotosProcess.url(of: "photos")
        process.arguments = ["history", "--since", start, "--follow", "--library", library]
        let (output, errors) = (Pipe(), Pipe())
        process.standardOutput = output
        process.standardError = errors
        try process.run()
        #expect(!output.fileHandleForReading.availableData.isEmpty)
        try output.fileHandleForReading.close()
        process.waitUntilExit()
        #expect([130, SIGPIPE].contains(process.terminationStatus))
    }

    @Test func followEndsAtItsLimit() async throws {
        let outcome = try run("history", "--since", tokenBeforeAChange(), "--follow", "--limit", "1")
        #expect(outcome.exitCode == 0)
        #expect(outcome.items.count == 1)
    }

    @Test(arguments: [
        ["--retention", "0"], ["--retention", "soon"], ["--limit", "0"], ["--net", "--follow"], ["--token", "--net"],
    ]) func wrongUsageEndsWith64(arguments: [String]) throws {
        #expect(try PhotosProcess.run(arguments: ["history"] + arguments).exitCode == 64)
    }

    @Test(arguments: [["--retention", "0"], ["--retention", "soon"], ["--retention=-5"]])
    func theErrorNamesTheValuesOfRetention(arguments: [String]) throws {
        let outcome = try PhotosProcess.run(arguments: ["history"] + arguments)
        #expect(outcome.standardError.contains("a number of days, at least 1"), "\(outcome.standardError)")
    }

    @Test func retentionIsSetAndPrinted() throws {
        func output(_ arguments: String...) throws -> String {
            let outcome = try PhotosProcess.run(arguments: ["history"] + arguments + ["--library", library])
            #expect(outcome.exitCode == 0 && outcome.standardError.isEmpty)
            return outcome.standardOutput
        }
        #expect(try output("--retention") == "Changes are kept for 400 days.\n")
        #expect(try output("--retention", "1") == "Changes are kept for 1 day.\n")
        #expect(try run("history", "--retention").items.first?["retention"] as? Int == 1)
        #expect(try output("--retention", "forever") == "Changes are kept for ever.\n")
        #expect(try output("--retention") == "Changes are kept for ever.\n")
        #expect(try run("history", "--retention").items.first?["retention"] is NSNull)
        #expect(try run("history").items.isEmpty == false)
    }
}
