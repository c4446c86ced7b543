/// The photos of one day at one place: what PhotoKit called a moment.
public struct Moment: Hashable, Sendable {
    /// The first capture.
    public let startTime: CaptureTime
    /// The last capture, of the same day on the cameras' clocks.
    public let endTime: CaptureTime
    /// The first place that one of the assets states.
    public let location: ImageMetadata.Location?
    /// How many assets a fetch of it finds, with every frame of a burst if the moments were asked for with them.
    public let assetCount: Int

    /// A moment of these parts.
    package init(
        startTime: CaptureTime, endTime: CaptureTime, location: ImageMetadata.Location?, assetCount: Int
    ) {
        self.startTime = startTime
        self.endTime = endTime
        self.location = location
        self.assetCount = assetCount
    }

    /// The day, as `YYYY-MM-DD`.
    public var title: String { String(startTime.description.prefix(10)) }

    /// The assets of the moment.
    public var query: AssetQuery { AssetQuery(.capturedWithin(startTime, endTime)) }
}
