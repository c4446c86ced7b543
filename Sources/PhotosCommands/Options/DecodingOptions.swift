internal import ArgumentParser

/// How a command reads and decodes pictures.
struct DecodingOptions: ParsableArguments {
    @Option(
        name: .shortAndLong, parsing: .unconditional,
        help: "The number of pictures to decode at a time; 0 for one per core."
    )
    var jobs = 0

    @Option(
        parsing: .unconditional,
        help: ArgumentHelp(
            "The number of files to read at a time; auto is 1 for a hard disk or network disk, else 2.",
            valueName: "n|auto"))
    var ioJobs = ReadingJobs.auto

    @Flag(help: "Decode pictures in this process instead of isolated worker processes.")
    var noJail = false

    func validate() throws {
        guard 0...1024 ~= jobs else { throw ValidationError("--jobs must be a number from 0 to 1024.") }
    }
}

/// `auto` or a number from 1 to 1024.
enum ReadingJobs: ExpressibleByArgument, Equatable {
    case auto
    case number(Int)

    init?(argument: String) {
        if argument == "auto" {
            self = .auto
        } else if let number = Int(argument), 1...1024 ~= number {
            self = .number(number)
        } else {
            return nil
        }
    }

    var defaultValueDescription: String { "auto" }
}
