import Foundation
import TestSupport
import Testing

/// The options --include, --exclude and --io-jobs.
@Suite struct FilterOptionTests {
    private let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
        try FileManager.default.createDirectory(atPath: folder.path("source/no"), withIntermediateDirectories: true)
        for name in ["a.txt.jpg", "b.png", "no/c.jpg"] {
            try Data(TestPhoto.jpeg(1)).write(to: URL(fileURLWithPath: folder.path("source/\(name)")))
        }
    }

    private func photos(_ arguments: String...) throws -> PhotosProcess.Outcome {
        try PhotosProcess.run(arguments: arguments + ["--progress", "none"])
    }

    @Test func excludedFilesAreCountedAndListedOnlyWithVerbose() throws {
        let library = folder.path("library")
        let arguments = [
            "import", folder.path("source"), "--library", library, "-n", "--exclude", "no", "--include", "*.JPG",
        ]
        func run(_ more: String...) throws -> PhotosProcess.Outcome {
            try PhotosProcess.run(arguments: arguments + more)
        }
        let plain = try run()
        #expect(
            plain.standardOutput.contains(
                "1 file: 1 photo would be imported.\nFilters left out 2 more files or folders."))
        #expect(!(plain.standardOutput + plain.standardError).contains("b.png"))
        #expect(try run("--verbose").standardOutput.contains("b.png: A filter excludes this file."))
        let machine = try run("--json")
        #expect(machine.items.count == 1)
        #expect(machine.summary["excluded"] as? Int == 2 && machine.summary["files"] as? Int == 1)
        #expect(try run("--json", "--verbose").items.count == 3)
    }

    @Test func aDryRunPrintsThePathOfTheNamedLibrary() throws {
        let library = folder.path("library")
        let outcome = try photos("import", folder.path("source"), "--library", library, "-n")
        #expect(outcome.standardOutput.contains("The library would be \(library)."), "\(outcome.standardOutput)")
        #expect(!FileManager.default.fileExists(atPath: library))
        #expect(try photos("import", folder.path("source"), "--library", library).exitCode == 0)
        let again = try photos("import", folder.path("source"), "--library", library, "-n")
        #expect(again.standardOutput.contains("The library is \(library)."))
    }

    @Test func hashTakesTheSameFilters() throws {
        let outcome = try photos("hash", "--json", folder.path("source"), "--exclude", "*.png", "--exclude", "no")
        #expect(outcome.items.count == 1)
    }

    @Test func readingJobsAreANumberOrAutomatic() throws {
        let file = folder.path("source/b.png")
        for value in ["auto", "1", "1024"] { #expect(try photos("hash", file, "--io-jobs", value).exitCode == 0) }
        for value in ["0", "1025", "two", ""] { #expect(try photos("hash", file, "--io-jobs", value).exitCode == 64) }
    }
}
