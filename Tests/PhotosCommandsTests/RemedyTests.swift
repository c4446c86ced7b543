import TestSupport
import Testing

@Suite("Errors name the command that helps")
struct RemedyTests {
    private let folder: TemporaryFolder
    private var library: String { folder.path("Photos.library") }

    init() throws { folder = try TemporaryFolder() }

    private func run(_ arguments: String...) throws -> PhotosProcess.Outcome {
        try PhotosProcess.run(arguments: arguments + ["--library", library])
    }

    @Test("The error for a missing library names photos import and --library")
    func noLibrary() throws {
        let refused = try run("list")
        #expect(refused.exitCode == 1)
        #expect(refused.standardError.hasPrefix("photos: \(library): There is no library here yet."))
        #expect(refused.standardError.contains("“photos import FOLDER” makes one; --library names another place."))
        let error = try #require(run("list", "--json").items.first?["error"] as? [String: Any])
        #expect((error["message"] as? String)?.contains("“photos import FOLDER” makes one") == true)
    }

    @Test("Errors about tokens, old identifiers and deleted photos name a command")
    func others() throws {
        let photo = try SampleLibrary.shared.get().samples + "/phone"
        #expect(try run("import", photo).exitCode == 0)
        let noToken = try run("history", "--since", "opkt1_x")
        #expect(noToken.standardError.contains("“photos history --token --library '\(library)'” prints it."))
        let old = try run("resolve", "opk0_x")
        #expect((old.standardOutput + old.standardError).contains("“photos identify --library '\(library)'” does it."))
        let identifiers = try run("list", "--json").items.compactMap { $0["localIdentifier"] as? String }
        #expect(try PhotosProcess.run(arguments: ["delete", "--library", library] + identifiers).exitCode == 0)
        let again = try run("import", photo, "--json")
        let messages = again.items.compactMap { ($0["error"] as? [String: Any])?["message"] as? String }
        #expect(messages.contains { $0.hasSuffix("--restore-deleted restores it.") })
        let spoken = try run("import", photo, "--verbose")
        #expect((spoken.standardOutput + spoken.standardError).contains("--restore-deleted restores it."))
    }
}
