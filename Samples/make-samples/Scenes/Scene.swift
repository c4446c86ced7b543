/// Something to photograph.
protocol Scene: Sendable {
    /// Paints the light that reaches the camera, in scene units (`Canvas`), over all of the canvas.
    ///
    /// `motion` is how far the things that move by themselves have moved since the first frame, 0 in a single photo;
    /// about 1 in the next frame of a burst. All else stays the same, bit for bit, so that frames show one place.
    func paint(_ canvas: inout Canvas, motion: Float)

    /// The picture is nearly of one tone, or so soft that a small movement does not show: content alone must not find
    /// it.
    var isFlat: Bool { get }
}

extension Scene {
    var isFlat: Bool { false }
}
