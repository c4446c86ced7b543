import TestSupport
import Testing

/// Command lines that are refused before a library is opened.
@Suite("Wrong usage of commands")
struct WrongUsageTests {
    @Test(
        "Wrong usage ends with exit code 64 before any change",
        arguments: [
            ["edit"], ["edit", "ID"], ["edit", "ID", "--rendered", "a.jpg"], ["edit", "ID", "--date", "yesterday"],
            ["edit", "ID", "--location", "91,0"], ["edit", "ID", "--location", "1"],
            [
                "edit", "A", "B", "--rendered", "a", "--adjustment", "b", "--format-identifier", "c",
                "--format-version", "1",
            ],
            ["albums", "create"], ["albums", "move", "A", "ID"], ["folders", "move", "A"],
            ["folders", "move", "A", "--top", "--to", "B"],
            ["relink", "x.md"], ["relink", "--from", "/old"], ["relink", "x.md", "--from", ""],
            ["relink", "x.md", "--from", "/old", "--to", "nowhere"], ["relink", "--undo", "x.md", "-n"],
            ["relink", "--undo", "x.md", "--from", "/old"],
            ["duplicates", "--dry-run"], ["duplicates", "--yes"], ["duplicates", "--keep", "ID"],
            ["duplicates", "--similar", "--resolve", "--yes"], ["duplicates", "--resolve", "--json"],
            ["delete"], ["delete", "--all"], ["delete", "--permanently", "--all", "--json"], ["delete", "ID", "--yes"],
            ["delete", "--restore", "--all", "ID"],
            ["import", "--on-error", "0", "."], ["import", "--on-error", "never", "."],
            ["import", "--on-duplicate", "ask", "."], ["import", "--move", "--reference", "."],
        ])
    func wrongUsage(_ arguments: [String]) throws {
        #expect(try PhotosProcess.run(arguments: arguments).exitCode == 64)
    }
}
