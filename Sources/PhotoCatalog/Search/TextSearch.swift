internal import GRDB
internal import PhotoModel

/// The candidates that the full-text index finds for a text.
///
/// They include all matches, and each candidate must still be checked.
struct TextSearch {
    /// The query in FTS5's syntax.
    private let expression: String

    /// `nil` if the text is too short for the index.
    init?(_ text: String) {
        // GRDB binds a text up to its first NUL. Only the beginning of a long text is searched in the index.
        var scalars = Array(text.unicodeScalars.prefix { $0 != "\0" }.prefix(32))
        // In a name that is not UTF-8, SQLite adds invalid bytes to the preceding character, if that is not ASCII.
        if scalars.last?.isASCII == false { scalars.removeLast() }
        guard scalars.count >= 3 else { return nil }
        // A search treats a space and an underscore as equal, but the index does not. So runs that contain one are not
        // looked up.
        let runs = (0...scalars.count - 3).map { scalars[$0..<$0 + 3] }.filter {
            !$0.contains(" ") && !$0.contains("_")
        }
        guard !runs.isEmpty else { return nil }
        expression = runs.map(Self.quoted).joined(separator: " AND ")
    }

    /// `SELECT` of the numbers of assets, which may contain duplicates.
    ///
    /// CROSS JOIN makes it possible to stop before all matches are found.
    var candidates: SQL {
        """
        SELECT rowid FROM assetText WHERE assetText MATCH \(expression)
        UNION ALL SELECT resource.assetID FROM fileNameText CROSS JOIN resource
            ON resource.id = fileNameText.rowid WHERE fileNameText MATCH \(expression)
        """
    }

    private static func quoted(_ scalars: ArraySlice<Unicode.Scalar>) -> String {
        "\"" + scalars.map { $0 == "\"" ? "\"\"" : String($0) }.joined() + "\""
    }
}
