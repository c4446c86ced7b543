import Foundation

/// An old barn door: boards with grain and knots, peeling paint, an iron hinge.
struct Planks: Scene {
    var seed: UInt32
    var paint: Color

    private let width: Float = 0.13

    func paint(_ canvas: inout Canvas, motion: Float) {
        canvas.shade { p in board(p + 5) * (1.1 + 0.35 * p.x - 0.3 * p.y) }
        for y: Float in [-0.36, 0.38] { paintHinge(&canvas, y) }
        canvas.stamp(at: Vector2(0.28, 0.05), half: Vector2(0.05, 0.05), depth: { p in 0.2 - abs(length(p) - 0.75) }) {
            p in
            return Color(0.07, 0.06, 0.05) * (1.4 - p.x - p.y)
        }
    }

    private func board(_ place: Vector2) -> Color {
        let index = floorInt(place.x / width)
        let across = fraction(place.x / width)
        let own = Vector2(across * width, place.y + latticeRandom(index, 0, seed) * 9)
        // Grain lines run along the board and around knots.
        let knot = Noise.cell(own * Vector2(6, 2.2) + Float(index) * 3, jitter: 0.8, seed)
        let pull = exp(-knot.nearest * knot.nearest * 22)
        let grain = Noise.fractal(
            Vector2(own.x * 130 + pull * 4, own.y * 4 + pull * 2) + Float(index), octaves: 5, seed &+ 1)
        let rings = 0.5 + 0.5 * sin(own.x * 380 + grain * 13 + pull * 24)
        var wood = Color(0.26, 0.19, 0.13) * (0.35 + 0.9 * grain) * (0.7 + 0.45 * rings)
        wood = mix(wood, Color(0.05, 0.03, 0.02), smoothstep(0.13, 0.07, knot.nearest) * 0.8)
        wood *= 0.75 + 0.5 * latticeRandom(index, 1, seed)
        let coat = Noise.fractal(own * Vector2(22, 5) + Float(index), octaves: 6, seed &+ 2) + 0.12 * grain
        let painted = smoothstep(0.50, 0.53, coat)
        let relief = smoothstep(0.53, 0.50, coat) * smoothstep(0.46, 0.50, coat)
        let color = mix(wood, paint * (0.7 + 0.5 * grain), painted) * (1 - 0.5 * relief)
        let gap = min(across, 1 - across) * width
        return color * smoothstep(0.0012, 0.005, gap)
    }

    private func paintHinge(_ canvas: inout Canvas, _ y: Float) {
        for (shift, color) in [(Float(0.012), Color(0.03, 0.025, 0.02)), (0, Color(0.10, 0.085, 0.08))] {
            canvas.stamp(
                at: Vector2(-0.2 + shift, y + shift), half: Vector2(0.32, 0.034),
                depth: { p in min(0.5 + 0.5 * saturate(1 - (p.x + 1) * 0.4) - abs(p.y), 1 - abs(p.x)) }
            ) { p in
                let rust = Noise.fractal(p * Vector2(20, 3), octaves: 5, seed &+ 4)
                let nail = length(Vector2((fraction(p.x * 2.5) - 0.5) * 3.8, p.y))
                let iron = mix(color, Color(0.16, 0.06, 0.025), smoothstep(0.5, 0.7, rust))
                let lit = nail < 0.28 ? 1.9 - p.y : 0.7 + 0.5 * rust
                return iron * lit
            }
        }
    }
}
