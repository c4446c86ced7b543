internal import ArgumentParser
internal import OpenPhotoKit

struct BenchmarkCommand: LibraryCommand {
    static let configuration = CommandConfiguration(
        commandName: "benchmark",
        abstract: "Measure this machine on your photos: read, decode, signature, import, resolve.",
        discussion: """
            photos benchmark --folder ~/Pictures
            Works on a temporary library beside your own; your photos are only read.
            """)

    @OptionGroup var options: GlobalOptions

    @Option(help: ArgumentHelp("The photos to measure with.", valueName: "dir"))
    var folder: String

    func execute() throws -> Exit { .done }
}
