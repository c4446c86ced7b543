internal import ArgumentParser
internal import OpenPhotoKitOwner
internal import PhotoModel

struct MomentsCommand: LibraryCommand {
    static let configuration = CommandConfiguration(
        commandName: "moments",
        abstract: "List the days of the library, divided by places.",
        discussion: """
            photos moments                                   all moments, by capture time
            photos moments --after 2024-05 --before 2024-06  moments of a month, by the cameras' clocks
            """)

    @OptionGroup var options: PlainOptions

    @Option(
        help: ArgumentHelp("Captured at or after this time: YYYY, YYYY-MM, YYYY-MM-DD or longer.", valueName: "time"))
    var after: TimePrefix?

    @Option(help: ArgumentHelp("Captured before this time.", valueName: "time"))
    var before: TimePrefix?

    func execute() throws -> Exit {
        let moments = try options.openLibrary().moments(
            of: .captured(from: after?.text, before: before?.text), includingAllBurstAssets: true)
        for moment in moments {
            if options.json { JSONLines.print(MomentObject(moment)) } else { StandardOutput.print(Self.row(moment)) }
        }
        if options.json {
            JSONLines.printSummary(["moments": moments.count])
        } else if !options.quiet {
            options.terminal.write("\(counted(moments.count, "moment"))\n")
        }
        return .done
    }

    private static func row(_ moment: Moment) -> String {
        func clock(_ time: CaptureTime) -> Substring { time.description.dropFirst(11).prefix(5) }
        let (start, end) = (clock(moment.startTime), clock(moment.endTime))
        let time = start == end ? "\(start)".padded(11) : "\(start)–\(end)"
        let place = moment.location.map { "  \($0.displayText)" } ?? ""
        return "\(moment.title)  \(time)  " + "\(moment.assetCount)".padded(6) + place
    }
}
