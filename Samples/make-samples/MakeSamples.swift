internal import ArgumentParser
import Foundation

@main
struct MakeSamples: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "make-samples",
        abstract: "Write photo-like sample folders with known answers.",
        discussion: """
            OUT/phone, OUT/camera and OUT/scans are what a person has; OUT/cloud is what services and chats gave back;
            OUT/truth.tsv says for every file what it is and what a photo library should make of it.
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
            throw ValidationError("\(out) is not empty: name a new folder")
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
