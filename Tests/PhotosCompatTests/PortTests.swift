import Foundation
import TestSupport
import Testing

@Suite("The ported sample", .runsSamples)
struct PortTests {
    @Test func wrongArgumentsGiveTheUsage() throws {
        let folder = try TemporaryFolder()
        let cases: [(arguments: [String], exitCode: Int32)] = [
            (["--help"], 0), (["-h"], 0), ([], 64), (["--none"], 64), (["pick", "nothing"], 64), (["pick"], 66),
            ([folder.path("none")], 66), ([folder.url.path], 66),
        ]
        for (arguments, exitCode) in cases {
            let run = try PhotosProcess.run(
                arguments: arguments, program: "photokit-port", in: SamplePrograms.folder)
            #expect(run.exitCode == exitCode, "\(arguments): \(run.standardError)")
            let text = exitCode == 0 ? run.standardOutput : run.standardError
            #expect(text.contains("usage: photokit-port SAMPLES") && !text.contains("Fatal error"), "\(arguments)")
        }
    }

    @Test(.long) func printsItsStory() throws {
        let folder = try TemporaryFolder()
        let made = try PhotosProcess.run(arguments: ["--quick", folder.path("samples")], program: "make-samples")
        #expect(made.exitCode == 0, "\(made.standardError)")
        let port = try PhotosProcess.run(
            arguments: [folder.path("samples")], program: "photokit-port", in: SamplePrograms.folder)
        #expect(port.exitCode == 0, "\(port.standardError)")
        let lines = port.lines.map { $0.trimmingCharacters(in: .whitespaces) }
        let story = [
            "Journal: written on the phone",
            "By the sea: IMG_0001.JPG, IMG_0002.JPG, cloud identifiers stored: 2",
            "Journal: read on the tablet, whose photos a cloud service has made smaller",
            "found: 7c1e09ab44d2.jpg",
            "several match, and the user chooses: b83f51c20e77.jpg, photo_5213987310.jpg",
            "found: IMG-20240615-WA0003.jpg",
            "missing; the entry keeps the identifier, because the photo may be imported later",
            "Collages: first launch", "Read the whole library: 4 photos",
            "Collages: second launch", "New for a collage: IMG_0005.JPG, IMG_0007.JPG",
            "Updated: IMG_0001.JPG, IMG_0007.JPG; edited, so their collage is made again: IMG_0007.JPG",
            "Removed from their collages: 1", "Photos now: 5",
            "Collages: third launch", "New for a collage: none", "Photos now: 5",
            "Collages: on a new device", "The token has expired", "Read the whole library: 5 photos",
            "Change history, step by step", "Created since then: ", "Perhaps changed: IMG_",
            "Inserted 0, updated 1, deleted 1", "New in the hike “Ridge”: IMG_", "IMG_",
            "The collage “Last” is drawn again", "The history is complete",
        ]
        var rest = lines[...]
        for line in story {
            guard let found = rest.firstIndex(where: { $0.hasPrefix(line) }) else {
                Issue.record("“\(line)” is not said, or not in its place:\n\(port.standardOutput)")
                return
            }
            rest = rest[(found + 1)...]
        }
    }
}
