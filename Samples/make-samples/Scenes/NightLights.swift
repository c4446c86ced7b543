import Foundation

/// A wet street at night, out of focus: discs of light with reflections, and a lamp post in front.
struct NightStreet: Scene {
    var seed: UInt64

    func paint(_ canvas: inout Canvas, motion: Float) {
        let salt = UInt32(truncatingIfNeeded: seed)
        canvas.shade { p in
            let houses = Noise.fractal(Vector2(p.x * 3, p.y * 1.5), octaves: 4, salt)
            let glow = exp(-(p.y - 0.05) * (p.y - 0.05) * 9) * (0.6 + houses)
            let road = p.y > 0.12 ? Noise.fractal(Vector2(p.x * 40, 14 / (p.y + 0.05)), octaves: 4, salt &+ 1) : 0.4
            return Color(0.030, 0.022, 0.030) * (0.3 + glow * 2) * (0.3 + road * 1.3) + Color(0.002, 0.003, 0.006)
        }
        var random = SplitMix64(seed: seed)
        paintWindows(&canvas, &random)
        for _ in 0..<150 { paintLight(&canvas, &random) }
        paintPost(&canvas)
    }

    /// Blurred house fronts on both sides.
    private func paintWindows(_ canvas: inout Canvas, _ random: inout SplitMix64) {
        for _ in 0..<170 {
            let side: Float = random.uniform() < 0.5 ? -1 : 1
            let depth = random.uniform(0.15, 1)
            let center = Vector2(side * (0.08 + 0.75 * depth), 0.05 - random.uniform(0.05, 0.75) * depth)
            let tint = random.pick([Color(0.5, 0.3, 0.12), Color(0.35, 0.32, 0.25), Color(0.12, 0.17, 0.28)])
            let half = Vector2(0.022, 0.035) * (0.3 + depth)
            canvas.stamp(at: center, half: half, blur: 0.012, opacity: random.uniform(0.2, 0.8), depth: Shape.rectangle)
            {
                tint * (1 - 0.3 * $0.y)
            }
        }
    }

    private func paintLight(_ canvas: inout Canvas, _ random: inout SplitMix64) {
        let depth = random.uniform() * random.uniform()
        let side: Float = random.uniform() < 0.5 ? -1 : 1
        let center = Vector2(
            side * (0.03 + random.uniform(0.2, 0.8) * depth), 0.06 - random.uniform(-0.1, 0.35) * depth)
        let radius = 0.012 + 0.05 * depth * random.uniform(0.6, 1.2)
        let color = random.pick([
            Color(1.2, 0.62, 0.18), Color(1.1, 0.85, 0.5), Color(1.1, 0.10, 0.06), Color(0.15, 0.9, 0.45),
            Color(0.25, 0.45, 1.2), Color(1.0, 0.9, 0.8),
        ])
        let salt = UInt32(truncatingIfNeeded: random.next())
        let strength = random.uniform(0.25, 0.9)
        canvas.glow(at: center, radius: radius, color * strength) { r in
            smoothstep(1, 0.93, r) * (0.65 + 0.35 * r * r * r)
        }
        // The road stretches and scatters the reflected light.
        let below = Vector2(center.x, 0.24 + (0.06 - center.y) * 0.6 + 0.2 * depth)
        let half = Vector2(radius * 0.9, radius * 3.4)
        canvas.stamp(at: below, half: half, blur: radius * 0.8, opacity: 0.5 * strength, depth: Shape.ellipse) { p in
            let broken = Noise.fractal(Vector2(p.x, p.y * 9), octaves: 3, salt)
            return color * broken * 0.9
        }
    }

    private func paintPost(_ canvas: inout Canvas) {
        let parts = [
            (Vector2(-0.42, 0.1), Vector2(0.016, 0.62)), (Vector2(-0.42, 0.52), Vector2(0.035, 0.12)),
            (Vector2(-0.42, -0.44), Vector2(0.05, 0.012)), (Vector2(-0.42, -0.3), Vector2(0.028, 0.008)),
        ]
        for (center, half) in parts {
            canvas.stamp(at: center, half: half, depth: Shape.rectangle) { p in
                let rust = Noise.fractal(p * half * 90, octaves: 4, 5)
                let rim = pow(saturate(p.x), 3) * 0.22 + pow(saturate(-p.x), 5) * 0.06
                let color = Color(0.012, 0.013, 0.016) * (0.5 + rust) + Color(0.9, 0.6, 0.3) * rim * rust
                return color
            }
        }
    }
}

