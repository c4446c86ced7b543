import Foundation

/// Snow and fog in nearly one tone: a photo that cannot be distinguished from similar photos by content.
struct Snowfield: Scene {
    var seed: UInt32
    let isFlat = true

    func paint(_ canvas: inout Canvas, motion: Float) {
        canvas.shade { p in
            let drift = Noise.fractal(Vector2(p.x * 1.5, p.y * 6), octaves: 4, seed)
            let ground = smoothstep(0.05, 0.5, p.y)
            return Color(0.62, 0.65, 0.70) * (0.93 + 0.05 * ground * (drift - 0.3) - 0.05 * p.y)
        }
        // A fence that disappears in the fog.
        for i in 0..<7 {
            let depth = 1 / (1 + Float(i) * 0.8)
            let post = Vector2(-0.5 + 0.9 * (1 - depth), 0.12 + 0.25 * depth)
            canvas.stamp(at: post, half: Vector2(0.008, 0.07) * depth, opacity: 0.16 * depth, depth: Shape.rectangle) {
                p in
                Color(0.30, 0.30, 0.32)
            }
        }
    }
}
