internal import Foundation
internal import GRDB
package import PhotoModel

extension PhotoCatalog {
    /// The moments of the assets that fit the filter, by capture.
    ///
    /// Holds the moments, and one asset at a time.
    ///
    /// - Parameters:
    ///   - distance: A day is divided where one place is more metres than this from the place before.
    ///   - includingAllBurstAssets: Whether every frame of a burst counts.
    package func moments(
        of filter: AssetFilter, dividedBeyond distance: Double, includingAllBurstAssets: Bool = false
    ) throws -> [Moment] {
        // Whatever has a capture time.
        var query = AssetQuery(.and([.captured(from: "", before: nil), filter]))
        query.includesAllBurstAssets = includingAllBurstAssets
        return try read { database in
            var moments: [Moment] = []
            var open: OpenMoment?
            let sql = try query.select(
                "asset.captureDate, asset.latitude, asset.longitude", by: query.lookUps(database))
            let rows = try SQLRequest<Row>(literal: sql).fetchCursor(database)
            while let row = try rows.next() {
                let text: String = row[0]
                let location = (row[1] as Double?).flatMap { latitude in
                    (row[2] as Double?).flatMap { ImageMetadata.Location(latitude: latitude, longitude: $0) }
                }
                if let moment = open, moment.ends(before: text, at: location, dividedBeyond: distance) {
                    if let moment = moment.closed { moments.append(moment) }
                    open = nil
                }
                open = open ?? OpenMoment(first: text)
                open?.add(text, at: location)
            }
            if let moment = open?.closed { moments.append(moment) }
            return moments
        }
    }
}

/// A moment whose assets still come.
private struct OpenMoment {
    private let first: String
    private var last: String
    private var firstPlace: ImageMetadata.Location?
    private var lastPlace: ImageMetadata.Location?
    private var count = 0

    init(first: String) {
        self.first = first
        last = first
    }

    mutating func add(_ captureDate: String, at location: ImageMetadata.Location?) {
        last = captureDate
        firstPlace = firstPlace ?? location
        lastPlace = location ?? lastPlace
        count += 1
    }

    /// Whether the next asset belongs to another moment.
    ///
    /// Those of one capture time are never divided: moments are found
    /// again by their times.
    func ends(
        before captureDate: String, at location: ImageMetadata.Location?, dividedBeyond distance: Double
    ) -> Bool {
        if captureDate.prefix(10) != last.prefix(10) { return true }
        guard captureDate != last, let location, let lastPlace else { return false }
        return lastPlace.metres(to: location) > distance
    }

    var closed: Moment? {
        guard let startTime = CaptureTime(first), let endTime = CaptureTime(last) else { return nil }
        return Moment(startTime: startTime, endTime: endTime, location: firstPlace, assetCount: count)
    }
}
