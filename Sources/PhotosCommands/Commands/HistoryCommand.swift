internal import ArgumentParser
internal import Foundation
internal import OpenPhotoKit

struct HistoryCommand: LibraryCommand {
    static let configuration = CommandConfiguration(
        commandName: "history",
        abstract: "Tell what changed in the library since you last asked.",
        discussion: """
            photos history --token                      where the history stands now; store it
            photos history --since opkt1_…              what changed since then, one change after the other
            photos history --since opkt1_… --net        what it comes to
            photos history --follow                     what changes from now on, until Ctrl-C
            photos history --since opkt1_… --follow     what changed since then first
            photos history --retention                  how long changes are kept
            photos history --retention 30               keep changes for 30 days; forever keeps all

            A change is what was changed at once, and has a line for each object that it is about. The end tells how many
            changes and how many lines of each kind there were. Without --since: all that is kept, or with --follow what
            changes from now on. The summary of --json has the token to store for the next time.
            Ends with 1 and the error persistentChangeTokenExpired if the history does not reach back to the token: then
            list everything and store the new token.
            Exit codes: 0 done, 130 interrupted while following.
            """)

    @OptionGroup var options: GlobalOptions

    @Option(help: ArgumentHelp("Only what changed after this token.", valueName: "token"))
    var since: String?

    @Flag(
        help:
            "Tell what changes from now on, whichever program changes it; after what changed since the token of --since."
    )
    var follow = false

    @Flag(help: "All changes folded into one: what was inserted and deleted again is left out.")
    var net = false

    @Option(parsing: .unconditional, help: "At most this many changes, the oldest; the token goes on behind them.")
    var limit: Int?

    @Flag(name: .customLong("token"), help: "Print the current token only.")
    var printsToken = false

    @Option(
        defaultAsFlag: Retention.asSet,
        help: ArgumentHelp(
            "How many days changes are kept from now on; without a value, tells how many.", valueName: "days|forever"))
    var retention: Retention?

    enum Retention: ExpressibleByArgument, CustomStringConvertible {
        case days(Int)
        case forever
        case asSet
        /// Refused by `validate()`: of an optional value that cannot be read, the parser says that it was not expected.
        case invalid(String)

        init?(argument: String) {
            if argument == "forever" {
                self = .forever
            } else if let days = Int(argument), days > 0 {
                self = .days(days)
            } else {
                self = .invalid(argument)
            }
        }

        var description: String {
            switch self {
            case .days(let days): "\(days)"
            case .forever: "forever"
            case .asSet: "as set"
            case .invalid(let text): text
            }
        }
    }

    func validate() throws {
        if case .invalid(let text) = retention {
            throw ValidationError("--retention is “forever” or a number of days, at least 1: not “\(text)”.")
        }
        guard limit.map({ $0 > 0 }) ?? true else { throw ValidationError("--limit must be 1 or more.") }
        guard !net || !follow && limit == nil else {
            throw ValidationError("--net folds all changes up to now: it goes with neither --follow nor --limit.")
        }
        guard !printsToken || since == nil && !follow && !net else {
            throw ValidationError("--token goes with nothing that lists changes.")
        }
    }

    func execute() async throws -> Exit {
        let library = try options.openLibrary()
        if let retention { try keep(retention, library) }
        let lists = retention == nil && !printsToken || since != nil || follow || net
        guard lists else {
            let token = try library.currentChangeToken
            if options.json { printSummary(HistoryPrinter(isJSON: true, last: token)) }
            if printsToken, !options.json { StandardOutput.print(token.archivalStringValue) }
            return .done
        }
        let start =
            try since.map { try PersistentChangeToken(archivalStringValue: $0) }
            ?? (follow ? library.currentChangeToken : library.oldestChangeToken)
        return follow ? try await follow(library, from: start) : try list(library.fetchPersistentChanges(since: start))
    }

    /// Sets how long changes are kept, if it is to be another time, and says what is set.
    private func keep(_ retention: Retention, _ library: PhotoLibrary) throws {
        switch retention {
        case .days(let days): try library.setHistoryRetention(days)
        case .forever: try library.setHistoryRetention(nil)
        case .asSet, .invalid: break
        }
        let days = try library.historyRetention
        if options.json {
            JSONLines.print(["retention": days.map { "\($0)" } ?? "forever"])
        } else {
            let time = days.map { "for \(counted($0, "day"))" } ?? "for ever"
            StandardOutput.print("Changes are kept \(time).")
        }
    }

    private func list(_ changes: PersistentChanges) throws -> Exit {
        var printer = HistoryPrinter(isJSON: options.json, last: changes.firstToken)
        if net {
            try printer.printNet(of: changes)
        } else {
            for change in changes.prefix(limit ?? .max) { try printer.print(change) }
        }
        printSummary(printer)
        return .done
    }

    private func follow(_ library: PhotoLibrary, from start: PersistentChangeToken) async throws -> Exit {
        let changes = try library.changes(since: start)
        let following = Task {
            var printer = HistoryPrinter(isJSON: options.json, last: start)
            for try await new in changes {
                for change in new.prefix((limit ?? .max) - printer.count) { try printer.print(change) }
                if printer.count == limit || StandardOutput.failure != nil { break }
            }
            return printer
        }
        let interruption = Interruption { following.cancel() }
        defer { withExtendedLifetime(interruption) {} }
        ReaderWatch.start { following.cancel() }
        let printer = try await following.value
        printSummary(printer)
        return following.isCancelled ? .interrupted : .done
    }

    private func printSummary(_ printer: HistoryPrinter) {
        struct Summary: Encodable {
            let changes: Int
            let inserted, updated, deleted: Int
            let token: PersistentChangeToken
        }
        let (inserted, updated, deleted) = printer.objects
        if options.json {
            JSONLines.printSummary(
                Summary(
                    changes: printer.count, inserted: inserted, updated: updated, deleted: deleted, token: printer.last)
            )
        } else if !options.quiet {
            let changes = (net ? "net of " : "") + counted(printer.count, "change")
            options.terminal.write(
                "\(changes): \(inserted) inserted, \(updated) updated, \(deleted) deleted; "
                    + "for those after: --since \(printer.last.archivalStringValue)\n")
        }
    }
}
