internal import ArgumentParser

/// How a command prints.
struct OutputOptions: ParsableArguments {
    @Flag(help: "Print JSON, one object a line.")
    var json = false

    @Flag(name: .shortAndLong, help: "Print results and errors only.")
    var quiet = false

    @Flag(name: .shortAndLong, help: "Print every file.")
    var verbose = false

    @Option(help: "How to show progress, on standard error: auto, bar, plain, json or none.")
    var progress = ProgressStyle.auto

    @Option(help: "Whether to colour the output: auto, always or never.")
    var color = ColorChoice.auto
}

/// The form of progress output.
enum ProgressStyle: String, ExpressibleByArgument, CaseIterable {
    case auto, bar, plain, json, none
}

/// When output is coloured.
enum ColorChoice: String, ExpressibleByArgument, CaseIterable {
    case auto, always, never
}
