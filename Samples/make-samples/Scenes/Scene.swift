/// A scene of a photo.
protocol Scene: Sendable {
    /// Paints the light that reaches the camera on the whole canvas, in scene units (`Canvas`).
    ///
    /// `motion` is the movement of moving objects since the first frame: 0 in a single photo, about 1 in the next frame
    /// of a burst. All other objects stay the same, bit for bit, so that all frames show one place.
    func paint(_ canvas: inout Canvas, motion: Float)

    /// Whether the picture is nearly of one tone.
    ///
    /// Such a picture must not be found by content alone.
    var isFlat: Bool { get }

    /// Whether the picture is so soft or dark that a small movement is not visible in 64×64 cells.
    ///
    /// Such a picture can be found if both files are compared in finer cells, and not by its identifier alone.
    var isSoft: Bool { get }
}

extension Scene {
    var isFlat: Bool { false }
    var isSoft: Bool { false }
}
