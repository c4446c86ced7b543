/// The photos of one day at one place: what PhotoKit called a moment.
public struct Moment: Hashable, Sendable {
    /// The first capture.
    public let startTime: CaptureTime
    /// The last capture, of the same day on the cameras' clocks.
    public let endTime: CaptureTime
    /// The first place that one of the assets states.
    public let location: ImageMetadata.Location?
    /// How many assets a fetch of it finds.
    public let assetCount: Int
    /// The assets of the moment, by capture: of those that the moments were asked for.
    public let query: AssetQuery

    /// A moment of these parts.
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
