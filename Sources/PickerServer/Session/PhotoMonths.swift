internal import OpenPhotoKitOwner
internal import PhotoModel

/// The number of photos that were captured in a month, on the cameras' clocks.
struct MonthCount: Hashable {
    /// 0 for photos without a date.
    let year: Int
    /// From 1; 0 for photos without a date.
    let month: Int
    let count: Int
}

/// Where each month begins in a list of photos in the order of capture.
struct PhotoMonths: Sendable {
    /// The first position of each month, and the month; the oldest first.
    private let starts: [(position: Int, month: String?)]

    /// Reads the months of few photos: all photos between two of one month are of this month.
    init(of rows: [Int64], in library: OwnedLibrary) throws(PhotoLibraryError) {
        guard !rows.isEmpty else {
            starts = []
            return
        }
        var months: [Int: String] = [:]
        var wanted = [0, rows.count - 1]
        // Parts whose first and last photos may be of different months.
        var parts = [(first: 0, last: rows.count - 1)]
        var starts: [(position: Int, month: String?)] = []
        while !wanted.isEmpty {
            let found = try library.months(rows: wanted.map { rows[$0] })
            for position in wanted { months[position] = found[rows[position]] }
            parts = parts.filter { months[$0.first] != months[$0.last] }
            starts += parts.filter { $0.last == $0.first + 1 }.map { ($0.last, months[$0.last]) }
            parts = parts.filter { $0.last > $0.first + 1 }
                .flatMap { part in
                    let middle = (part.first + part.last) / 2
                    return [(part.first, middle), (middle, part.last)]
                }
            wanted = stride(from: 0, to: parts.count, by: 2).map { parts[$0].last }
        }
        self.starts = [(0, months[0])] + starts.sorted { $0.position < $1.position }
    }

    /// The number of these photos in each month that has some, the oldest first.
    ///
    /// - Parameter photos: Positions in ascending order.
    func counts(of photos: [UInt32]) -> [MonthCount] {
        let begins = starts.map { start in photos.partitioningIndex { $0 >= start.position } } + [photos.count]
        return zip(starts, zip(begins, begins.dropFirst())).compactMap { start, range in
            guard range.0 < range.1 else { return nil }
            let parts = start.month?.split(separator: "-").compactMap { Int($0) } ?? []
            return MonthCount(
                year: parts.first ?? 0, month: parts.dropFirst().first ?? 0, count: range.1 - range.0)
        }
    }
}
