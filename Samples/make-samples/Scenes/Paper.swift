import Foundation

/// A letter on the glass of a scanner: lines of handwriting, a stamp, folds.
struct Letter: Scene {
    var seed: UInt32

    func paint(_ canvas: inout Canvas, motion: Float) {
        let edge = canvas.extent - Vector2(0.05, 0.04)
        canvas.shade(samples: 2, seed: UInt64(seed)) { p, _ in
            let place = rotate(p, by: 0.012)
            let inside = abs(place.x) < edge.x && abs(place.y) < edge.y
            guard inside else { return Color(0.05, 0.05, 0.055) }
            let fibre = Noise.fractal(place * 40, octaves: 4, seed)
            let age = Noise.fractal(place * 2, octaves: 4, seed &+ 1)
            var color = Color(0.72, 0.64, 0.48) * (0.75 + 0.25 * age + 0.12 * fibre)
            color *= 1 - 0.35 * smoothstep(0.010, 0, abs(place.y - 0.06)) - 0.2 * smoothstep(0.006, 0, abs(place.x))
            let cup = abs(length(place - Vector2(0.22, 0.38)) - 0.13)
            color = mix(color, Color(0.30, 0.16, 0.06), smoothstep(0.012, 0.004, cup) * 0.55 * age)
            return mix(color, Color(0.03, 0.035, 0.12), ink(place))
        }
    }

    /// Words as wavy strokes, in lines of different lengths.
    private func ink(_ place: Vector2) -> Float {
        let lines = place.y * 17 + 0.25 * Noise.value(Vector2(place.x * 3, 0), seed &+ 2)
        let row = floorInt(lines)
        let ragged = 0.27 + 0.17 * latticeRandom(row, 5, seed)
        guard place.x > -0.4, place.x < ragged, row > -9, row < 9, row != -6 else { return 0 }
        let words = Noise.value(Vector2(place.x * 16, Float(row) * 7.3), seed &+ 3)
        guard words > 0.36 else { return 0 }
        let tall = 0.06 + 0.34 * pow(Noise.value(Vector2(place.x * 90, Float(row) * 3.1), seed &+ 4), 2)
        let stroke = 0.5 + tall * sin(place.x * 420 + 16 * Noise.value(Vector2(place.x * 45, Float(row)), seed &+ 5))
        let distance = abs(lines - Float(row) - stroke)
        return smoothstep(0.09, 0.04, distance) * (0.7 + 0.3 * words)
    }
}

/// An old print of another scene: sepia, faded, scratched, with a white border.
struct OldPrint: Scene {
    var seed: UInt32
    var subject: any Scene

    func paint(_ canvas: inout Canvas, motion: Float) {
        subject.paint(&canvas, motion: motion)
        let edge = canvas.extent - 0.045
        canvas.adjust { color, p in
            let grain = Noise.fractal(p * 260, octaves: 2, seed) - 0.5
            let age = Noise.fractal(p * 3, octaves: 5, seed &+ 1)
            let gray = saturate(luminance(color) * 0.7 + 0.05 + grain * 0.14)
            let print = mix(Color(0.05, 0.032, 0.022), Color(0.80, 0.66, 0.46), gray) * (0.75 + 0.4 * age)
            let scratch = smoothstep(0.0016, 0, abs(p.x - 0.21 - 0.02 * sin(p.y * 7))) * smoothstep(0.4, 0.5, age)
            let stain = smoothstep(0.66, 0.7, Noise.fractal(p * 8, octaves: 5, seed &+ 2))
            let framed = abs(p.x) < edge.x && abs(p.y) < edge.y
            let paper = Color(0.74, 0.68, 0.55) * (0.85 + 0.2 * age)
            return framed ? mix(mix(print, paper, scratch), paper * 0.8, stain * 0.6) : paper
        }
    }
}
