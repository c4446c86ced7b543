internal import ArgumentParser
internal import Foundation
internal import OpenPhotoKit

/// A subcommand: it does its work in `execute`, and every failure becomes a sentence and an exit code here.
protocol LibraryCommand: AsyncParsableCommand {
    var options: GlobalOptions { get }

    /// - Returns: How the command ends when nothing was thrown.
    func execute() async throws -> Exit
}

/// The exit codes, as the command's contract has them.
enum Exit: Int32, CaseIterable {
    case done = 0
    case failed = 1
    case someFailed = 2
    case notFound = 3
    case ambiguous = 4
    case tryAgain = 75
    case interrupted = 130

    /// What it says, for the manual.
    var meaning: String {
        switch self {
        case .done: "All was done."
        case .failed: "It failed."
        case .someFailed: "Done, but some inputs failed: they are listed."
        case .notFound: "An identifier was not found."
        case .ambiguous: "A person has to decide on an identifier."
        case .tryAgain: "The library is closed to others just now: try again."
        case .interrupted: "Interrupted; the same command goes on."
        }
    }
}

extension LibraryCommand {
    func run() async throws {
        let exit: Exit
        #if FAULT_HOOKS
            if !DurableFile.isSyncing {
                options.terminal.remark(
                    "OPENPHOTOKIT_UNSAFE_NO_FSYNC is set: nothing stored now survives a power loss.")
            }
        #endif
        do { exit = try await OpenedLibraries.finishing(options.terminal, execute) } catch let thrown
            where !(thrown is ExitCode || thrown is CleanExit)
        {
            let error =
                thrown as? PhotoLibraryError ?? PhotoLibraryError(.ioFailure, "\(thrown)", cause: thrown)
            options.terminal.complain(Terminal.safe("photos: \(error.describing(error.commandMessage))"))
            if options.json {
                JSONLines.print(ErrorLine(error: ErrorObject(error)))
                if !JSONLines.hasSummary { JSONLines.printSummary(["error": "\(error.code)"]) }
            }
            switch error.code {
            case .cancelled: exit = .interrupted
            case .libraryBusy: exit = .tryAgain
            case .identifierNotFound: exit = .notFound
            case .multipleIdentifiersFound: exit = .ambiguous
            default: exit = .failed
            }
        }
        // What was done stays done, but who reads the output has not been told all of it.
        if let failure = StandardOutput.failure {
            options.terminal.complain(
                "photos: Some of the output could not be written: \(failure.localizedDescription)")
            throw ExitCode(Exit.failed.rawValue)
        }
        if exit != .done { throw ExitCode(exit.rawValue) }
    }
}

private struct ErrorLine: Encodable {
    let error: ErrorObject
}
