internal import ArgumentParser
import Foundation

@main
struct MakeSamples: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "make-samples",
        abstract: "Write photo-like sample folders with known answers.",
        discussion: """
            OUT/phone, OUT/camera and OUT/scans contain a person's photos. OUT/cloud contains copies from cloud services and
            chats. OUT/truth.tsv gives the kind of every file and the result that a photo library should have for it.
            """)

    @Option(help: "Selects the sensor noise and the identifiers; the scenes stay the same.")
    var seed: UInt64 = 1

    @Flag(help: "Write the same files at half the size.")
    var quick = false

    @Argument(help: "The folder to write; it must be empty or not exist.", completion: .directory)
    var out: String

    func run() throws {
        let folder = URL(fileURLWithPath: out, isDirectory: true)
        guard (try? FileManager.default.contentsOfDirectory(atPath: out))?.isEmpty ?? true else {
            throw ValidationError("\(out) is not empty. Name a new folder.")
        }
        let photographer = Photographer(folder: folder, seed: seed, scale: quick ? 0.5 : 1)
        var rows = try photographer.take(SamplePlan.shots)
        for file in Litter.files {
            try photographer.write(file.bytes, to: file.path)
            rows.append(
                Truth(path: file.path, kind: file.kind, transform: file.transform, expected: file.expected))
        }
        try photographer.write(Array(Truth.table(rows).utf8), to: "truth.tsv")
        print("\(rows.count) files and truth.tsv in \(out)")
    }
}
