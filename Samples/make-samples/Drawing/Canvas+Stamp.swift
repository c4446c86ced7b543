import Foundation

extension Canvas {
    /// Paints a shape with a smooth edge over the picture.
    ///
    /// `depth` and `color` get coordinates from −1 to 1 along the shape's half axes. `depth` returns the distance
    /// inside the shape in units of the smaller half axis, negative outside. `color` is called for points inside only.
    /// `angle` turns the shape clockwise, in radians. `blur` is the width of the edge in scene units, for an object out
    /// of focus, and at least one pixel.
    mutating func stamp(
        at center: Vector2, half: Vector2, angle: Float = 0, blur: Float = 0, opacity: Float = 1,
        depth: (Vector2) -> Float, color: (Vector2) -> Color
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
                let coverage = saturate(0.5 + depth(local) * sharpness) * opacity
                guard coverage > 0 else { continue }
                let i = y * width + x
                pixels[i] = mix(pixels[i], color(local), coverage)
            }
        }
    }

    /// Adds light to the picture, such as that of lamps, sparks and stars.
    ///
    /// `profile` gets the distance from the centre, 0…1.
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

/// Common shapes for `stamp`.
enum Shape {
    static func ellipse(_ p: Vector2) -> Float { 1 - length(p) }
    static func rectangle(_ p: Vector2) -> Float { 1 - max(abs(p.x), abs(p.y)) }
}
