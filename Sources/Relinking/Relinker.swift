internal import Foundation
internal import PhotoModel
package import SystemPackage
internal import SystemSupport

/// Rewrites broken references in files of other programs, so that they lead to photos of a library.
package struct Relinker {
    private let request: RelinkRequest
    private let finder: any PhotoFinding

    /// Creates a relinker.
    ///
    /// `finder` finds the photos that broken references mean.
    package init(_ request: RelinkRequest, finder: any PhotoFinding) {
        self.request = request
        self.finder = finder
    }

    /// Rewrites one file, or reports what would be rewritten.
    ///
    /// Blocks. The file is rewritten completely or not at all. The earlier content is then in `FILE.relink-backup`,
    /// and the data for ``undo(_:)`` in `FILE.relink-undo`.
    ///
    /// - Parameter file: A JSON, Markdown or SQLite file; an absolute path. A link is followed.
    /// - Returns: One item for each reference into the old folder, in the order of the file.
    /// - Throws: ``PhotoLibraryError`` with the path of the file, which is then unchanged. There is one exception:
    ///   after an `ioFailure` in the sync of the folder the file is rewritten, and the relink can be undone.
    ///   `fileBusy` if another relink uses the file.
    package func relink(_ file: FilePath) throws -> [RelinkItem] {
        let real = try resolved(file)
        let reader = TargetReader(
            oldFolder: request.oldFolder, file: file, realFile: real, readsIdentifiers: request.replacesIdentifiers)
        let scanner = ReferenceScanner(reader: reader)
        let resolver = ReferenceResolver(
            request: request, finder: finder, file: file, folder: real.removingLastComponent())
        if try Self.isDatabase(real) {
            return try DatabaseRewriter(file: real, scanner: scanner, resolver: resolver).rewrite()
        }
        let lock = try request.isDryRun ? nil : RewriteLock(real)
        return try withExtendedLifetime(lock) {
            let text = try TextFile(at: real)
            return try TextRewriter(file: text, kind: Self.kind(of: text), scanner: scanner, resolver: resolver)
                .rewrite()
        }
    }

    /// Restores the bytes that the last relink of a file replaced, and removes the files of that relink.
    ///
    /// Blocks.
    ///
    /// - Returns: One item for each restored reference; empty if the relink was interrupted before it changed the file.
    /// - Throws: `sourceChanged` if the file was changed after the relink, `unreadable` if there is nothing to undo,
    ///   `fileBusy` if another relink or undo uses the file.
    package static func undo(_ file: FilePath) throws -> [RelinkItem] {
        let real = try resolved(file)
        let lock = try isDatabase(real) ? nil : RewriteLock(real)
        return try withExtendedLifetime(lock) { try undo(file, real) }
    }

    private static func undo(_ file: FilePath, _ real: FilePath) throws -> [RelinkItem] {
        guard let files = UndoFiles.last(for: real) else {
            throw PhotoLibraryError(
                .unreadable,
                "There is no undo record for this file. It was not relinked, or the record was removed.",
                path: file.string)
        }
        let items =
            switch try UndoRecord.read(from: files.record).change {
            case .text(let change): try change.undo(in: real)
            case .database(let rows): try rows.undo(in: real)
            }
        files.remove()
        return items
    }

    /// SQLite's file header (sqlite.org/fileformat.html, section 1.3).
    private static func isDatabase(_ path: FilePath) throws -> Bool {
        _ = try path.fileStatus()
        guard let file = FileHandle(forReadingAtPath: path.string) else {
            throw PhotoLibraryError(.unreadable, "It may not be read.", path: path.string)
        }
        defer { try? file.close() }
        return try file.read(upToCount: 16) == Data("SQLite format 3\0".utf8)
    }

    private static let markdown: Set<String> = ["md", "markdown", "mdown", "mkd", "mdx", "qmd", "rmd", "txt"]
    private static let json: Set<String> = ["json", "jsonl", "ndjson", "geojson", "ipynb", "canvas"]

    private static func kind(of file: TextFile) throws -> TextRewriter.Kind {
        let ending = file.path.extension?.lowercased() ?? ""
        if markdown.contains(ending) { return .markdown }
        if json.contains(ending) { return .json }
        var strings = JSONStrings(file.bytes)
        if (try? strings.forEach { _ in }) != nil { return .json }
        throw PhotoLibraryError(
            .unsupportedFile, "It is neither JSON nor Markdown (*.md, *.txt) nor an SQLite database.",
            path: file.path.string)
    }
}

/// The path of a file with all links resolved.
///
/// - Throws: `unreadable` if nothing exists at the path.
private func resolved(_ file: FilePath) throws -> FilePath {
    do throws(Errno) { return try file.resolvingLinks() } catch {
        throw PhotoLibraryError(.unreadable, "There is no such file.", path: file.string, cause: error)
    }
}
