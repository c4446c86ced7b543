/// The conversion of stored pixels to the displayed picture: the EXIF orientation, 1 to 8.
///
/// Source: CIPA DC-008 (Exif 2.32), tag 0x0112.
public enum Orientation: Int, Sendable, Codable, CaseIterable {
    case up = 1
    case upMirrored = 2
    case down = 3
    case downMirrored = 4
    case leftMirrored = 5
    case right = 6
    case rightMirrored = 7
    case left = 8

    /// Whether the displayed picture has the stored width as its height.
    public var swapsAxes: Bool { rawValue >= 5 }
}
