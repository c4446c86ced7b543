import Foundation

/// Stars and the Milky Way over a dark horizon: almost no detail for a content signature.
struct StarrySky: Scene {
    var seed: UInt64
    let isSoft = true

    func paint(_ canvas: inout Canvas, motion: Float) {
        let salt = UInt32(truncatingIfNeeded: seed)
        canvas.shade { p in
            let hill = 0.40 - 0.05 * Noise.fractal(Vector2(p.x * 3, 0), octaves: 5, salt)
            guard p.y < hill else { return Color(0.0015, 0.0015, 0.002) }
            let across = dot(p, Vector2(0.8, 0.6)) - 0.05
            let dust = Noise.fractal(p * 5, octaves: 5, salt &+ 1)
            let band = exp(-across * across * 34) * smoothstep(0.25, 0.7, dust)
            return Color(0.004, 0.006, 0.012) * (1 + p.y) + Color(0.020, 0.018, 0.022) * band
        }
        var random = SplitMix64(seed: seed)
        for _ in 0..<1400 {
            let center = Vector2(random.uniform(-1, 1) * canvas.extent.x, random.uniform(-0.5, 0.36))
            let strength = pow(random.uniform(), 12) * 3 + 0.06
            let tint = mix(Color(1, 0.8, 0.6), Color(0.7, 0.85, 1), random.uniform())
            canvas.glow(at: center, radius: 0.0022, tint * strength) { 1 - $0 }
        }
    }
}

/// Fireworks over the silhouettes of people.
struct Fireworks: Scene {
    var seed: UInt64

    func paint(_ canvas: inout Canvas, motion: Float) {
        let salt = UInt32(truncatingIfNeeded: seed)
        canvas.shade { p in
            let smoke = Noise.fractal(p * 2.6 + 4, octaves: 5, salt)
            return Color(0.05, 0.028, 0.022) * smoke * smoke * (1.2 + p.y) + Color(0.003, 0.003, 0.007)
        }
        var random = SplitMix64(seed: seed)
        let shells: [(Vector2, Float, Color)] = [
            (Vector2(-0.28, -0.32), 0.30, Color(1.5, 0.5, 0.15)), (Vector2(0.20, -0.12), 0.34, Color(0.35, 0.9, 1.4)),
            (Vector2(0.12, -0.52), 0.22, Color(1.4, 0.25, 0.5)), (Vector2(-0.15, 0.10), 0.20, Color(0.6, 1.3, 0.4)),
        ]
        for (center, radius, color) in shells {
            for _ in 0..<95 { paintTrail(&canvas, center, radius * random.uniform(0.6, 1), color, &random) }
            canvas.glow(at: center, radius: radius * 0.8, color * 0.08) { (1 - $0) * (1 - $0) }
        }
        paintCrowd(&canvas, &random)
    }

    /// The path of a spark, which moves outwards and then falls.
    private func paintTrail(
        _ canvas: inout Canvas, _ center: Vector2, _ radius: Float, _ color: Color, _ random: inout SplitMix64
    ) {
        let direction = rotate(Vector2(1, 0), by: random.uniform(0, 6.283)) * random.uniform(0.4, 1).squareRoot()
        for step in 8..<44 {
            let t = Float(step) / 44
            let place = center + direction * radius * t + Vector2(0, 0.12 * t * t * radius / 0.3)
            let heat = mix(Color(2, 1.8, 1.4), color, t) * (0.12 + 0.5 * t) * random.uniform(0.5, 1.3)
            canvas.glow(at: place, radius: 0.0035, heat) { 1 - $0 * $0 }
        }
    }

    private func paintCrowd(_ canvas: inout Canvas, _ random: inout SplitMix64) {
        for i in 0..<46 {
            let near = Float(i) / 46
            let size = 0.03 + 0.05 * near
            let center = Vector2(
                random.uniform(-1, 1) * canvas.extent.x, mix(0.48, 0.66, near) * canvas.extent.y / 0.66)
            let rim = random.pick([Color(0.12, 0.06, 0.03), Color(0.04, 0.08, 0.11), Color(0.06, 0.04, 0.06)])
            for (offset, half) in [(Vector2(0, 0), Vector2(0.7, 0.9)), (Vector2(0, 2.3), Vector2(1.7, 1.6))] {
                canvas.stamp(at: center + offset * size, half: half * size, depth: Shape.ellipse) { p in
                    let edge = smoothstep(0.6, 1, length(p)) * saturate(-p.y)
                    return Color(0.004, 0.004, 0.006) + rim * edge
                }
            }
        }
    }
}
