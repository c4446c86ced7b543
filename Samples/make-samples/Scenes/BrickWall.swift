import Foundation

/// A weathered brick wall with graffiti.
struct BrickWall: Scene {
    var seed: UInt32
    var brick: Color
    /// The colour of the graffiti; `nil` for none.
    var paint: Color?

    private let size = Vector2(0.11, 0.042)

    func paint(_ canvas: inout Canvas, motion: Float) {
        canvas.shade { p in
            let place = p + 7
            // Low sun from the left on a slightly oblique wall.
            return sprayed(masonry(place), p) * (1.25 - 0.5 * p.x) * (p.y > 0.42 ? 0.75 : 1) * shadow(p)
        }
    }

    private func masonry(_ place: Vector2) -> Color {
        let wobble = Vector2(Noise.value(place * 12, seed), Noise.value(place * 12, seed &+ 1)) - 0.5
        let q = (place + wobble * 0.006) / size
        let row = floorInt(q.y)
        let x = q.x + (row & 1 == 0 ? 0 : 0.5)
        let column = floorInt(x)
        let local = Vector2(x - Float(column), q.y - Float(row))
        // The distance to the joint in scene units.
        let joint = min(min(local.x, 1 - local.x) * size.x, min(local.y, 1 - local.y) * size.y)
        let rough = Noise.fractal(place * 70, octaves: 5, seed &+ 2)
        let depth = smoothstep(0.002, 0.006, joint + (rough - 0.5) * 0.004)
        let lit = (rough - Noise.fractal(place * 70 + Vector2(0.25, 0.2), octaves: 4, seed &+ 2)) * 2.2
        let tone = 0.55 + 0.9 * latticeRandom(column, row, seed &+ 3)
        let burnt = latticeRandom(column, row, seed &+ 4) > 0.85 ? Color(0.10, 0.07, 0.08) : brick
        let mortar = Color(0.33, 0.31, 0.28) * (0.5 + 0.7 * rough)
        let stain = 0.6 + 0.7 * Noise.fractal(place * Vector2(4, 1.4), octaves: 4, seed &+ 5)
        let edge =
            1 + 0.6 * (smoothstep(0.007, 0.003, local.y * size.y) - smoothstep(0.007, 0.003, (1 - local.y) * size.y))
        return mix(mortar, burnt * tone * (1 + lit) * edge, depth) * stain
    }

    /// Bold strokes like letters, with an outline, worn like the wall.
    private func sprayed(_ wall: Color, _ p: Vector2) -> Color {
        guard let paint else { return wall }
        let warp =
            Vector2(Noise.fractal(p * 3, octaves: 2, seed &+ 6), Noise.fractal(p * 3, octaves: 2, seed &+ 7)) - 0.5
        let q = p + warp * 0.12
        var distance = Float.infinity
        for letter in 0..<5 {
            let x = -0.44 + 0.22 * Float(letter)
            let bow = abs(length(q - Vector2(x, 0.03 - 0.05 * Float(letter % 2))) - 0.085)
            let bar = length(Vector2(q.x - x - 0.07 * Float(letter % 3 - 1), max(abs(q.y) - 0.15, 0)))
            distance = min(distance, min(bow, bar))
        }
        let worn = smoothstep(0.28, 0.42, Noise.fractal(p * 30, octaves: 4, seed &+ 8))
        let fill = mix(paint, Color(0.75, 0.65, 0.06), smoothstep(-0.15, 0.15, q.y))
        var color = mix(wall, Color(0.025, 0.025, 0.03), smoothstep(0.052, 0.045, distance) * worn)
        color = mix(color, fill * (0.35 + luminance(wall) * 3), smoothstep(0.036, 0.031, distance) * worn)
        return color
    }

    /// The shadow of a tree over a corner.
    private func shadow(_ p: Vector2) -> Float {
        let branches = Noise.fractal((p + Vector2(0.2 * p.y, 0)) * Vector2(7, 5), octaves: 4, seed &+ 9)
        let crown = smoothstep(0.1, 0.75, p.x - p.y * 0.4)
        return 1 - 0.62 * smoothstep(0.46, 0.56, branches) * crown
    }
}
