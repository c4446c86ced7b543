/// A width and a height in pixels.
public struct PixelSize: Hashable, Sendable, Codable {
    /// Pixels from left to right.
    public var width: Int
    /// Pixels from top to bottom.
    public var height: Int

    /// A size of `width` by `height` pixels.
    public init(width: Int, height: Int) {
        self.width = width
        self.height = height
    }

    /// The size that is displayed when the stored picture has this size.
    public func displayed(_ orientation: Orientation) -> PixelSize {
        orientation.swapsAxes ? PixelSize(width: height, height: width) : self
    }
}
