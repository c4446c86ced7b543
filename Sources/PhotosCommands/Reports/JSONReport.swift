internal import Foundation
internal import OpenPhotoKitOwner

/// A JSON report: one document with the objects that `--json` prints, each on its own line.
struct JSONReport: ReportFormat {
    /// The version of the format.
    ///
    /// It changes only if a field is renamed or removed.
    static let schema = 1

    private var hasItems = false

    private struct Head: Encodable {
        let schema: Int
        let command: String
        let library: String
        let sources: [String]
        let mode: String
        let dryRun: Bool
        let started: String
    }

    private struct End: Encodable {
        let ended: String
        let state: String
        let error: ErrorObject?
        let summary: ImportSummaryObject.Numbers
    }

    func opening(_ head: ReportHead) throws -> String {
        let object = try text(
            Head(
                schema: Self.schema, command: "import", library: head.libraryPath.string,
                sources: head.request.paths.map(\.string), mode: head.request.mode.rawValue,
                dryRun: head.request.isDryRun, started: head.started.formatted(.iso8601)))
        return object.dropLast() + ",\"items\":["
    }

    mutating func text(for item: ImportItem) throws -> String {
        defer { hasItems = true }
        return try (hasItems ? ",\n" : "\n") + text(ImportItemObject(item))
    }

    func closing(_ head: ReportHead, _ end: ReportEnd) throws -> String {
        let object = try text(
            End(
                ended: Date().formatted(.iso8601), state: end.state.rawValue, error: end.error.map { ErrorObject($0) },
                summary: ImportSummaryObject(end.summary).summary))
        return "\n]," + object.dropFirst() + "\n"
    }

    private func text(_ value: some Encodable) throws -> String {
        String(decoding: try JSONLines.object(value), as: UTF8.self)
    }
}
