internal import Foundation
internal import OpenPhotoKitOwner

/// A format of import reports: text before the first file, for each file, and after the last file.
///
/// The texts are written during the import, so that the length of a report is not limited by memory.
protocol ReportFormat: Sendable {
    init()

    /// The text before the first file.
    func opening(_ head: ReportHead) throws -> String

    /// The text for a file; empty if the format writes it at the end.
    mutating func text(for item: ImportItem) throws -> String

    /// Reads what the text after the last file needs.
    mutating func prepareClosing(_ head: ReportHead) async

    /// The text after the last file.
    func closing(_ head: ReportHead, _ end: ReportEnd) throws -> String
}

extension ReportFormat {
    mutating func prepareClosing(_ head: ReportHead) async {}
}

/// The facts about an import at its start.
struct ReportHead: Sendable {
    let library: OwnedLibrary
    /// The path of the named library.
    ///
    /// A dry run may use a temporary library instead.
    let libraryPath: FilePath
    let request: ImportRequest
    let started: Date
}

/// The facts about an import at its end.
struct ReportEnd: Sendable {
    enum State: String, Sendable {
        /// Every file in the sources has a result.
        case complete
        /// A person interrupted it.
        case interrupted
        /// It ended with an error.
        case failed
    }

    /// The numbers, up to the end or the interruption.
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
    /// The same summary with another duration in seconds.
    fileprivate func lasting(_ seconds: Double) -> ImportSummary {
        var summary = self
        summary.seconds = seconds
        return summary
    }
}
