internal import ArgumentParser
internal import Foundation
internal import OpenPhotoKitOwner
internal import SystemSupport

/// A subcommand.
///
/// `execute` does the work; `run` turns every error into a message and an exit code. Of a `ValidationError`, the parser
/// prints the message.
protocol LibraryCommand: AsyncParsableCommand {
    associatedtype Options: CommandOptions

    var options: Options { get }

    /// Does the work of the command.
    ///
    /// - Returns: The exit code.
    func execute() async throws -> Exit
}

/// The exit codes.
///
/// They are part of the command's interface and do not change.
enum Exit: Int32, CaseIterable {
    case done = 0
    case failed = 1
    case someFailed = 2
    case notFound = 3
    case ambiguous = 4
    case cancelled = 5
    case undecidable = 6
    case tryAgain = 75
    case interrupted = 130

    /// The meaning in the manual.
    var meaning: String {
        switch self {
        case .done: "Done."
        case .failed: "Failed."
        case .someFailed: "Done, but some inputs failed: they are listed."
        case .notFound: "An identifier was not found."
        case .ambiguous: "A person has to decide on an identifier."
        case .cancelled: "The person cancelled."
        case .undecidable: "Pictures that are not decoded or show too little could not be compared."
        case .tryAgain: "Another program has locked the library: try again later."
        case .interrupted: "Interrupted; the same command continues."
        }
    }
}

extension LibraryCommand {
    func run() async throws {
        let exit: Exit
        #if FAULT_HOOKS
            if !DurableFile.isSyncing {
                options.terminal.printWarning(
                    "OPENPHOTOKIT_UNSAFE_NO_FSYNC is set, so new files may not survive a power loss.")
            }
        #endif
        do {
            // Commands read the library and the disk without leaving their thread.
            exit = try await withTaskExecutorPreference(ThreadPool.apps) {
                try await OpenedLibraries.finishing(options.terminal, execute)
            }
        } catch let wrongUsage as ValidationError {
            if options.json { JSONLines.printError(PhotoLibraryError(.changeNotSupported, wrongUsage.message)) }
            throw wrongUsage
        } catch let thrown where !(thrown is ExitCode || thrown is CleanExit) {
            let error =
                thrown as? PhotoLibraryError ?? PhotoLibraryError(.ioFailure, "\(thrown)", cause: thrown)
            options.terminal.printError(Terminal.safe("photos: \(error.describing(error.commandMessage))"))
            if options.json { JSONLines.printError(error) }
            switch error.code {
            case .cancelled: exit = .interrupted
            case .libraryBusy: exit = .tryAgain
            case .identifierNotFound: exit = .notFound
            case .multipleIdentifiersFound: exit = .ambiguous
            default: exit = .failed
            }
        }
        // The work was done, but the reader of the output does not have all of it.
        if let failure = StandardOutput.failure {
            options.terminal.printError(
                "photos: Some of the output could not be written: \(failure.localizedDescription)")
            throw ExitCode(Exit.failed.rawValue)
        }
        if exit != .done { throw ExitCode(exit.rawValue) }
    }
}

extension JSONLines {
    /// Prints the error that ended the command, and a summary if there was no summary before.
    fileprivate static func printError(_ error: PhotoLibraryError) {
        print(ErrorLine(error: ErrorObject(error)))
        if !hasSummary { printSummary(["error": "\(error.code)"]) }
    }
}

private struct ErrorLine: Encodable {
    let error: ErrorObject
}
