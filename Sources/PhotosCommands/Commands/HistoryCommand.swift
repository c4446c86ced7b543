internal import ArgumentParser
internal import Foundation
internal import OpenPhotoKitOwner
internal import PhotoModel

struct HistoryCommand: LibraryCommand {
    static let configuration = CommandConfiguration(
        commandName: "history",
        abstract: "List the changes of the library since an earlier point.",
        discussion: """
            photos history --token                      prints a token for the present point; store it
            photos history --since opkt1_…              lists the changes since then, one after another
            photos history --since opkt1_… --net        lists their net effect
            photos history --follow                     lists new changes until Ctrl-C
            photos history --since opkt1_… --follow     lists the changes since then first
            photos history --retention                  says how long changes are kept
            photos history --retention 30               keeps changes for 30 days; “forever” keeps all

            A change is one transaction. It has a line for each object that it inserted, updated or deleted. The last line
            counts the changes and the objects. Without --since the command lists all changes that are kept, or with --follow
            only new ones. The summary of --json contains the token to store for the next time.
            If the history does not reach back to the token, the command fails with 1 and the error
            persistentChangeTokenExpired. Then list the whole library and store the new token.
            Exit codes: 0 done, 130 interrupted while following.
            """)

    @OptionGroup var options: PlainOptions

    @Option(help: ArgumentHelp("List only changes after this token.", valueName: "token"))
    var since: String?

    @Flag(
        help:
            "Go on with new changes of all programs. With --since, the changes since the token come first."
    )
    var follow = false

    @Flag(help: "Combine all changes into one. An object that was inserted and deleted again is left out.")
    var net = false

    @Option(
        parsing: .unconditional,
        help: "List at most this many of the oldest changes. The printed token is the point after them.")
    var limit: Int?

    @Flag(name: .customLong("token"), help: "Print the current token only.")
    var printsToken = false

    @Option(
        defaultAsFlag: Retention.asSet,
        help: ArgumentHelp(
            "Set how many days changes are kept. Without a value, print the present setting.", valueName: "days|forever"
        ))
    var retention: Retention?

    enum Retention: ExpressibleByArgument, CustomStringConvertible {
        case days(Int)
        case forever
        case asSet
        /// Rejected by `validate()`, because the parser's own message for an invalid optional value is misleading.
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
            throw ValidationError(
                "--net combines all changes up to now, so it cannot be combined with --follow or --limit.")
        }
        guard !printsToken || since == nil && !follow && !net else {
            throw ValidationError(
                "--token prints no changes, so it cannot be combined with --since, --follow or --net.")
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

    /// Sets how long changes stay in the history, if a time is given, and prints the setting.
    private func keep(_ retention: Retention, _ library: OwnedLibrary) throws {
        switch retention {
        case .days(let days): try library.setHistoryRetention(days)
        case .forever: try library.setHistoryRetention(nil)
        case .asSet, .invalid: break
        }
        let days = try library.historyRetention
        if options.json {
            // `null` is no limit.
            JSONLines.print(["retention": days])
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

    private func follow(_ library: OwnedLibrary, from start: PersistentChangeToken) async throws -> Exit {
        let changes = try library.changes(since: start)
        let following = Task {
            var printer = HistoryPrinter(isJSON: options.json, last: start)
            for try await new in changes {
                for change in new.prefix((limit ?? .max) - printer.count) { try printer.print(change) }
                if printer.count == limit || StandardOutput.failure != nil { break }
            }
            return printer
        }
        let interruption = InterruptHandler { following.cancel() }
        defer { withExtendedLifetime(interruption) {} }
        OutputMonitor.start { following.cancel() }
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
                "\(changes); objects: \(inserted) inserted, \(updated) updated, \(deleted) deleted; "
                    + "to continue: --since \(printer.last.archivalStringValue)\n")
        }
    }
}
