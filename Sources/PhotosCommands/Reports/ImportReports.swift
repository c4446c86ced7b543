internal import ArgumentParser
internal import AssetLoading
internal import Foundation
internal import OpenPhotoKit
internal import Synchronization

/// Where a report goes, and what kind of file it is: its ending says it.
struct ReportFile: Sendable {
    let path: FilePath
    let format: any ReportFormat.Type

    /// - Throws: `ValidationError` if the name has another ending.
    init(argument: String) throws {
        path = FilePath(argument).absolute
        switch path.extension?.lowercased() {
        case "json": format = JSONReport.self
        case "csv": format = CSVReport.self
        case "html": format = HTMLReport.self
        default:
            throw ValidationError("--report needs a name that ends in .json, .csv or .html: “\(argument)” does not.")
        }
    }
}

/// The reports of one import, written while it runs.
///
/// A report that cannot be written never stops the import: it is left, and said so at the end.
final class ImportReports: Sendable {
    private struct Output {
        let file: ReplacementFile
        var format: any ReportFormat
        var pending: [UInt8] = []
        var failure: (any Error)?

        /// Bytes that wait in memory.
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

    /// Makes the files beside the names that they will have.
    ///
    /// - Throws: ``PhotoLibraryError`` if one cannot be made: nothing has begun yet.
    init(_ files: [ReportFile]) throws {
        outputs = Mutex(
            try files.map { Output(file: try ReplacementFile(at: $0.path), format: $0.format.init()) })
    }

    func begin(_ head: ReportHead) { add { try $0.opening(head) } }

    /// Called in the order in which files get their fate.
    func add(_ item: ImportItem) { add { try $0.text(for: item) } }

    /// Writes what is left, and gives the files their names.
    ///
    /// - Returns: For every report its path, and what went wrong with it.
    func finish(_ head: ReportHead, _ end: ReportEnd) -> [(path: FilePath, failure: (any Error)?)] {
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
