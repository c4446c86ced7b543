internal import ArgumentParser
internal import Foundation
internal import OpenPhotoKitOwner
internal import Synchronization
internal import SystemSupport

/// The path of a report.
///
/// Its extension selects the format.
struct ReportFile: Sendable {
    let path: FilePath
    let format: any ReportFormat.Type

    /// - Throws: `ValidationError` if the extension is unknown.
    init(argument: String) throws {
        path = FilePath(argument).absolute
        switch path.extension?.lowercased() {
        case "json": format = JSONReport.self
        case "csv": format = CSVReport.self
        case "html": format = HTMLReport.self
        default:
            throw ValidationError("--report needs a name that ends with .json, .csv or .html, but got “\(argument)”.")
        }
    }
}

/// The reports of one import, written while it runs.
///
/// If a report cannot be written, the import continues, and the error is printed at the end.
final class ImportReports: Sendable {
    private struct Output {
        let file: ReplacementFile
        var format: any ReportFormat
        var pending: [UInt8] = []
        var failure: (any Error)?

        /// The greatest number of bytes in memory.
        static let capacity = 1 << 16

        mutating func add(_ text: (inout any ReportFormat) throws -> String) {
            guard failure == nil else { return }
            do {
                pending += try text(&format).utf8
                if pending.count >= Self.capacity { try flush() }
            } catch { failure = error }
        }

        mutating func flush() throws {
            try pending.withUnsafeBytes { try file.append($0) }
            pending.removeAll(keepingCapacity: true)
        }
    }

    private let outputs: Mutex<[Output]>

    /// Makes temporary files beside the final paths.
    ///
    /// - Throws: ``PhotoLibraryError`` if a file cannot be made. The import has not begun then.
    init(_ files: [ReportFile]) throws {
        outputs = Mutex(
            try files.map { Output(file: try ReplacementFile(at: $0.path), format: $0.format.init()) })
    }

    func begin(_ head: ReportHead) { add { try $0.opening(head) } }

    /// Adds a file to all reports.
    ///
    /// Called in the order of the results.
    func add(_ item: ImportItem) { add { try $0.text(for: item) } }

    /// Writes the rest, and renames the files to their final paths.
    ///
    /// Called after the last file.
    ///
    /// - Returns: The path of every report, and its error; `nil` if it was written.
    func finish(_ head: ReportHead, _ end: ReportEnd) async -> [(path: FilePath, failure: (any Error)?)] {
        for index in outputs.withLock(\.indices) {
            var format = outputs.withLock { $0[index].format }
            await format.prepareClosing(head)
            outputs.withLock { [format] in $0[index].format = format }
        }
        add { try $0.closing(head, end) }
        return outputs.withLock { outputs in
            outputs.indices.map { index in
                if outputs[index].failure == nil {
                    do {
                        try outputs[index].flush()
                        try outputs[index].file.finish()
                    } catch { outputs[index].failure = error }
                }
                return (outputs[index].file.path, outputs[index].failure)
            }
        }
    }

    private func add(_ text: (inout any ReportFormat) throws -> String) {
        outputs.withLock { for index in $0.indices { $0[index].add(text) } }
    }
}
