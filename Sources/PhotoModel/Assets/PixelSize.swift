/// A width and a height in pixels.
public struct PixelSize: Hashable, Sendable, Codable {
    /// The width in pixels.
    public var width: Int
    /// The height in pixels.
    public var height: Int

    /// Creates a size of `width` by `height` pixels.
    public init(width: Int, height: Int) {
        self.width = width
        self.height = height
    }

    /// The size of the displayed picture, if the stored picture has this size.
    public func displayed(_ orientation: Orientation) -> PixelSize {
        orientation.swapsAxes ? PixelSize(width: height, height: width) : self
    }
}
