import Foundation

/// Clouds from above with the tip of the aeroplane's wing: a soft picture with few edges.
struct CloudSea: Scene {
    var seed: UInt32
    var sky: Sky
    let isSoft = true

    func paint(_ canvas: inout Canvas, motion: Float) {
        let map = HeightMap(size: 60, center: Vector2(0, 28), sun: sky.sun, height: rawHeight)
        let landscape = Landscape(eye: Vector3(0, 6.5, 0), horizon: -0.24, focal: 0.9, near: 3, far: 57) {
            map.height($0)
        }
        landscape.paint(&canvas, sky: sky.color) { ground($0, map) }
        paintWing(&canvas)
    }

    private func rawHeight(_ place: Vector2) -> Float {
        var (sum, weight, p): (Float, Float, Vector2) = (0, 1, place * 0.22)
        for octave in 0..<UInt32(6) {
            // Billows, round above and creased below.
            sum += weight * abs(Noise.value(p, seed &+ octave) * 2 - 1)
            weight *= 0.5
            p = p * 2.1 + 5
        }
        let towers = smoothstep(0.5, 0.8, Noise.fractal(place * 0.1, octaves: 2, seed &+ 30))
        return 2.4 * sum * (0.5 + towers * 1.3)
    }

    private func ground(_ hit: Landscape.Hit, _ map: HeightMap) -> Color {
        let fine = Noise.fractal(hit.place * 4, octaves: 4, seed &+ 40)
        let sun = saturate(dot(map.normal(hit.place), sky.sun) * 0.7 + 0.3) * (0.35 + 0.65 * map.sunlight(hit.place))
        let depth = smoothstep(0.2, 2.6, hit.height + (fine - 0.5) * 1.2)
        let blue = Color(0.16, 0.23, 0.38)
        let cloud = mix(blue, sky.sunColor * 1.05, depth * 0.35 + sun * 0.65) * (0.8 + 0.4 * fine)
        return mix(sky.horizon, cloud, exp(-hit.distance / 60))
    }

    private func paintWing(_ canvas: inout Canvas) {
        let light = sky.sunColor
        canvas.stamp(
            at: Vector2(0.62, 0.34), half: Vector2(0.62, 0.085), angle: -0.32,
            depth: { p in min(1 - abs(p.x), 0.775 + 0.225 * p.x - abs(p.y)) }
        ) { p in
            let panel = smoothstep(0.02, 0.05, abs(fraction(p.x * 6) - 0.5)) * smoothstep(0.02, 0.06, abs(p.y - 0.2))
            let shade = 0.30 + 0.28 * smoothstep(-0.8, 0.6, -p.y) + 0.04 * Noise.value(p * 40, 3)
            let stripe: Color = p.x < -0.82 ? Color(0.5, 0.05, 0.04) : Color(repeating: 0.75)
            return stripe * light * shade * (0.75 + 0.25 * panel)
        }
    }
}
