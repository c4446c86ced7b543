internal import PhotoModel
internal import SystemPackage
internal import SystemSupport

/// Rewrites references in a JSON or Markdown file and keeps every other byte.
struct TextRewriter {
    enum Kind { case json, markdown }

    let file: TextFile
    let kind: Kind
    let scanner: ReferenceScanner
    let resolver: ReferenceResolver

    /// Decides about all references and, unless the request is a dry run, rewrites them.
    ///
    /// - Throws: The reason why nothing was rewritten.
    func rewrite() throws -> [RelinkItem] {
        try file.checkEncoding()
        let decisions = try resolver.decide(references())
        if !resolver.request.isDryRun, decisions.contains(where: { $0.replacement != nil }) { try write(decisions) }
        var lines = LineCounter(file.bytes)
        return decisions.map { decision in
            var item = decision.item
            item.location = lines.location(of: decision.reference.range.lowerBound)
            return item
        }
    }

    private func references() throws -> [Reference] {
        switch kind {
        case .markdown: return scanner.references(inMarkdown: file.bytes)
        case .json:
            do { return try scanner.references(inJSON: file.bytes) } catch let error as JSONStrings.Malformed {
                var lines = LineCounter(file.bytes)
                throw PhotoLibraryError(
                    .unreadable, "It is not JSON from \(lines.location(of: error.offset)) on. Nothing was changed.",
                    path: file.path.string)
            }
        }
    }

    private func write(_ decisions: [ReferenceDecision]) throws {
        var new: [UInt8] = []
        var parts: [UndoRecord.TextChange.Part] = []
        var end = 0
        for decision in decisions {
            guard let replacement = decision.replacement else { continue }
            let range = decision.reference.range
            new += file.bytes[end..<range.lowerBound]
            parts.append(
                UndoRecord.TextChange.Part(
                    offset: new.count, replaced: String(decoding: file.bytes[range], as: UTF8.self),
                    written: String(decoding: replacement, as: UTF8.self)))
            new += replacement
            end = range.upperBound
        }
        new += file.bytes[end...]
        let change = try UndoRecord.TextChange(before: file.bytes.sha256(), after: new.sha256(), parts: parts)
        let replacement = try file.replacement(with: new)
        // The record is written before the file: if this process ends in between, the file is still the one that the
        // record describes.
        var undo = UndoFiles.next(for: file.path)
        do {
            try undo.add(undo.backup, file.bytes, like: file.status)
            try undo.add(undo.record, UndoRecord(change: .text(change)).encoded(), like: file.status)
            try file.replace(with: replacement)
        } catch {
            // If the file was rewritten, its old bytes are only in the backup.
            if !replacement.hasItsName { undo.remove() }
            throw error
        }
    }
}

extension UndoRecord.TextChange {
    /// Restores the replaced texts.
    ///
    /// - Returns: An item for each restored text; empty if the relink did not reach the file.
    /// - Throws: `sourceChanged` if the file is not as the relink left it.
    func undo(in path: FilePath) throws -> [RelinkItem] {
        let file = try TextFile(at: path)
        let digest = try file.bytes.sha256()
        guard digest != before else { return [] }
        guard digest == after else {
            throw PhotoLibraryError(
                .sourceChanged,
                "It was changed after it was relinked, so nothing was restored. The earlier content is in the backup beside it.",
                path: path.string)
        }
        var old: [UInt8] = []
        var end = 0
        var items: [RelinkItem] = []
        var lines = LineCounter(file.bytes)
        for part in parts {
            let written = Array(part.written.utf8)
            guard part.offset >= end, part.offset <= file.bytes.count,
                file.bytes[part.offset...].starts(with: written)
            else { break }
            old += file.bytes[end..<part.offset] + Array(part.replaced.utf8)
            end = part.offset + written.count
            items.append(
                RelinkItem(
                    file: path, location: lines.location(of: part.offset), from: part.written, to: part.replaced,
                    status: .restored))
        }
        old += file.bytes[end...]
        guard try old.sha256() == before else {
            throw PhotoLibraryError(
                .unreadable, "The undo record is damaged. The file's earlier content is in the backup beside it.",
                path: path.string)
        }
        try file.replace(with: file.replacement(with: old))
        return items
    }
}

/// Computes line and column of ascending positions in a text.
struct LineCounter {
    private let text: [UInt8]
    private var place = 0
    private var line = 1
    private var column = 1

    init(_ text: [UInt8]) { self.text = text }

    /// `line:column`, both from 1.
    ///
    /// Columns count Unicode characters.
    mutating func location(of offset: Int) -> String {
        while place < min(offset, text.count) {
            if text[place] == 0x0A {
                line += 1
                column = 1
            } else if text[place] & 0xC0 != 0x80 {
                column += 1
            }
            place += 1
        }
        return "\(line):\(column)"
    }
}
