/// A picture in linear light while it is painted.
///
/// Scenes paint in scene units, so that the same scene fits any size: the short side is 1, the origin is the centre of
/// the picture, x runs right and y down. A camera that moved shows the same scene through a shifted window.
struct Canvas {
    let width: Int
    let height: Int
    /// Row by row, the top row first.
    var pixels: [Color]
    /// Pixels per scene unit.
    let scale: Float
    /// Where the scene's origin is, in pixels from the top left corner.
    private let origin: Vector2

    /// `shift` is how far the camera moved, in scene units.
    init(width: Int, height: Int, shift: Vector2) {
        self.width = width
        self.height = height
        scale = Float(min(width, height))
        origin = Vector2(Float(width), Float(height)) / 2 - shift * scale
        pixels = [Color](repeating: .zero, count: width * height)
    }

    /// The size of a pixel in scene units.
    var pixelSize: Float { 1 / scale }

    /// The farthest scene coordinates that a picture without shift shows.
    var extent: Vector2 { Vector2(Float(width), Float(height)) / (2 * scale) }

    /// The scene coordinates of a place given in pixels; a pixel's centre is at .5.
    func scenePosition(_ x: Float, _ y: Float) -> Vector2 { (Vector2(x, y) - origin) / scale }

    /// The same the other way.
    func pixelPosition(_ p: Vector2) -> Vector2 { p * scale + origin }

    /// Gives every pixel the colour of the scene at its centre.
    mutating func shade(_ color: (Vector2) -> Color) {
        for y in 0..<height {
            for x in 0..<width {
                pixels[y * width + x] = color(scenePosition(Float(x) + 0.5, Float(y) + 0.5))
            }
        }
    }

    /// Gives every pixel the mean of `samples` places in it, each with its own random numbers.
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

    /// Changes every pixel by its present colour and its place in the scene.
    mutating func adjust(_ change: (Color, Vector2) -> Color) {
        for y in 0..<height {
            for x in 0..<width {
                let i = y * width + x
                pixels[i] = change(pixels[i], scenePosition(Float(x) + 0.5, Float(y) + 0.5))
            }
        }
    }
}
