import Foundation

extension Canvas {
    /// What a shape is at one place of its own coordinates.
    struct Ink {
        var color: Color
        /// How far inside the shape the place is, negative outside, in units of the shape's smaller half axis.
        var depth: Float
    }

    /// Paints a shape over what is there, with a smooth edge.
    ///
    /// `ink` gets coordinates that run from −1 to 1 along the shape's half axes; `angle` turns the shape clockwise, in
    /// radians; `blur` is the width of its edge in scene units (an object out of focus), at least one pixel.
    mutating func stamp(
        at center: Vector2, half: Vector2, angle: Float = 0, blur: Float = 0, opacity: Float = 1,
        ink: (Vector2) -> Ink
    ) {
        let edge = max(blur, pixelSize)
        let (s, c) = (sin(angle), cos(angle))
        let reach = Vector2(abs(half.x * c) + abs(half.y * s), abs(half.x * s) + abs(half.y * c)) + edge
        let (columns, rows) = pixels(within: reach, of: center)
        let sharpness = min(half.x, half.y) / edge
        for y in rows {
            for x in columns {
                let d = scenePosition(Float(x) + 0.5, Float(y) + 0.5) - center
                let local = Vector2(d.x * c + d.y * s, d.y * c - d.x * s) / half
                let painted = ink(local)
                let coverage = saturate(0.5 + painted.depth * sharpness) * opacity
                guard coverage > 0 else { continue }
                let i = y * width + x
                pixels[i] = mix(pixels[i], painted.color, coverage)
            }
        }
    }

    /// Adds light to what is there: lamps, sparks, stars. `profile` gets the distance from the centre, 0…1.
    mutating func glow(at center: Vector2, radius: Float, _ color: Color, profile: (Float) -> Float) {
        let (columns, rows) = pixels(within: Vector2(repeating: radius), of: center)
        for y in rows {
            for x in columns {
                let distance = length(scenePosition(Float(x) + 0.5, Float(y) + 0.5) - center) / radius
                guard distance < 1 else { continue }
                pixels[y * width + x] += color * profile(distance)
            }
        }
    }

    /// The columns and rows of the pixels that a rectangle touches; empty outside the picture.
    private func pixels(within reach: Vector2, of center: Vector2) -> (columns: Range<Int>, rows: Range<Int>) {
        let limit = Vector2(Float(width), Float(height))
        let from = pixelPosition(center - reach).clamped(lowerBound: .zero, upperBound: limit)
        let to = (pixelPosition(center + reach) + 1).clamped(lowerBound: .zero, upperBound: limit)
        return (Int(from.x)..<max(Int(from.x), Int(to.x)), Int(from.y)..<max(Int(from.y), Int(to.y)))
    }
}
