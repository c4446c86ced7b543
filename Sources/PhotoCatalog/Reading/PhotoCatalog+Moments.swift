internal import Foundation
internal import GRDB
package import PhotoModel

extension PhotoCatalog {
    /// The moments of the assets that match the filter, by capture time.
    ///
    /// Their queries do not have the filter. Only the moments and one asset are in memory at a time.
    ///
    /// - Parameters:
    ///   - distance: A day is divided where the distance between two consecutive places is greater than this, in
    ///       metres.
    ///   - includingAllBurstAssets: Whether every frame of a burst counts.
    package func moments(
        of filter: AssetFilter, dividedBeyond distance: Double, includingAllBurstAssets: Bool = false
    ) throws(PhotoLibraryError) -> [Moment] {
        // All assets with a capture time.
        var query = AssetQuery(.and([.captured(from: "", before: nil), filter]))
        query.includesAllBurstAssets = includingAllBurstAssets
        return try read { database in
            var moments: [Moment] = []
            var open: OpenMoment?
            let sql = try query.select(
                "asset.captureDate, asset.latitude, asset.longitude, asset.id", by: query.lookUps(database))
            let rows = try SQLRequest<Row>(literal: sql).fetchCursor(database)
            while let row = try rows.next() {
                let asset = DatedAsset(row)
                if let last = open, last.ends(before: asset, dividedBeyond: distance) {
                    if let moment = try last.moment(before: asset, includingAllBurstAssets, in: database) {
                        moments.append(moment)
                    }
                    open = OpenMoment(asset, after: last)
                } else {
                    open = open ?? OpenMoment(asset, after: nil)
                }
                open?.add(asset)
            }
            if let moment = try open?.moment(before: nil, includingAllBurstAssets, in: database) {
                moments.append(moment)
            }
            return moments
        }
    }
}

private struct DatedAsset {
    let captureDate: String
    let location: ImageMetadata.Location?
    let row: Int64

    init(_ row: Row) {
        captureDate = row[0]
        location = (row[1] as Double?).flatMap { latitude in
            (row[2] as Double?).flatMap { ImageMetadata.Location(latitude: latitude, longitude: $0) }
        }
        self.row = row[3]
    }
}

/// A moment whose assets are still being read.
private struct OpenMoment {
    private let first: DatedAsset
    /// Whether the previous moment has assets of the first capture time.
    private let isDividedAtStart: Bool
    private var last: DatedAsset
    private var firstPlace: ImageMetadata.Location?
    private var lastPlace: ImageMetadata.Location?
    private var count = 0

    init(_ first: DatedAsset, after moment: OpenMoment?) {
        self.first = first
        isDividedAtStart = moment?.last.captureDate == first.captureDate
        last = first
    }

    mutating func add(_ asset: DatedAsset) {
        last = asset
        firstPlace = firstPlace ?? asset.location
        lastPlace = asset.location ?? lastPlace
        count += 1
    }

    /// Whether the next asset belongs to another moment.
    func ends(before next: DatedAsset, dividedBeyond distance: Double) -> Bool {
        if next.captureDate.prefix(10) != last.captureDate.prefix(10) { return true }
        guard let location = next.location, let lastPlace else { return false }
        return lastPlace.metres(to: location) > distance
    }

    /// The moment, if the next one begins with this asset.
    func moment(
        before next: DatedAsset?, _ includesAllBurstAssets: Bool, in database: Database
    ) throws -> Moment? {
        guard let start = CaptureTime(first.captureDate), let end = CaptureTime(last.captureDate) else { return nil }
        let isDividedAtEnd = next?.captureDate == last.captureDate
        let division = CaptureDivision(
            first: isDividedAtStart ? try database.bound(at: start, first.row) : nil,
            last: isDividedAtEnd ? try database.bound(at: end, last.row) : nil)
        return Moment(
            startTime: start, endTime: end, location: firstPlace, assetCount: count, division: division,
            includingAllBurstAssets: includesAllBurstAssets)
    }
}

extension Database {
    fileprivate func bound(at time: CaptureTime, _ row: Int64) throws -> CaptureDivision.Bound? {
        try String.fetchOne(
            cachedStatement(sql: "SELECT localIdentifier FROM asset WHERE id = ?"), arguments: [row]
        ).map { CaptureDivision.Bound(time: time, localIdentifier: $0) }
    }
}
