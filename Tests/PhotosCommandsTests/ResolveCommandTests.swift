import Foundation
import TestSupport
import Testing

@Suite("photos identify, resolve and match on the sample photos")
struct ResolveCommandTests {
    /// The expected results of a file, as "status" or "status:evidence".
    private func allows(_ expected: [String], _ item: [String: Any]) -> Bool {
        let status = item["status"] as? String ?? ""
        let evidence = item["evidence"] as? String ?? ""
        return expected.contains(status) || expected.contains("\(status):\(evidence)")
    }

    @Test("The cloud's copies are found, ambiguous or not found, as the generator expects")
    func match() throws {
        let library = try SampleLibrary.shared.get()
        let names = try library.names(in: library.home)
        let answers = try PhotosProcess.run(arguments: [
            "match", "--json", "--library", library.home, library.samples + "/cloud",
        ])
        var unexpected: [String] = []
        for answer in answers.items {
            let name = library.name(answer["path"])
            let truth = try #require(library.truth[name])
            if !allows(truth.expected, answer) { unexpected.append("\(name) (\(truth.transform)): \(answer)") }
            if let found = answer["localIdentifier"] as? String {
                #expect(
                    try isSame(names[found], truth.original, library), "\(name) was taken for \(names[found] ?? "?")")
            }
        }
        #expect(unexpected.isEmpty, "\(unexpected.joined(separator: "\n"))")
        // A frame of a burst without metadata may be found or be left to a person.
        let statuses = Set(answers.items.compactMap { $0["status"] as? String })
        #expect(statuses.subtracting(["multiple"]) == ["found", "notFound", "undecidable"])
        #expect(Set(answers.items.compactMap { $0["evidence"] as? String }) == ["bytes", "imageData", "content"])
        // One picture shows too little.
        #expect(answers.exitCode == 6)
    }

    @Test(
        "With --choose and no decisions the summary is the same, and the number of questions is the announced one",
        .enabled(if: TerminalShell.isThere, "\(TerminalShell.requirement)"))
    func numbersOfQuestions() throws {
        let library = try SampleLibrary.shared.get()
        let identified = try PhotosProcess.run(arguments: ["identify", "--all", "--library", library.home])
        let identifiers = identified.standardOutput.split(separator: "\n").map(String.init)
        let arguments = ["resolve", "--library", library.other] + identifiers
        let plain = try PhotosProcess.run(arguments: arguments)
        let summary = try #require(plain.standardError.split(separator: "\n").last)
        let words =
            /found, (\d+) for you to decide, .*\((\d+) with similar photos\)\. --choose asks about (\d+)/
        let announced = try #require(summary.firstMatch(of: words))
        let numbers = try [announced.1, announced.2, announced.3].map { try #require(Int($0)) }
        #expect(numbers[0] + numbers[1] == numbers[2] && numbers[1] > 0)
        let line = ([PhotosProcess.path()] + arguments + ["--choose"]).joined(separator: " ")
        let asked = try TerminalShell.run(line, terminal: true, entering: "o\nq\n").shown
        #expect(asked.contains("1 of \(numbers[2]): "))
        #expect(asked.contains(summary), "\(summary)")
    }

    @Test(
        "Identifiers of one library find the same photos in a separate library",
        arguments: [false, true])
    func resolve(compact: Bool) throws {
        let library = try SampleLibrary.shared.get()
        let home = try library.names(in: library.home)
        let other = try library.names(in: library.other)
        let identified = try PhotosProcess.run(
            arguments: ["identify", "--all", "--json", "--library", library.home] + (compact ? ["--compact"] : []))
        #expect(identified.exitCode == 0)
        let texts = identified.items.compactMap { $0["cloudIdentifier"] as? String }
        #expect(texts.allSatisfy { $0.count <= (compact ? 220 : 6144) })
        let answers = try PhotosProcess.run(
            arguments: ["resolve", "--json", "--library", library.other, "-"], input: texts.joined(separator: "\n")
        ).items
        #expect(answers.count == texts.count)
        var found = 0
        for (asked, answer) in zip(identified.items, answers) {
            #expect(asked["cloudIdentifier"] as? String == answer["cloudIdentifier"] as? String)
            guard let identifier = answer["localIdentifier"] as? String else { continue }
            found += 1
            let original = home[asked["localIdentifier"] as? String ?? ""]
            let variant = try #require(library.truth[other[identifier] ?? ""])
            #expect(try isSame(original, variant.original, library), "\(original ?? "?") was taken for \(variant.path)")
        }
        #expect(found >= (compact ? 3 : 20))
    }

    @Test("Damaged identifiers and other texts are separate errors, with exit code 2")
    func refused() throws {
        let library = try SampleLibrary.shared.get()
        let good = try PhotosProcess.run(arguments: ["identify", "--all", "--library", library.home]).standardOutput
            .split(separator: "\n")[0]
        let answers = try PhotosProcess.run(
            arguments: [
                "resolve", "--json", "--library", library.home, "hello", String(good.dropLast(7)), String(good),
            ])
        #expect(answers.exitCode == 2)
        #expect(
            answers.items.map { ($0["error"] as? [String: Any])?["code"] as? String }
                == ["invalidIdentifier", "invalidIdentifier", nil])
        #expect(answers.items.last?["status"] as? String == "found")
    }

    @Test("The exit code is 3 if something was not found, and 4 if a person has to decide")
    func exits() throws {
        let library = try SampleLibrary.shared.get()
        let foreign = library.truth.values.filter { $0.path.hasPrefix("cloud/") && $0.expected == ["notFound"] }
        let absent = try #require(foreign.first { $0.original.isEmpty })
        #expect(
            try PhotosProcess.run(arguments: ["match", "--library", library.home, library.samples + "/" + absent.path])
                .exitCode == 3)
        #expect(try PhotosProcess.run(arguments: ["show", "--library", library.home, "NO-SUCH-ID"]).exitCode == 3)
        #expect(try PhotosProcess.run(arguments: ["list", "--library", "/nonexistent"]).exitCode == 1)
    }

    /// Whether two samples show the same photo: the same file, or copies of one original.
    private func isSame(_ first: String?, _ second: String, _ library: SampleLibrary) throws -> Bool {
        func root(_ name: String) -> String {
            guard let truth = library.truth[name], !truth.original.isEmpty, !name.hasPrefix("cloud/") else {
                return name
            }
            return root(truth.original)
        }
        return try root(#require(first)) == root(second)
    }
}
