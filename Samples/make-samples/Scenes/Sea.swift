import Foundation

/// Open water under a low sun or a storm, optionally with rocks in front.
struct Sea: Scene {
    var seed: UInt32
    var sky: Sky
    var horizon: Float
    /// The steepness of the waves: 0.1 for a calm sea, 0.4 for a storm.
    var steepness: Float
    var water = Color(0.01, 0.035, 0.045)
    var hasRocks = false

    func paint(_ canvas: inout Canvas, motion: Float) {
        canvas.shade { p in
            let direction = normalize(Vector3(p.x, horizon - p.y, 1.1))
            return direction.y > 0 ? sky.color(direction) : surface(direction, motion)
        }
        if hasRocks { paintRocks(&canvas) }
    }

    private func surface(_ direction: Vector3, _ motion: Float) -> Color {
        let distance = 2.2 / max(-direction.y, 0.002)
        let place = Vector2(direction.x, direction.z) * distance + Vector2(0, motion * 0.3)
        // Distant waves are smaller than a pixel, so they are reduced to their mean.
        let calm = 1 / (1 + distance * 0.012)
        let (slope, crest) = waves(place)
        let normal = normalize(Vector3(slope.x * steepness * calm, 1, slope.y * steepness * calm))
        var mirrored = reflect(direction, normal)
        mirrored.y = abs(mirrored.y) + 0.02
        let facing = saturate(-dot(direction, normal))
        let fresnel = 0.03 + 0.97 * pow(1 - facing, 5)
        let foam = smoothstep(0.70, 0.82, crest) * saturate(steepness * 3 - 0.3)
        let foamed = mix(
            water * (0.6 + crest), sky.sunColor * 0.5 + 0.12, foam * (0.4 + 0.6 * Noise.value(place * 9, 7)))
        let glitter = pow(max(dot(normalize(mirrored), sky.sun), 0), 220) * 5
        let light = mix(foamed, sky.color(normalize(mirrored)), fresnel) + sky.sunColor * glitter
        return mix(light, sky.horizon * 0.8, 1 - exp(-distance / 500))
    }

    /// The slope of the surface, and its height, 0…1.
    private func waves(_ place: Vector2) -> (slope: Vector2, crest: Float) {
        let step: Float = 0.08
        let here = elevation(place)
        let slope = Vector2(elevation(place + Vector2(step, 0)) - here, elevation(place + Vector2(0, step)) - here)
        return (slope / step * -1.6, here)
    }

    private func elevation(_ place: Vector2) -> Float {
        let warped = place * Vector2(0.32, 0.55) + Noise.value(place * 0.2, seed &+ 3) * 1.3
        return Noise.ridged(warped, octaves: 5, seed)
    }

    private func paintRocks(_ canvas: inout Canvas) {
        var random = SplitMix64(seed: UInt64(seed))
        for i in 0..<14 {
            let depth = Float(i) / 13
            let size = mix(0.03, 0.3, depth * depth) * random.uniform(0.7, 1.3)
            let side: Float = i % 3 == 0 ? 1 : -1
            let x = side * mix(0.1, 0.5, random.uniform()) * (0.6 + depth * 0.5)
            let center = Vector2(x, mix(horizon + 0.08, 0.66, depth))
            let salt = seed &+ UInt32(i)
            let rough = { (p: Vector2) in Noise.fractal(p * 3 + Float(i), octaves: 6, salt) }
            canvas.stamp(
                at: center, half: Vector2(size, size * 0.6),
                depth: { p in 1 - length(p * Vector2(1, p.y > 0 ? 2.2 : 1)) + (rough(p) - 0.5) * 0.9 }
            ) { p in
                let lit = saturate(0.25 - p.y * 0.6 + (rough(p) - rough(p + 0.05)) * 6)
                let wet = smoothstep(0.1, 0.5, p.y)
                let color = mix(Color(0.14, 0.12, 0.10), Color(0.02, 0.022, 0.025), wet) * (0.3 + 1.5 * lit)
                return color * (sky.horizon * 0.8 + 0.3)
            }
        }
    }
}
