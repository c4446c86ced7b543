internal import LibraryInterface
internal import OpenPhotoKitOwner
internal import PhotoModel

/// The photos of a session, oldest first, as they were at its beginning.
///
/// The page names a photo by its position, which does not change when the library changes.
struct PhotoSnapshot: Sendable {
    /// The numbers of the photos in the library.
    let rows: [Int64]
    /// Where each month begins.
    private let months: PhotoMonths
    private let positions: RowPositions

    /// The order of all views: photos without a date are the oldest.
    private static let newestFirst = [AssetSort(.captureDate, ascending: false)]

    /// - Parameter query: The photos of the session, in any order.
    init(of query: AssetQuery, in library: OwnedLibrary) throws(PhotoLibraryError) {
        var query = query
        query.sort = Self.newestFirst
        rows = try library.service.reader.rows(of: query).reversed()
        positions = RowPositions(of: rows)
        months = try PhotoMonths(of: rows, in: library)
    }

    /// The number of a photo in the library; `nil` if there is no photo at the position.
    func row(of photo: UInt32) -> Int64? { Int(photo) < rows.count ? rows[Int(photo)] : nil }

    /// The positions of a query's photos that are in the snapshot, in ascending order.
    func photos(of query: AssetQuery, from reader: any LibraryReader) throws(PhotoLibraryError) -> [UInt32] {
        // Sorting would take much longer than a look at each photo.
        var isFound = Array(repeating: false, count: rows.count)
        for row in try reader.rows(of: query) { if let photo = photo(row) { isFound[Int(photo)] = true } }
        return isFound.indices.filter { isFound[$0] }.map { UInt32($0) }
    }

    /// The position of a photo; `nil` if it is not in the snapshot.
    func photo(_ row: Int64) -> UInt32? { positions[row] }

    /// The number of these photos in each month that has some, the oldest month first.
    ///
    /// - Parameter photos: In ascending order.
    func monthCounts(of photos: [UInt32]) -> [MonthCount] { months.counts(of: photos) }
}

/// The positions of rows in a list.
///
/// An array for every 1,024 numbers: rows are numbered one after the other, so that few arrays have gaps.
private struct RowPositions: Sendable {
    private var pages: [Int64: [UInt32]] = [:]

    private static let bits: Int64 = 10
    private static let unused = UInt32.max

    init(of rows: [Int64]) {
        let empty = Array(repeating: Self.unused, count: 1 << Self.bits)
        for (position, row) in rows.enumerated() {
            pages[row >> Self.bits, default: empty][Self.index(row)] = UInt32(position)
        }
    }

    subscript(row: Int64) -> UInt32? {
        pages[row >> Self.bits].map { $0[Self.index(row)] }.flatMap { $0 == Self.unused ? nil : $0 }
    }

    private static func index(_ row: Int64) -> Int { Int(row & (1 << bits - 1)) }
}
