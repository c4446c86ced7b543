internal import OpenPhotoKitOwner

/// A CSV report with a row for every file (RFC 4180), in UTF-8 without a byte order mark.
///
/// The columns are the fields of `--json`. If the import ended early, the last row has no path and gives the error.
///
/// A spreadsheet reads a cell that begins with `=`, `+`, `-` or `@` as a formula. Paths are absolute and begin with a
/// slash, so they stay exact. A sentence that begins with such a character gets an apostrophe before it.
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
