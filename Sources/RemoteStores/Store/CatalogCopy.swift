package import Foundation

/// A copy of a library's catalogue in a store.
package struct CatalogCopy: Sendable, Hashable {
    /// The library.
    package let library: UUID
    /// The device that wrote the copy; random, and new after a restore.
    package let writer: UUID
    /// The time of the copy, in whole seconds.
    package let date: Date
    /// Whether no rule removes it: it precedes a rebuild, a restore or a loss of many assets.
    package let isKept: Bool

    package init(library: UUID, writer: UUID, date: Date, isKept: Bool = false) {
        self.library = library
        self.writer = writer
        self.date = Date(timeIntervalSince1970: date.timeIntervalSince1970.rounded(.down))
        self.isKept = isKept
    }

    private static let ending = ".sqlite.gz"
    private static let keptEnding = ".kept.sqlite.gz"
    private static let dateFormat = Date.ISO8601FormatStyle(
        dateSeparator: .omitted, dateTimeSeparator: .standard, timeSeparator: .omitted)

    /// The name below the store's folder of catalogues: `LIBRARY/WRITER/20261231T235959Z.sqlite.gz`.
    var name: String {
        "\(library.uuidString)/\(writer.uuidString)/\(date.formatted(Self.dateFormat))"
            + (isKept ? Self.keptEnding : Self.ending)
    }

    /// `nil` for another name.
    init?(name: String) {
        let parts = name.split(separator: "/", omittingEmptySubsequences: false)
        guard parts.count == 3, let library = UUID(uuidString: String(parts[0])),
            let writer = UUID(uuidString: String(parts[1])), parts[2].hasSuffix(Self.ending)
        else { return nil }
        let isKept = parts[2].hasSuffix(Self.keptEnding)
        let text = String(parts[2].dropLast((isKept ? Self.keptEnding : Self.ending).count))
        guard let date = try? Self.dateFormat.parse(text) else { return nil }
        self.init(library: library, writer: writer, date: date, isKept: isKept)
        guard self.name == name else { return nil }
    }
}

extension CatalogCopy {
    /// The copies that may be removed: all but the newest of each of 7 days, 8 weeks and 24 months, for each library
    /// and writer, and those that no rule removes.
    ///
    /// Days, weeks (from Monday) and months are those of UTC, and only those with a copy count. So a clock that is
    /// wrong by years removes no more than a day's work.
    package static func removable(_ copies: some Sequence<CatalogCopy>) -> [CatalogCopy] {
        var calendar = Calendar(identifier: .iso8601)
        calendar.timeZone = .gmt
        return Dictionary(grouping: copies) { [$0.library, $0.writer] }.values.flatMap { copies in
            let newestFirst = copies.sorted { $0.date > $1.date }
            var kept = Set(newestFirst.filter(\.isKept))
            let spans: [(unit: Set<Calendar.Component>, count: Int)] = [
                ([.year, .month, .day], 7), ([.yearForWeekOfYear, .weekOfYear], 8), ([.year, .month], 24),
            ]
            for span in spans {
                var seen: Set<DateComponents> = []
                for copy in newestFirst where seen.count < span.count {
                    if seen.insert(calendar.dateComponents(span.unit, from: copy.date)).inserted { kept.insert(copy) }
                }
            }
            return newestFirst.filter { !kept.contains($0) }
        }
    }
}
