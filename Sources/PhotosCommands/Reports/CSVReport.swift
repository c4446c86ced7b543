internal import OpenPhotoKit

/// A row for every file, as RFC 4180 has it, in UTF-8 without a byte order mark.
///
/// The columns are the fields of `--json`. An import that ended early has a last row without a path that says why.
///
/// A spreadsheet takes a cell that begins with `=`, `+`, `-` or `@` for a formula. Paths are absolute and so begin with
/// a slash: no file's name can do it, and names stay exact. Sentences, which nobody parses, get an apostrophe before
/// such a beginning.
struct CSVReport: ReportFormat {
    private static let columns: [(name: String, value: @Sendable (ImportItemObject) -> String?)] = [
        ("path", { $0.path }),
        ("pathBase64", { $0.pathBase64 }),
        ("status", { $0.status }),
        ("condition", { $0.condition }),
        ("localIdentifier", { $0.localIdentifier }),
        ("role", { $0.role }),
        ("duplicateOf", { $0.duplicateOf }),
        ("match", { $0.match }),
        ("format", { $0.format }),
        ("width", { $0.width.map { "\($0)" } }),
        ("height", { $0.height.map { "\($0)" } }),
        ("captureDate", { $0.captureDate }),
        ("bytes", { $0.bytes.map { "\($0)" } }),
        ("moved", { $0.moved.map { "\($0)" } }),
        ("resumed", { $0.resumed.map { "\($0)" } }),
        ("warnings", { $0.warnings.isEmpty ? nil : sentence($0.warnings.map(\.message).joined(separator: " · ")) }),
        ("errorCode", { $0.error?.code }),
        ("errorMessage", { $0.error.map { sentence($0.message) } }),
        ("repeated", { $0.repeated.map { "\($0)" } }),
        ("restored", { $0.restored.map { "\($0)" } }),
    ]

    func opening(_ head: ReportHead) -> String { Self.row(Self.columns.map(\.name)) }

    func text(for item: ImportItem) -> String {
        let object = ImportItemObject(item)
        return Self.row(Self.columns.map { $0.value(object) ?? "" })
    }

    func closing(_ head: ReportHead, _ end: ReportEnd) -> String {
        guard let error = end.error else { return "" }
        let said = [
            "status": end.state.rawValue, "errorCode": "\(error.code)",
            "errorMessage": Self.sentence(error.commandMessage),
        ]
        return Self.row(Self.columns.map { said[$0.name] ?? "" })
    }

    private static func row(_ cells: [String]) -> String { cells.map(cell).joined(separator: ",") + "\r\n" }

    private static func cell(_ text: String) -> String {
        guard text.utf8.contains(where: { [0x22, 0x2C, 0x0A, 0x0D].contains($0) }) else { return text }
        return "\"" + text.replacing("\"", with: "\"\"") + "\""
    }

    private static func sentence(_ text: String) -> String {
        guard let first = text.unicodeScalars.first, "=+-@\t\r".unicodeScalars.contains(first) else { return text }
        return "'" + text
    }
}
