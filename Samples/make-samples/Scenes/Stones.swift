import Foundation

/// Pebbles on a beach or wet cobbles, in perspective: rounded cells in three sizes.
struct Stones: Scene {
    var seed: UInt32
    var tones: [Color]
    /// Whether the stones are cobbles, in rows and with a shine.
    var areCobbles = false
    var light = Color(1.5, 1.35, 1.15)
    /// The height of the camera; a small value shows distant stones.
    var view: Float = 0.5

    func paint(_ canvas: inout Canvas, motion: Float) {
        canvas.shade(samples: 2, seed: UInt64(seed)) { p, _ in
            let depth = view / (p.y + 0.62 + view * 0.6)
            let place = Vector2(p.x, 1) * depth * 7
            let color = areCobbles ? cobbles(place) : pebbles(place)
            return mix(color, Color(0.35, 0.38, 0.42), saturate(depth * 0.35 - 0.35))
        }
    }

    private func pebbles(_ place: Vector2) -> Color {
        // The largest stones are on top.
        for (frequency, salt, share) in [(Float(1.1), UInt32(0), Float(0.35)), (2.6, 10, 0.6), (6.5, 20, 2)] {
            let p = rotate(place, by: Float(salt)) * frequency
            let cell = Noise.cell(p, jitter: 0.7, seed &+ salt)
            guard cell.random(1) < share, cell.border > 0.09 else { continue }
            return stone(cell, p, salt)
        }
        return Color(0.05, 0.045, 0.04) * Noise.value(place * 40, seed)
    }

    private func cobbles(_ place: Vector2) -> Color {
        let p = place * Vector2(1.5, 1.9) + Vector2(0, sin(place.x * 0.9) * 0.5)
        let cell = Noise.cell(p + Vector2(floorInt(p.y) & 1 == 0 ? 0 : 0.5, 0), jitter: 0.35, seed)
        guard cell.border > 0.07 else { return Color(0.02, 0.018, 0.016) * (0.4 + Noise.value(place * 30, seed)) }
        return stone(cell, p, 0)
    }

    /// A stone as a dome, steep at the border and lit from the upper left.
    private func stone(_ cell: Noise.Cell, _ p: Vector2, _ salt: UInt32) -> Color {
        let rim = smoothstep(0.05, 0.5, cell.border)
        let tilt = cell.offset * (1.9 - rim * 1.1)
        let rough = Noise.fractal(p * 9 + cell.random(4) * 50, octaves: 5, seed &+ salt)
        let normal = normalize(Vector3(tilt.x + (rough - 0.5) * 0.5, 1, tilt.y + (rough - 0.5) * 0.4))
        let sun = normalize(Vector3(-0.6, 0.65, 0.35))
        let index = Int(cell.identity >> 3) % tones.count
        var color = tones[index] * (0.6 + 0.8 * cell.random(2)) * (0.6 + 0.8 * rough)
        if cell.random(3) > 0.78 {  // A vein of quartz.
            let line = abs(dot(cell.offset, rotate(Vector2(1, 0), by: cell.random(5) * 6)) + (rough - 0.5) * 0.2)
            color = mix(Color(0.6, 0.58, 0.55), color, smoothstep(0.02, 0.06, line))
        }
        let lit = max(dot(normal, sun), 0)
        let shine = pow(lit, 40) * (areCobbles ? 2.2 : 0.25)
        return (color * (lit * 1.2 + 0.22) + shine * 0.4) * (0.25 + 0.75 * rim) * light
    }
}
