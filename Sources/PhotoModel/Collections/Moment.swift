/// The photos of one day at one place.
///
/// It corresponds to PhotoKit's `PHAssetCollection` of the type `moment`.
public struct Moment: Hashable, Sendable, Codable {
    /// The first capture.
    public let startTime: CaptureTime
    /// The last capture, of the same day on the cameras' clocks.
    public let endTime: CaptureTime
    /// The place of the first asset that has a place.
    public let location: ImageMetadata.Location?
    /// The number of assets that a fetch of the moment finds.
    public let assetCount: Int
    /// A query for the assets of the moment by capture, within the query of the moments.
    public private(set) var query: AssetQuery

    /// Creates a moment of all assets that were captured from the first time to the last, in the division.
    package init(
        startTime: CaptureTime, endTime: CaptureTime, location: ImageMetadata.Location?, assetCount: Int,
        division: CaptureDivision?, includingAllBurstAssets: Bool
    ) {
        self.startTime = startTime
        self.endTime = endTime
        self.location = location
        self.assetCount = assetCount
        query = AssetQuery(.capturedWithin(startTime, endTime))
        query.includesAllBurstAssets = includingAllBurstAssets
        query.division = division
    }

    /// The same moment with a query that also has this condition.
    package func matching(_ filter: AssetFilter) -> Moment {
        var moment = self
        moment.query.filter = .and([query.filter, filter])
        return moment
    }

    /// The day, as `YYYY-MM-DD`.
    public var title: String { String(startTime.description.prefix(10)) }
}
