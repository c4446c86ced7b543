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
    public let query: AssetQuery

    /// Creates a moment.
    package init(
        startTime: CaptureTime, endTime: CaptureTime, location: ImageMetadata.Location?, assetCount: Int,
        query: AssetQuery
    ) {
        self.startTime = startTime
        self.endTime = endTime
        self.location = location
        self.assetCount = assetCount
        self.query = query
    }

    /// The day, as `YYYY-MM-DD`.
    public var title: String { String(startTime.description.prefix(10)) }
}
