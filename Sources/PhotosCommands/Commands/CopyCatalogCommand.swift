internal import ArgumentParser
internal import Foundation
internal import OpenPhotoKit

struct CopyCatalogCommand: LibraryCommand {
    static let configuration = CommandConfiguration(
        commandName: "copy-catalog",
        abstract: "Make a copy of the catalogue now, or say how old the copy may become.",
        discussion: """
            photos copy-catalog                make a copy now, whatever the age of the last one
            photos copy-catalog --every        how old the copy may become, and when it was made
            photos copy-catalog --every 6      a change makes a new copy if the last one is older than 6 hours
            photos copy-catalog --every never  no more copies; the last one stays

            The copy is in the library's folder “catalog-copy”. It holds what the files do not tell: albums, favourites, \
            titles, captions, keywords, decisions and the history of changes. An import, another change, and an open \
            library make a new copy if the last one is older than 24 hours, or than --every says. The last copy stays \
            until the new one is read back and checked. “photos repair” brings the copy back if the catalogue is lost.
            Exit codes: 0 done, 1 no copy could be made; the last one is still there.
            """)

    @OptionGroup var options: GlobalOptions

    @Option(
        defaultAsFlag: Interval.asSet,
        help: ArgumentHelp(
            "How many hours old the copy may become; without a value, tells how many.", valueName: "hours|never"))
    var every: Interval?

    enum Interval: ExpressibleByArgument, CustomStringConvertible {
        case hours(Int)
        case never
        case asSet
        /// Refused by `validate()`: of an optional value that cannot be read, the parser says that it was not expected.
        case invalid(String)

        init?(argument: String) {
            if argument == "never" {
                self = .never
            } else if let hours = Int(argument), 1...100_000 ~= hours {
                self = .hours(hours)
            } else {
                self = .invalid(argument)
            }
        }

        var description: String {
            switch self {
            case .hours(let hours): "\(hours)"
            case .never: "never"
            case .asSet: "as set"
            case .invalid(let text): text
            }
        }
    }

    func validate() throws {
        if case .invalid(let text) = every {
            throw ValidationError("--every is “never” or a number of hours, at least 1: not “\(text)”.")
        }
    }

    func execute() async throws -> Exit {
        let library = try options.openLibrary()
        switch every {
        case .hours(let hours): try library.setCatalogCopyInterval(hours)
        case .never: try library.setCatalogCopyInterval(nil)
        case .asSet, .invalid: break
        case nil: try await library.copyCatalog()
        }
        let (date, hours) = (try library.catalogCopyDate?.formatted(.iso8601), try library.catalogCopyInterval)
        if options.json {
            JSONLines.printSummary(Summary(catalogCopyDate: date, everyHours: hours))
        } else if !options.quiet {
            if every != nil {
                StandardOutput.print(
                    hours.map { "A change makes a new copy if the last one is older than \(counted($0, "hour"))." }
                        ?? "No copies are made.")
            }
            StandardOutput.print(date.map { "The copy of the catalogue is of \($0)." } ?? "There is no copy yet.")
        }
        return .done
    }

    private struct Summary: Encodable {
        let catalogCopyDate: String?
        let everyHours: Int?
    }
}
