internal import LibraryRPC
internal import PhotoModel

/// The photos of a session, oldest first, as they were at its beginning.
///
/// The page names a photo by its position, which does not change when the library changes.
struct PhotoSnapshot: Sendable {
    /// The numbers of the photos in the library.
    let rows: [Int64]
    /// The positions in ``rows``, in the order of the rows' numbers.
    private let byRow: [UInt32]

    /// The order of all views: photos without a date are the oldest.
    private static let newestFirst = [AssetSort(.captureDate, ascending: false)]

    /// - Parameter query: The photos of the session, in any order.
    init(of query: AssetQuery, from reader: any LibraryReader) throws(PhotoLibraryError) {
        var query = query
        query.sort = Self.newestFirst
        rows = try reader.rows(of: query).reversed()
        let rows = rows
        byRow = rows.indices.map { UInt32($0) }.sorted { rows[Int($0)] < rows[Int($1)] }
    }

    /// The positions of a query's photos that are in the snapshot, in ascending order.
    func photos(of query: AssetQuery, from reader: any LibraryReader) throws(PhotoLibraryError) -> [UInt32] {
        var query = query
        if query.sort.isEmpty && query.album == nil { query.sort = Self.newestFirst }
        return try reader.rows(of: query).compactMap(photo).sorted()
    }

    /// The position of a photo; `nil` if it is not in the snapshot.
    func photo(_ row: Int64) -> UInt32? {
        let index = byRow.partitioningIndex { rows[Int($0)] >= row }
        guard index < byRow.count, rows[Int(byRow[index])] == row else { return nil }
        return byRow[index]
    }
}
