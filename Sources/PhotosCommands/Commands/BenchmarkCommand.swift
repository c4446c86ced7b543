internal import ArgumentParser
internal import Foundation
internal import LibraryBenchmark
internal import OpenPhotoKitOwner
internal import PhotoModel

struct BenchmarkCommand: LibraryCommand {
    static let configuration = CommandConfiguration(
        commandName: "benchmark",
        abstract: "Measure this computer on your photos: read, decode, signature, import, resolve, thumbnails.",
        discussion: """
            photos benchmark --folder ~/Pictures

            Your photos are only read. The command makes a temporary library and copies of the photos beside your library,
            which need twice the space of the photos, and removes them. The column “× floor” compares CPU time with the least
            work that is possible: for “signature” decoding with libjpeg alone, for “import” copying, SHA-256 and decoding, for
            “thumbnail” and “preview” decoding and encoding with libjpeg alone.
            """)

    @OptionGroup var options: PictureOptions

    @Option(
        help: ArgumentHelp("The photos to measure with. The default is your library.", valueName: "dir"),
        completion: .directory)
    var folder: String?

    func execute() throws -> Exit {
        let folder = folder.map { FilePath($0).absolute }
        try folder?.checkIsFolder(orElse: "Name another folder with --folder.")
        if folder == nil, options.libraryPath.absolute.isMissing {
            throw PhotoLibraryError(
                .libraryNotFound, "There is no library here yet. Name a folder of photos with --folder.",
                path: options.libraryPath.absolute.string)
        }
        // Beside the library, so that the same disk is measured.
        let beside = options.libraryPath.absolute.removingLastComponent()
        let parent =
            FileManager.default.fileExists(atPath: beside.string) ? beside : FilePath(NSTemporaryDirectory())
        let benchmark = LibraryBenchmark(
            folder: folder ?? options.libraryPath.absolute.appending("originals"),
            temporaryFolder: parent.appending("benchmark-\(UUID().uuidString)"),
            ioJobs: options.readingJobs(for: [parent]), jobs: options.jobs, decoding: options.decoding)
        var stages = 0
        try benchmark.run { stage in
            if stages == 0, !options.json { StandardOutput.print(Self.header) }
            stages += 1
            if options.json { JSONLines.print(StageObject(stage)) } else { StandardOutput.print(Self.row(stage)) }
        }
        if options.json { JSONLines.printSummary(["stages": stages]) }
        return .done
    }

    private static let header =
        "stage               photos     cpu s    wall s  photos/s      MB/s  MP/s/core  × floor  peak memory"

    private static func row(_ stage: LibraryBenchmark.Stage) -> String {
        func number(_ value: Double?, _ digits: Int, _ width: Int) -> String {
            let text = value.map { $0.formatted(.number.precision(.fractionLength(digits)).grouping(.never)) } ?? "–"
            return String(repeating: " ", count: max(0, width - text.count)) + text
        }
        let object = StageObject(stage)
        return stage.name.padded(18) + number(Double(stage.items), 0, 8) + number(stage.cpuSeconds, 3, 10)
            + number(stage.seconds, 3, 10) + number(object.perSecond, 1, 10) + number(object.mbPerSecond, 1, 10)
            + number(object.mpPerSecond, 1, 11) + number(stage.floorRatio, 2, 9)
            + "  " + (stage.peakMemory.map(ByteText.of) ?? "–")
    }

    /// The JSON object of a stage.
    ///
    /// The rate of pixels is per second of CPU time; the other rates are per second of elapsed time.
    private struct StageObject: Encodable {
        let stage: String
        let items: Int
        let seconds: Double
        let cpuSeconds: Double
        let perSecond: Double?
        let mbPerSecond: Double?
        let mpPerSecond: Double?
        let floorRatio: Double?
        let peakMemory: Int?

        init(_ stage: LibraryBenchmark.Stage) {
            self.stage = stage.name
            items = stage.items
            seconds = stage.seconds
            cpuSeconds = stage.cpuSeconds
            perSecond = stage.seconds > 0 ? Double(stage.items) / stage.seconds : nil
            mbPerSecond = stage.bytes > 0 && stage.seconds > 0 ? Double(stage.bytes) / 1e6 / stage.seconds : nil
            mpPerSecond = stage.pixels > 0 && stage.cpuSeconds > 0 ? Double(stage.pixels) / 1e6 / stage.cpuSeconds : nil
            floorRatio = stage.floorRatio
            peakMemory = stage.peakMemory
        }
    }
}
