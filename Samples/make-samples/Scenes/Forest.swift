import Foundation

/// Trunks, foliage and undergrowth in layers that fade into light haze.
struct Forest: Scene {
    var seed: UInt64
    var leaves: [Color]
    var bark: Color
    /// Whether the trees have white bark with dark marks.
    var isBirch = false
    var haze: Color
    var floor: Color

    private let layers = 9

    func paint(_ canvas: inout Canvas, motion: Float) {
        paintBackground(&canvas)
        var random = SplitMix64(seed: seed)
        for layer in 0..<layers {
            let nearness = Float(layer + 1) / Float(layers)
            paintTrunks(&canvas, nearness, &random)
            paintFoliage(&canvas, nearness, &random)
        }
        paintUndergrowth(&canvas, &random)
    }

    private func paintBackground(_ canvas: inout Canvas) {
        let salt = UInt32(truncatingIfNeeded: seed)
        canvas.shade { p in
            guard p.y > 0.16 else {
                let gap = Noise.fractal(p * 5, octaves: 4, salt)
                return haze * (0.55 + 0.9 * smoothstep(0.35, 0.7, gap)) + exp(-dot(p, p) * 5) * haze
            }
            let depth = 0.06 / (p.y - 0.10)
            let ground = Vector2(p.x * depth * 14, depth * 30)
            let litter = Noise.cell(ground * 2.2, salt)
            let sun = smoothstep(0.5, 0.62, Noise.fractal(ground * 0.35, octaves: 3, salt &+ 5))
            let leaf = floor * (0.35 + 1.1 * litter.random(1)) * (0.4 + litter.border)
            return mix(haze, leaf * (0.5 + 1.8 * sun), saturate(1.35 - depth * 1.3))
        }
    }

    private func paintTrunks(_ canvas: inout Canvas, _ nearness: Float, _ random: inout SplitMix64) {
        let width = 0.006 + 0.05 * pow(nearness, 2.2)
        let foot = 0.17 + 0.42 * pow(nearness, 2)
        for _ in 0..<Int(26 - 22 * nearness) {
            let half = Vector2(width * random.uniform(0.5, 1.2), 1.0)
            let x = random.uniform(-1, 1) * (canvas.extent.x + 0.05)
            let salt = UInt32(truncatingIfNeeded: random.next())
            let center = Vector2(x, foot + random.uniform(-0.03, 0.03) - half.y)
            // Trunks are bent.
            let across = { (p: Vector2) in p.x + (Noise.value(Vector2(p.y * 2, 0), salt) - 0.58) * 0.48 - p.y * 0.04 }
            canvas.stamp(
                at: center, half: half, angle: random.uniform(-0.05, 0.05),
                depth: { p in 0.55 + 0.12 * p.y - abs(across(p)) }
            ) { p in
                mix(haze, trunkColor(Vector2(across(p), p.y), half, salt), 0.18 + 0.82 * nearness)
            }
        }
    }

    private func trunkColor(_ p: Vector2, _ half: Vector2, _ salt: UInt32) -> Color {
        let round = saturate(0.75 - p.x * 0.9) * (1 - p.x * p.x * 0.8)
        let place = Vector2(p.x * 3, p.y / half.x)
        guard isBirch else {
            let grooves = Noise.ridged(place * Vector2(2.2, 0.5), octaves: 4, salt)
            return bark * (0.35 + 1.2 * grooves) * (0.35 + 1.3 * round)
        }
        let marks = smoothstep(0.62, 0.70, Noise.fractal(place * Vector2(0.5, 2.6), octaves: 4, salt))
        return mix(bark, Color(0.03, 0.028, 0.025), marks) * (0.4 + 0.9 * round)
    }

    private func paintFoliage(_ canvas: inout Canvas, _ nearness: Float, _ random: inout SplitMix64) {
        let size = 0.006 + 0.014 * nearness * nearness
        for _ in 0..<Int(24 + 10 * nearness) {
            let clump = Vector2(
                random.uniform(-1, 1) * (canvas.extent.x + 0.1),
                -canvas.extent.y + random.uniform(0, 1) * random.uniform(0, 1) * (canvas.extent.y + 0.2))
            let color = random.pick(leaves) * random.uniform(0.5, 1.5)
            let spread = random.uniform(0.05, 0.16)
            for _ in 0..<130 {
                let angle = random.uniform(0, 6.28)
                let offset = rotate(Vector2(spread * random.uniform().squareRoot(), 0), by: angle)
                // Leaves on the upper left of a clump are lit.
                let lit = saturate(0.55 - (offset.x + offset.y) / spread * 0.5)
                let tint = mix(haze, color * (0.25 + 1.6 * lit) * random.uniform(0.6, 1.3), 0.2 + 0.8 * nearness)
                canvas.stamp(
                    at: clump + offset * Vector2(1.3, 0.8), half: Vector2(size, size * 0.5), angle: angle * 3,
                    depth: Shape.ellipse
                ) { _ in tint }
            }
        }
    }

    private func paintUndergrowth(_ canvas: inout Canvas, _ random: inout SplitMix64) {
        for i in 0..<900 {
            let near = Float(i) / 900
            let foot = Vector2(random.uniform(-1, 1) * canvas.extent.x, mix(0.3, canvas.extent.y + 0.05, near))
            let color = random.pick(leaves) * random.uniform(0.15, 0.6)
            for _ in 0..<5 {
                let angle = random.uniform(-1, 1)
                let size = Vector2(0.002, 0.018) * (0.5 + near * 1.4)
                let center = foot + rotate(Vector2(0, -size.y), by: angle)
                canvas.stamp(at: center, half: size, angle: angle, depth: Shape.ellipse) {
                    color * (1 - 0.6 * $0.y)
                }
            }
        }
    }
}
