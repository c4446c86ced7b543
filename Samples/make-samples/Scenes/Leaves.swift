import Foundation

/// Overlapping leaves in close-up: large green leaves, or autumn leaves on the ground.
struct Leaves: Scene {
    var seed: UInt64
    var colors: [Color]
    /// Half the length of a leaf.
    var size: ClosedRange<Float>
    var count: Int
    /// The ratio of the width of a leaf to its length.
    var slenderness: Float = 0.42
    var hasDroplets = false

    func paint(_ canvas: inout Canvas, motion: Float) {
        let salt = UInt32(truncatingIfNeeded: seed)
        canvas.shade { Color(0.012, 0.015, 0.008) * (0.3 + 1.6 * Noise.fractal($0 * 14, octaves: 4, salt)) }
        var random = SplitMix64(seed: seed)
        for i in 0..<count {
            let nearness = Float(i) / Float(count)
            let center = Vector2(
                random.uniform(-1, 1) * (canvas.extent.x + 0.08), random.uniform(-1, 1) * (canvas.extent.y + 0.08))
            let half = random.uniform(size.lowerBound, size.upperBound) * Vector2(1, slenderness)
            let leaf = Leaf(
                color: random.pick(colors) * random.uniform(0.6, 1.3) * (0.3 + 0.8 * nearness),
                salt: UInt32(truncatingIfNeeded: random.next()), curl: random.uniform(-0.25, 0.25),
                veins: hasDroplets ? 9 : 6)
            let angle = random.uniform(0, 6.283)
            let blur = 0.02 * smoothstep(0.45, 0, nearness) * size.upperBound / 0.3
            canvas.stamp(
                at: center + half.x * 0.05, half: half, angle: angle, blur: 0.03, opacity: 0.6,
                depth: { p in leaf.outline(p) }
            ) { p in
                .zero
            }
            canvas.stamp(at: center, half: half, angle: angle, blur: blur, depth: { p in leaf.outline(p) }) { p in
                leaf.color(p, light: rotate(Vector2(-0.6, -0.8), by: -angle))
            }
            if hasDroplets, nearness > 0.6 { paintDroplets(&canvas, center, half.x, angle, &random) }
        }
    }

    private func paintDroplets(
        _ canvas: inout Canvas, _ center: Vector2, _ reach: Float, _ angle: Float, _ random: inout SplitMix64
    ) {
        for _ in 0..<9 {
            let offset = Vector2(random.uniform(-0.7, 0.7), random.uniform(-0.5, 0.5) * slenderness) * reach
            let radius = random.uniform(0.003, 0.011)
            canvas.stamp(
                at: center + rotate(offset, by: angle), half: Vector2(radius, radius), opacity: 0.75,
                depth: Shape.ellipse
            ) { p in
                let shine = smoothstep(0.35, 0.1, length(p + Vector2(0.35, 0.4)))
                let rim = smoothstep(0.3, 1, p.x + p.y)
                return Color(0.05, 0.09, 0.03) + rim * Color(0.3, 0.42, 0.2) + shine * 1.6
            }
        }
    }
}

/// One leaf in its coordinates: x along the midrib, from −1 at the stem to 1 at the tip.
private struct Leaf {
    var color: Color
    var salt: UInt32
    var curl: Float
    var veins: Float

    func outline(_ p: Vector2) -> Float {
        let along = (p.x + 1) / 2
        let width = 2.4 * max(along, 0).squareRoot() * (1 - along)
        let teeth = 0.05 * abs(fraction(p.x * veins) - 0.5)
        return width * (0.93 + teeth) - abs(p.y - curl * p.x * p.x)
    }

    func color(_ p: Vector2, light: Vector2) -> Color {
        let y = p.y - curl * p.x * p.x
        let rib = smoothstep(0.07, 0.015, abs(y) * (1.2 + p.x))
        let side = fraction(p.x * veins * 0.5 - abs(y) * 1.9)
        let vein = smoothstep(0.10, 0.02, abs(side - 0.5))
        // The leaf bulges between its veins.
        let bulge = Vector2(cos(side * 6.283) * 0.45, y > 0 ? 0.5 : -0.5)
        let blotch = Noise.fractal(p * Vector2(4, 2), octaves: 3, salt)
        let grain = Noise.fractal(p * Vector2(46, 22), octaves: 2, salt &+ 1)
        let lit = 0.75 + 0.45 * dot(bulge, light)
        let base = color * (0.45 + 1.1 * blotch) * (0.75 + 0.5 * grain) * lit
        let spots = smoothstep(0.66, 0.72, blotch)
        let veined = mix(base, color * 1.5 + 0.03, max(rib, vein * 0.55))
        return mix(veined, Color(0.06, 0.035, 0.015), spots * 0.7)
    }
}
