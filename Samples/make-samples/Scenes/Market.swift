import Foundation

/// A market stall: crates of fruit in rows, price tags, and a person who passes in front.
struct Market: Scene {
    var seed: UInt64

    /// A kind of fruit: its colour, size and elongation.
    private struct Fruit {
        var color: Color
        var blush: Color
        var size: Float
        var stretch: Float = 1
    }

    private static let fruits = [
        Fruit(color: Color(0.75, 0.28, 0.02), blush: Color(0.85, 0.40, 0.03), size: 0.036),
        Fruit(color: Color(0.42, 0.02, 0.02), blush: Color(0.62, 0.38, 0.05), size: 0.033),
        Fruit(color: Color(0.25, 0.42, 0.05), blush: Color(0.42, 0.50, 0.08), size: 0.034),
        Fruit(color: Color(0.80, 0.62, 0.04), blush: Color(0.70, 0.70, 0.10), size: 0.031, stretch: 1.35),
        Fruit(color: Color(0.07, 0.02, 0.10), blush: Color(0.16, 0.05, 0.16), size: 0.023, stretch: 1.2),
        Fruit(color: Color(0.60, 0.05, 0.03), blush: Color(0.72, 0.12, 0.04), size: 0.027),
    ]

    func paint(_ canvas: inout Canvas, motion: Float) {
        canvas.shade { p in
            let cloth = 0.5 + 0.5 * sin(p.x * 46 + Noise.value(p * 4, 3) * 2)
            let awning = mix(Color(0.42, 0.06, 0.05), Color(0.55, 0.5, 0.42), smoothstep(0.4, 0.6, cloth))
            return awning * (0.35 + 0.4 * Noise.fractal(p * 8, octaves: 3, 4)) * (p.y < -0.36 ? 1 : 0.15)
        }
        var random = SplitMix64(seed: seed)
        for row in 0..<4 {
            for column in 0..<4 {
                let nearness = 0.62 + 0.15 * Float(row)
                let center = Vector2((Float(column) - 1.5) * 0.46 * nearness, -0.27 + 0.235 * Float(row) * nearness)
                let fruit = Market.fruits[(row * 5 + column * 2 + row / 2) % Market.fruits.count]
                paintCrate(&canvas, center, nearness, fruit, &random)
            }
        }
        paintPasser(&canvas, Vector2(0.52 - 0.035 * motion, 0.32))
    }

    private func paintCrate(
        _ canvas: inout Canvas, _ center: Vector2, _ scale: Float, _ fruit: Fruit, _ random: inout SplitMix64
    ) {
        let half = Vector2(0.215, 0.105) * scale
        let salt = UInt32(truncatingIfNeeded: random.next())
        canvas.stamp(at: center, half: half + Vector2(0.01, 0.012), depth: Shape.rectangle) { p in
            let grain = Noise.fractal(p * Vector2(5, 40), octaves: 4, salt)
            return Color(0.30, 0.20, 0.10) * (0.3 + grain)
        }
        let size = fruit.size * scale
        var y = center.y - half.y * 0.85
        while y < center.y + half.y * 0.9 {
            var x = center.x - half.x * 0.92 + random.uniform(0, size)
            while x < center.x + half.x * 0.92 {
                let place = Vector2(x, y) + Vector2(random.uniform(-0.3, 0.3), random.uniform(-0.3, 0.3)) * size
                paintFruit(&canvas, place, size * random.uniform(0.9, 1.1), fruit, &random)
                x += size * 1.7
            }
            y += size * 1.05
        }
        let tag = center + Vector2(random.uniform(-0.1, 0.1) * scale, half.y * 0.7)
        canvas.stamp(
            at: tag, half: Vector2(0.055, 0.034) * scale, angle: random.uniform(-0.12, 0.12), depth: Shape.rectangle
        ) { p in
            let stroke = Noise.value(Vector2(p.x * 7, p.y * 3), salt &+ 1) > 0.62 && abs(p.y) < 0.5
            let paper = Color(0.72, 0.70, 0.60) * (1 - 0.15 * p.y)
            return stroke ? Color(0.03, 0.03, 0.06) : paper
        }
    }

    private func paintFruit(
        _ canvas: inout Canvas, _ center: Vector2, _ radius: Float, _ fruit: Fruit, _ random: inout SplitMix64
    ) {
        let salt = UInt32(truncatingIfNeeded: random.next())
        let angle = random.uniform(-1.2, 1.2)
        let half = Vector2(radius, radius / fruit.stretch)
        canvas.stamp(
            at: center + radius * 0.2, half: half * 1.15, blur: radius * 0.5, opacity: 0.5, depth: Shape.ellipse
        ) { _ in
            .zero
        }
        let light = rotate(Vector2(-0.45, -0.6), by: -angle)
        canvas.stamp(at: center, half: half, angle: angle, depth: Shape.ellipse) { p in
            let z = max(1 - dot(p, p), 0).squareRoot()
            let lit = max(dot(p, light) + z * 0.66, 0)
            let skin = mix(fruit.color, fruit.blush, Noise.fractal(p * 2, octaves: 3, salt))
            let pores = 0.85 + 0.3 * Noise.value(p * 14, salt &+ 1)
            let shine = pow(lit, 28) * 0.35
            let stem = smoothstep(0.16, 0.08, length(p - Vector2(0.1, 0.25)))
            let color = mix(skin * pores * (0.12 + 1.05 * lit), Color(0.05, 0.04, 0.02), stem)
            return color + shine
        }
    }

    /// A customer's shoulder and hat, out of focus.
    private func paintPasser(_ canvas: inout Canvas, _ center: Vector2) {
        let parts = [
            (Vector2(0, 0.24), Vector2(0.19, 0.24), Color(0.05, 0.07, 0.13)),
            (Vector2(0, -0.06), Vector2(0.075, 0.10), Color(0.30, 0.19, 0.13)),
            (Vector2(0, -0.12), Vector2(0.14, 0.035), Color(0.42, 0.34, 0.20)),
            (Vector2(0, -0.16), Vector2(0.075, 0.055), Color(0.42, 0.34, 0.20)),
        ]
        for (offset, half, color) in parts {
            canvas.stamp(at: center + offset, half: half, blur: 0.018, depth: Shape.ellipse) { p in
                let weave = 0.75 + 0.5 * Noise.fractal(p * half * 70, octaves: 3, 8)
                return color * weave * (0.8 - 0.4 * p.x)
            }
        }
    }
}
