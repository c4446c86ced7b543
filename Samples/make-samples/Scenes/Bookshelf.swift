import Foundation

/// Shelves full of books in lamp light.
struct Bookshelf: Scene {
    var seed: UInt64

    private let pitch: Float = 0.31

    func paint(_ canvas: inout Canvas, motion: Float) {
        canvas.shade { p in Color(0.035, 0.02, 0.012) * (0.5 + Noise.fractal(p * Vector2(4, 50), octaves: 4, 6)) }
        var random = SplitMix64(seed: seed)
        var board = -canvas.extent.y + 0.23
        while board < canvas.extent.y + pitch {
            var x = -canvas.extent.x - 0.02
            while x < canvas.extent.x {
                let half = Vector2(random.uniform(0.009, 0.030), random.uniform(0.085, 0.135))
                let leans = random.uniform() < 0.06
                paintBook(
                    &canvas, Vector2(x + half.x, board - half.y), half, angle: leans ? 0.14 : 0, &random)
                x += half.x * 2 + (leans ? 0.03 : 0.001)
                if random.uniform() < 0.03 { x += random.uniform(0.04, 0.12) }
            }
            paintBoard(&canvas, board)
            board += pitch
        }
        canvas.adjust { color, p in
            let lamp = p - Vector2(-0.25, -0.3)
            return color * Color(1.25, 1.0, 0.72) * (0.35 + 1.5 * exp(-dot(lamp, lamp) * 2.2))
        }
    }

    private func paintBook(
        _ canvas: inout Canvas, _ center: Vector2, _ half: Vector2, angle: Float, _ random: inout SplitMix64
    ) {
        let salt = UInt32(truncatingIfNeeded: random.next())
        let dyes = [
            Color(0.35, 0.05, 0.04), Color(0.05, 0.10, 0.25), Color(0.04, 0.16, 0.09), Color(0.50, 0.42, 0.28),
            Color(0.06, 0.055, 0.05), Color(0.45, 0.25, 0.06), Color(0.60, 0.58, 0.52), Color(0.22, 0.10, 0.24),
        ]
        let dye = random.pick(dyes) * random.uniform(0.6, 1.3)
        let print = luminance(dye) > 0.25 ? Color(0.05, 0.04, 0.03) : Color(0.62, 0.48, 0.18)
        let (band, title) = (random.uniform(0.55, 0.85), random.uniform(8, 16))
        canvas.stamp(at: center, half: half, angle: angle, depth: Shape.rectangle) { p in
            let round = 0.55 + 0.45 * (1 - p.x * p.x) - 0.25 * p.x
            let worn = 0.7 + 0.6 * Noise.fractal(p * half * 120, octaves: 4, salt)
            let isBand = abs(abs(p.y) - band) < 0.018
            let letters = Noise.value(Vector2(p.x * 2.2, p.y * title), salt &+ 1) > 0.55
            let isTitle = letters && abs(p.x) < 0.45 && abs(p.y + 0.05) < band - 0.15
            let color = isBand || isTitle ? print : dye
            return color * round * worn
        }
    }

    private func paintBoard(_ canvas: inout Canvas, _ y: Float) {
        canvas.stamp(
            at: Vector2(0, y + 0.012), half: Vector2(canvas.extent.x + 0.1, 0.013), depth: { p in 1 - abs(p.y) }
        ) { p in
            let grain = Noise.fractal(Vector2(p.x * 9, p.y * 3 + y * 50), octaves: 5, 12)
            return Color(0.26, 0.14, 0.06) * (0.4 + 1.1 * grain) * (1 - 0.4 * p.y)
        }
        canvas.stamp(
            at: Vector2(0, y + 0.04), half: Vector2(canvas.extent.x + 0.1, 0.022), blur: 0.03, opacity: 0.7,
            depth: { 1 - abs($0.y) }
        ) { _ in
            .zero
        }
    }
}