/// A fir branch with a glass ball before blurred fairy lights.
struct FirBranch: Scene {
    var seed: UInt64
    var ball: Color

    func paint(_ canvas: inout Canvas, motion: Float) {
        var random = SplitMix64(seed: seed)
        canvas.shade { p in Color(0.020, 0.028, 0.022) * (1.4 - length(p)) + Color(0.006, 0.005, 0.004) }
        for _ in 0..<110 {
            let center = Vector2(random.uniform(-1, 1) * canvas.extent.x, random.uniform(-1, 1) * canvas.extent.y)
            let color = random.pick([Color(1.0, 0.6, 0.2), Color(1, 0.78, 0.45), Color(0.9, 0.2, 0.1)])
            canvas.glow(at: center, radius: random.uniform(0.025, 0.085), color * random.uniform(0.05, 0.5)) { r in
                smoothstep(1, 0.94, r) * (0.7 + 0.3 * r * r)
            }
        }
        for twig in 0..<9 { paintTwig(&canvas, twig, &random) }
        paintBall(&canvas, Vector2(0.06, 0.16), 0.2)
    }

    private func paintTwig(_ canvas: inout Canvas, _ twig: Int, _ random: inout SplitMix64) {
        let start = Vector2(-0.6 + 0.15 * Float(twig % 3), -0.75 + 0.11 * Float(twig))
        let direction = rotate(Vector2(1, 0), by: random.uniform(0.05, 0.7))
        for i in 0..<420 {
            let along = Float(i) / 420 * 1.1
            let root = start + direction * along + Vector2(0, along * along * 0.12)
            let side: Float = i % 2 == 0 ? 1 : -1
            let angle = atan2(direction.y, direction.x) + side * random.uniform(0.35, 1.1)
            let needle = Vector2(0.045 * random.uniform(0.7, 1.2), 0.0024)
            let lit = random.uniform(0.2, 1.2)
            let color = Color(0.05, 0.12, 0.055) * lit + Color(0.05, 0.035, 0.015) * max(lit - 0.7, 0)
            canvas.stamp(
                at: root + rotate(Vector2(needle.x, 0), by: angle), half: needle, angle: angle,
                depth: { 1 - abs($0.y) - max($0.x - 0.6, 0) }
            ) {
                color * (0.8 + 0.6 * $0.x)
            }
        }
    }

    private func paintBall(_ canvas: inout Canvas, _ center: Vector2, _ radius: Float) {
        canvas.stamp(at: center - Vector2(0, radius * 1.08), half: Vector2(0.03, 0.03), depth: Shape.rectangle) { p in
            Color(0.5, 0.38, 0.15) * (0.4 + 0.6 * sin(p.x * 18))
        }
        canvas.stamp(at: center, half: Vector2(radius, radius), depth: Shape.ellipse) { p in
            let r = length(p)
            let z = max(1 - r * r, 0).squareRoot()
            let mirrored = reflect(Vector3(0, 0, 1), Vector3(p.x, p.y, -z))
            let lights = Noise.cell(Vector2(mirrored.x, mirrored.y) * 5, UInt32(truncatingIfNeeded: seed))
            let spark = smoothstep(0.22, 0.1, lights.nearest) * lights.random(1)
            let room = Noise.fractal(Vector2(mirrored.x, mirrored.y) * 2, octaves: 4, 9)
            let highlight = smoothstep(0.16, 0.05, length(p - Vector2(-0.38, -0.42))) * 2.5
            let color = ball * (0.08 + 0.5 * z * room + 0.3 * pow(1 - z, 3)) + Color(1, 0.7, 0.35) * spark * 1.2 * ball
            return color + highlight
        }
    }
}
