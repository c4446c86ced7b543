import Foundation
import TestSupport
import Testing

@testable import PhotosCommands

@Suite("Long lists of names are not parsed word by word")
struct LongNameListTests {
    private let many = (0..<2000).map { "photo \($0)" }

    @Test func namesAfterTheLastOptionAreReplaced() {
        let (words, names) = LongNameList.split(["identify", "--library", "/l", "--json"] + many)
        #expect(words == ["identify", "--library", "/l", "--json", "photo 0", LongNameList.placeholder])
        #expect(names == Array(many.dropFirst()))
    }

    @Test func optionsAfterNamesAndOtherCommandsStay() {
        for words in [
            ["identify"] + many + ["--json"], ["import"] + many, ["identify", "a", "b"],
            ["identify", "--json", "--path"] + many, ["identify", "--path=a"] + many,
        ] {
            #expect(LongNameList.split(words) == (words, []))
        }
    }

    @Test func identifyAnswersEveryNameInOrder() throws {
        let library = try SampleLibrary.shared.get().home
        let ids = try PhotosProcess.run(arguments: ["list", "--ids", "--library", library]).standardOutput
            .split(separator: "\n").map(String.init)
        let names = (0..<1500).map { ids[$0 % ids.count] }
        let answer = try PhotosProcess.run(arguments: ["identify", "--library", library] + names)
        let lines = try PhotosProcess.run(
            arguments: ["identify", "--library", library, "-"], input: names.joined(separator: "\n"))
        #expect(answer.exitCode == 0 && answer.standardOutput == lines.standardOutput)
    }
}
