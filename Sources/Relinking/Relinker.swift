internal import Foundation
internal import PhotoModel
package import SystemPackage

/// Leads dead references in files of other programs to the photos of a library.
package struct Relinker {
    private let request: RelinkRequest
    private let finder: any PhotoFinding

    /// A relinker that asks `finder` what dead references mean.
    package init(_ request: RelinkRequest, finder: any PhotoFinding) {
        self.request = request
        self.finder = finder
    }

    /// Rewrites one file, or tells what would be rewritten.
    ///
    /// Blocks. The file is rewritten whole or not at all; its earlier content is then beside it in `FILE.relink-backup`,
    /// and what ``undo(_:)`` needs in `FILE.relink-undo`.
    ///
    /// - Parameter file: A JSON, Markdown or SQLite file, absolute; a link to one is followed.
    /// - Returns: One item for each reference to something in the old folder, in the order of the file.
    /// - Throws: ``PhotoLibraryError`` that names the file; it is then as it was. Only if in the end its folder could not
    ///   be synced (`ioFailure`) is it rewritten, and can be undone. `fileBusy` if another relink is at work on it.
    package func relink(_ file: FilePath) throws -> [RelinkItem] {
        let real = try file.resolved()
        let reader = TargetReader(
            oldFolder: request.oldFolder, file: file, realFile: real, readsIdentifiers: request.replacesIdentifiers)
        let scanner = ReferenceScanner(reader: reader)
        let decider = Decider(request: request, finder: finder, file: file, folder: real.removingLastComponent())
        if try Self.isDatabase(real) {
            return try DatabaseRewriter(file: real, scanner: scanner, decider: decider).rewrite()
        }
        let lock = try request.isDryRun ? nil : RewriteLock(real)
        return try withExtendedLifetime(lock) {
            let text = try TextFile(at: real)
            return try TextRewriter(file: text, kind: Self.kind(of: text), scanner: scanner, decider: decider).rewrite()
        }
    }

    /// Puts back exactly what the last relink of a file replaced, and removes what it left beside the file.
    ///
    /// Blocks.
    ///
    /// - Returns: One item for each place; none if the relink had been interrupted before it changed anything.
    /// - Throws: `sourceChanged` if the file was changed since, `unreadable` if there is nothing to undo, `fileBusy` if
    ///   another relink or undo is at work on it.
    package static func undo(_ file: FilePath) throws -> [RelinkItem] {
        let real = try file.resolved()
        let lock = try isDatabase(real) ? nil : RewriteLock(real)
        return try withExtendedLifetime(lock) { try undo(file, real) }
    }

    private static func undo(_ file: FilePath, _ real: FilePath) throws -> [RelinkItem] {
        guard let files = UndoFiles.last(for: real) else {
            throw PhotoLibraryError(
                .unreadable,
                "There is no undo record beside this file: it was not relinked, or the record was removed.",
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

extension FilePath {
    /// The path without links.
    ///
    /// - Throws: `unreadable` if it leads nowhere.
    fileprivate func resolved() throws -> FilePath {
        guard let resolved = realpath(platform, nil) else {
            throw PhotoLibraryError(.unreadable, "There is no such file.", path: string)
        }
        defer { free(resolved) }
        return FilePath(platformString: resolved)
    }
}
