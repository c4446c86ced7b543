import Foundation

/// A meadow of flowers with a butterfly, up to the hills or from above.
struct Flowers: Scene {
    var seed: UInt64
    var petals: [Color]
    var heart: Color
    var petalCount: Int
    /// Whether the view is from above, without sky and with all flowers at about the same size.
    var fromAbove = false
    var sky: Sky

    func paint(_ canvas: inout Canvas, motion: Float) {
        paintGround(&canvas)
        var random = SplitMix64(seed: seed)
        let count = fromAbove ? 260 : 1500
        for i in 0..<count {
            let nearness = Float(i + 1) / Float(count)
            let y = fromAbove ? random.uniform(-1, 1) * (canvas.extent.y + 0.05) : mix(-0.1, 0.62, pow(nearness, 1.8))
            let size = fromAbove ? random.uniform(0.03, 0.075) : 0.004 + 0.062 * pow(max(y + 0.1, 0) / 0.7, 1.2)
            let center = Vector2(random.uniform(-1, 1) * (canvas.extent.x + 0.05), y)
            let blur = fromAbove ? (nearness < 0.4 ? 0.006 : 0) : 0.012 * smoothstep(0.5, 0.62, y)
            paintGrass(&canvas, center, size, &random)
            paintFlower(&canvas, center, size, blur, &random)
        }
        paintButterfly(&canvas, Vector2(-0.18 + 0.05 * motion, 0.02 - 0.03 * motion), motion)
    }

    private func paintGround(_ canvas: inout Canvas) {
        let salt = UInt32(truncatingIfNeeded: seed)
        canvas.shade { p in
            if !fromAbove, p.y < -0.1 - 0.07 * Noise.fractal(Vector2(p.x * 3, 0), octaves: 5, salt) {
                return sky.color(normalize(Vector3(p.x, -0.06 - p.y, 1)))
            }
            if !fromAbove, p.y < -0.1 {
                let tree = Noise.fractal(p * Vector2(60, 90), octaves: 4, salt &+ 1)
                return Color(0.06, 0.09, 0.07) * (0.4 + 1.4 * tree)
            }
            let depth = fromAbove ? 1 : 0.3 / (p.y + 0.16)
            let grass = Noise.fractal(Vector2(p.x * depth * 90, p.y * depth * 25), octaves: 4, salt &+ 2)
            return Color(0.05, 0.11, 0.02) * (0.2 + 1.5 * grass * grass) * (fromAbove ? 0.8 : 1.4)
        }
    }

    private func paintGrass(
        _ canvas: inout Canvas, _ center: Vector2, _ size: Float, _ random: inout SplitMix64
    ) {
        for _ in 0..<7 {
            let angle = random.uniform(-0.5, 0.5) * (fromAbove ? 6 : 1)
            let blade = Vector2(size * 0.07, size * random.uniform(0.8, 2.2))
            let color = Color(0.07, 0.17, 0.03) * random.uniform(0.3, 1.6)
            let place = center + Vector2(random.uniform(-2.5, 2.5), random.uniform(0, 2)) * size
            canvas.stamp(at: place, half: blade, angle: angle, depth: { 1 - abs($0.x) - max(0, -$0.y) * 0.6 }) {
                color * (1 - 0.6 * $0.y)
            }
        }
    }

    private func paintFlower(
        _ canvas: inout Canvas, _ center: Vector2, _ size: Float, _ blur: Float, _ random: inout SplitMix64
    ) {
        let color = random.pick(petals) * random.uniform(0.7, 1.2)
        let (turn, tilt) = (random.uniform(0, 6.28), fromAbove ? random.uniform(0.8, 1) : random.uniform(0.4, 0.85))
        let salt = UInt32(truncatingIfNeeded: random.next())
        for petal in 0..<petalCount {
            let angle = turn + Float(petal) / Float(petalCount) * 6.283 * (petalCount > 8 ? 2.02 : 1)
            let outward = Vector2(cos(angle), sin(angle) * tilt)
            let width = min(0.55, 3.6 / Float(petalCount))
            canvas.stamp(
                at: center + outward * size * 0.55, half: Vector2(size * 0.5, size * 0.5 * width),
                angle: atan2(outward.y, outward.x), blur: blur, depth: Shape.ellipse
            ) { p in
                let vein = 0.8 + 0.4 * Noise.value(Vector2(p.x * 2, p.y * 9), salt)
                let shade = (0.55 + 0.35 * p.x) * vein * (1 - 0.35 * outward.y)
                return color * shade * 1.2
            }
        }
        let core = size * (petalCount > 8 ? 0.3 : 0.2)
        canvas.stamp(at: center, half: Vector2(core, core * tilt), blur: blur, depth: Shape.ellipse) { p in
            let grain = Noise.value(p * 7, salt &+ 1)
            return heart * (0.4 + 0.8 * grain) * (1 - 0.4 * (p.x + p.y))
        }
    }

    private func paintButterfly(_ canvas: inout Canvas, _ center: Vector2, _ motion: Float) {
        let open = 0.5 + 0.4 * cos(motion * 2)
        for side: Float in [-1, 1] {
            for (size, lift) in [(Float(0.05), Float(-0.3)), (0.035, 0.7)] {
                let wing = center + Vector2(side * size * 0.7 * open, lift * 0.04)
                canvas.stamp(
                    at: wing, half: Vector2(size * open, size * 0.75), angle: side * lift, depth: Shape.ellipse
                ) { p in
                    let rim = length(p)
                    let dots = Noise.cell(p * 2.5, 5).nearest
                    let color = rim > 0.75 || dots < 0.22 ? Color(0.02, 0.015, 0.01) : Color(0.85, 0.36, 0.03)
                    return color
                }
            }
        }
        canvas.stamp(at: center, half: Vector2(0.006, 0.045), depth: Shape.ellipse) { _ in
            Color(0.02, 0.015, 0.01)
        }
    }
}
