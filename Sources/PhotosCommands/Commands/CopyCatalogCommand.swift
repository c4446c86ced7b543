internal import ArgumentParser
internal import Foundation
internal import OpenPhotoKitOwner
internal import PhotoModel

struct CopyCatalogCommand: LibraryCommand {
    static let configuration = CommandConfiguration(
        commandName: "copy-catalog",
        abstract: "Make a copy of the catalogue now, or set how often copies are made.",
        discussion: """
            photos copy-catalog                makes a copy now
            photos copy-catalog --every        prints the maximum age of the copy, and its date
            photos copy-catalog --every 6      sets the maximum age to 6 hours
            photos copy-catalog --every never  makes no more copies; the last copy stays

            The copy is in the library's folder “catalog-copy”. It has the data that is not in the photos: albums, favourites, \
            titles, captions, keywords, decisions and the history of changes. An import, another change and an open library \
            make a new copy if the last one is older than 24 hours, or than the hours of --every. The last copy stays until \
            the new one was read back and checked. “photos repair” restores the copy if the catalogue is lost.
            Exit codes: 0 done, 1 no copy could be made; the last copy is still there.
            """)

    @OptionGroup var options: PlainOptions

    @Option(
        defaultAsFlag: Interval.asSet,
        help: ArgumentHelp(
            "Set the maximum age of the copy in hours; without a value, print it.", valueName: "hours|never"))
    var every: Interval?

    enum Interval: ExpressibleByArgument, CustomStringConvertible {
        case hours(Int)
        case never
        case asSet
        /// An error of `validate()`, because the parser's own error says only that the value was not expected.
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
            throw ValidationError("--every needs “never” or a number of hours, at least 1, and not “\(text)”.")
        }
    }

    func execute() async throws -> Exit {
        let library = try options.openLibrary()
        switch every {
        case .hours(let hours):
            try library.setCatalogCopyInterval(hours)
            // A copy may be due now, and its date is printed.
            try library.finishCatalogCopy()
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
            StandardOutput.print(date.map { "The copy of the catalogue is of \($0)." } ?? "There is no copy.")
        }
        return .done
    }

    private struct Summary: Encodable {
        let catalogCopyDate: String?
        let everyHours: Int?
    }
}
