import Foundation

/// A skyline over a river at dusk, with lit windows and their reflections.
struct City: Scene {
    var seed: UInt64
    var sky: Sky
    /// The water line, in scene units below the centre.
    var shore: Float = 0.2

    func paint(_ canvas: inout Canvas, motion: Float) {
        canvas.shade { p in sky.color(normalize(Vector3(p.x, 0.16 - p.y + 0.05, 1.2))) }
        var random = SplitMix64(seed: seed)
        for layer in 0..<5 {
            var x = -canvas.extent.x - 0.1
            while x < canvas.extent.x + 0.1 {
                let half = Vector2(random.uniform(0.025, 0.07), towerHeight(x, layer, &random))
                paintTower(&canvas, Vector2(x + half.x, shore - half.y), half, Float(layer) / 4, random.next())
                x += half.x * random.uniform(1.7, 2.5)
            }
        }
        paintLamps(&canvas, &random)
        mirror(&canvas)
        paintBoat(&canvas, Vector2(-0.3 + 0.03 * motion, shore + 0.13))
    }

    private func towerHeight(_ x: Float, _ layer: Int, _ random: inout SplitMix64) -> Float {
        let center = exp(-(x - 0.1) * (x - 0.1) * 6)
        let tall = random.uniform() * random.uniform()
        return (0.05 + tall * (0.12 + 0.32 * center)) * (1.1 - 0.14 * Float(layer))
    }

    private func paintTower(
        _ canvas: inout Canvas, _ center: Vector2, _ half: Vector2, _ nearness: Float, _ identity: UInt64
    ) {
        var random = SplitMix64(seed: identity)
        let salt = UInt32(truncatingIfNeeded: identity)
        let windows = Vector2(random.uniform(0.006, 0.010), random.uniform(0.009, 0.014))
        let litShare = random.uniform(0.2, 0.6)
        let tint = mix(Color(1, 0.72, 0.38), Color(0.75, 0.85, 1), random.uniform() * random.uniform())
        let wall = mix(sky.horizon * 0.35, Color(0.03, 0.03, 0.04), 0.35 + 0.6 * nearness)
        canvas.stamp(at: center, half: half, depth: Shape.rectangle) { p in
            let place = (p * half + half) / windows
            let (column, row) = (floorInt(place.x), floorInt(place.y))
            let (u, v) = (place.x - Float(column), place.y - Float(row))
            let pane = u > 0.18 && u < 0.82 && v > 0.2 && v < 0.8
            let mood = latticeRandom(column, row, salt)
            let stain = 0.8 + 0.4 * Noise.fractal(p * 6, octaves: 3, salt)
            let glass = sky.color(Vector3(p.x * 0.3, 0.3, 0.9)) * 0.12
            let shine = mood < litShare ? tint * (0.4 + 3.0 * latticeRandom(column, row, salt &+ 1)) : glass
            let side: Float = p.x > 0.35 ? 0.6 : 1
            return pane ? shine * side : wall * stain * side
        }
    }

    private func paintLamps(_ canvas: inout Canvas, _ random: inout SplitMix64) {
        var x = -canvas.extent.x
        while x < canvas.extent.x {
            let lamp = Vector2(x, shore - random.uniform(0.006, 0.02))
            canvas.glow(at: lamp, radius: 0.03, Color(3, 1.9, 0.8)) { pow(1 - $0, 6) }
            x += random.uniform(0.03, 0.07)
        }
    }

    /// The river reflects the skyline, which the waves stretch.
    private func mirror(_ canvas: inout Canvas) {
        let first = max(0, Int(canvas.pixelPosition(Vector2(0, shore)).y))
        let salt = UInt32(truncatingIfNeeded: seed)
        for y in first..<canvas.height {
            for x in 0..<canvas.width {
                let p = canvas.scenePosition(Float(x) + 0.5, Float(y) + 0.5)
                let depth = 0.08 / (p.y - shore + 0.05)
                let wave = Noise.fractal(Vector2(p.x * depth * 22, depth * 60), octaves: 3, salt) - 0.5
                let source = canvas.pixelPosition(Vector2(p.x + wave * 0.02, 2 * shore - p.y + wave * 0.16))
                let column = min(max(Int(source.x), 0), canvas.width - 1)
                let row = min(max(Int(source.y), 0), max(first - 1, 0))
                let light = canvas.pixels[row * canvas.width + column]
                canvas.pixels[y * canvas.width + x] = light * (0.55 + 0.3 * wave) + Color(0.004, 0.007, 0.012)
            }
        }
    }

    /// A ferry with a row of lit windows.
    private func paintBoat(_ canvas: inout Canvas, _ center: Vector2) {
        canvas.stamp(
            at: center + Vector2(0, 0.045), half: Vector2(0.13, 0.03), blur: 0.02, opacity: 0.6, depth: Shape.ellipse
        ) {
            let wave = Noise.fractal(Vector2($0.x * 5, $0.y * 9), octaves: 3, 3)
            return Color(0.5, 0.33, 0.14) * wave * wave
        }
        canvas.stamp(
            at: center + Vector2(0, 0.012), half: Vector2(0.12, 0.018),
            depth: { p in min(4 - 4 * abs(p.x) - max(p.y, 0), 1 - abs(p.y)) }
        ) { p in
            return Color(0.02, 0.022, 0.03) * (1.5 - p.y)
        }
        canvas.stamp(at: center - Vector2(0.01, 0.014), half: Vector2(0.08, 0.014), depth: Shape.rectangle) { p in
            let isWindow = abs(fraction(p.x * 5) - 0.5) < 0.3 && abs(p.y) < 0.5
            let color = isWindow ? Color(1.4, 0.95, 0.45) : Color(0.10, 0.10, 0.12)
            return color
        }
    }
}
