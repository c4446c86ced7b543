/// A picture in linear light while it is painted.
///
/// Scenes use scene units, which do not depend on the size: the short side is 1, the origin is the centre of the
/// picture, x increases to the right and y down. After a movement of the camera, the canvas shows a shifted part of the
/// scene.
struct Canvas {
    let width: Int
    let height: Int
    /// The pixels, row by row, the top row first.
    var pixels: [Color]
    /// Pixels per scene unit.
    let scale: Float
    /// The position of the scene's origin, in pixels from the top left corner.
    private let origin: Vector2

    /// Creates a canvas.
    ///
    /// `shift` is the movement of the camera in scene units.
    init(width: Int, height: Int, shift: Vector2) {
        self.width = width
        self.height = height
        scale = Float(min(width, height))
        origin = Vector2(Float(width), Float(height)) / 2 - shift * scale
        pixels = [Color](repeating: .zero, count: width * height)
    }

    /// The size of a pixel in scene units.
    var pixelSize: Float { 1 / scale }

    /// The greatest scene coordinates in a picture without shift.
    var extent: Vector2 { Vector2(Float(width), Float(height)) / (2 * scale) }

    /// The scene coordinates of a position in pixels; the centre of a pixel is at .5.
    func scenePosition(_ x: Float, _ y: Float) -> Vector2 { (Vector2(x, y) - origin) / scale }

    /// The position in pixels of scene coordinates.
    func pixelPosition(_ p: Vector2) -> Vector2 { p * scale + origin }

    /// Sets every pixel to the colour of the scene at its centre.
    mutating func shade(_ color: (Vector2) -> Color) {
        for y in 0..<height {
            for x in 0..<width {
                pixels[y * width + x] = color(scenePosition(Float(x) + 0.5, Float(y) + 0.5))
            }
        }
    }

    /// Sets every pixel to the mean of `samples` points in it, each with its own random numbers.
    mutating func shade(samples: Int, seed: UInt64, _ color: (Vector2, inout SplitMix64) -> Color) {
        var random = SplitMix64(seed: seed)
        for y in 0..<height {
            for x in 0..<width {
                var sum = Color.zero
                for sample in 0..<samples {
                    let place = (Float(sample) + random.uniform()) / Float(samples)
                    sum += color(scenePosition(Float(x) + place, Float(y) + random.uniform()), &random)
                }
                pixels[y * width + x] = sum / Float(samples)
            }
        }
    }

    /// Changes every pixel by its present colour and its position in the scene.
    mutating func adjust(_ change: (Color, Vector2) -> Color) {
        for y in 0..<height {
            for x in 0..<width {
                let i = y * width + x
                pixels[i] = change(pixels[i], scenePosition(Float(x) + 0.5, Float(y) + 0.5))
            }
        }
    }
}
