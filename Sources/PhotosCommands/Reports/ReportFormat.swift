internal import Foundation
internal import OpenPhotoKit

/// What one kind of file makes of an import: text before the first file, for every file, and after the last.
///
/// The texts are written as they come, so that a report of any length takes no more memory than its format keeps.
protocol ReportFormat: Sendable {
    init()

    /// What stands before the first file.
    func opening(_ head: ReportHead) throws -> String

    /// What is said of a file at once.
    mutating func text(for item: ImportItem) throws -> String

    /// What stands after the last file.
    func closing(_ head: ReportHead, _ end: ReportEnd) throws -> String
}

/// What is known of an import when it begins.
struct ReportHead: Sendable {
    let library: PhotoLibrary
    /// Where the owner's library is, or would be made: a dry run may look into another one.
    let libraryPath: FilePath
    let request: ImportRequest
    let started: Date
}

/// What is known of an import when it is over.
struct ReportEnd: Sendable {
    enum State: String, Sendable {
        /// Every file below the sources has its fate.
        case complete
        /// Somebody stopped it.
        case interrupted
        /// It could not go on.
        case failed
    }

    /// Of an import that ended early, what it did until then.
    let summary: ImportSummary
    let error: PhotoLibraryError?

    var state: State {
        guard let error else { return .complete }
        return error.code == .cancelled ? .interrupted : .failed
    }

    init(_ result: Result<ImportSummary, any Error>, soFar: ImportSummary, started: Date) {
        switch result {
        case .success(let summary):
            self.summary = summary
            error = nil
        case .failure(let thrown):
            summary = soFar.lasting(Date().timeIntervalSince(started))
            error = thrown as? PhotoLibraryError ?? PhotoLibraryError(.ioFailure, "\(thrown)", cause: thrown)
        }
    }
}

extension ImportSummary {
    /// The same, after so many seconds.
    fileprivate func lasting(_ seconds: Double) -> ImportSummary {
        var summary = self
        summary.seconds = seconds
        return summary
    }
}
