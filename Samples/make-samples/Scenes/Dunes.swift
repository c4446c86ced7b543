import Foundation

/// Sand dunes in low sun: sharp crests, ripples, long shadows.
struct Dunes: Scene {
    var seed: UInt32
    var sky: Sky

    func paint(_ canvas: inout Canvas, motion: Float) {
        let map = HeightMap(count: 768, size: 900, center: Vector2(0, 430), sun: sky.sun, height: rawHeight)
        let eye = Vector3(0, map.height(Vector2(0, 8)) + 16, 0)
        let landscape = Landscape(eye: eye, horizon: -0.14, focal: 1.0, near: 5, far: 880) { map.height($0) }
        landscape.paint(&canvas, sky: sky.color) { ground($0, map) }
    }

    private func rawHeight(_ place: Vector2) -> Float {
        let warp = (Noise.fractal(place * 0.006, octaves: 2, seed) - 0.5) * 3.2
        let phase = fraction(place.x * 0.004 + place.y * 0.008 + warp)
        // A long windward slope, a short lee slope.
        let profile = phase < 0.72 ? phase / 0.72 : (1 - phase) / 0.28
        let size = 3 + 30 * Noise.fractal(place * 0.009, octaves: 2, seed &+ 9)
        return size * pow(profile, 1.3) + 18 * Noise.fractal(place * 0.004, octaves: 2, seed &+ 5)
    }

    private func ground(_ hit: Landscape.Hit, _ map: HeightMap) -> Color {
        let wind = Noise.fractal(hit.place * 0.15, octaves: 3, seed &+ 20) * 7
        let ripple = sin((hit.place.x * 0.9 + hit.place.y * 2.6) + wind * 3) * saturate(1.3 - hit.distance / 120)
        let grain = Noise.fractal(hit.place * 9, octaves: 4, seed &+ 30)
        let bumps = Vector3(ripple * 0.10, 0, ripple * 0.22)
        let normal = normalize(map.normal(hit.place) + bumps)
        let sun = max(dot(normal, sky.sun), 0) * map.sunlight(hit.place)
        let color = Color(0.50, 0.29, 0.13) * (0.75 + 0.5 * grain)
        let light = color * (sky.sunColor * sun * 2.4 + sky.zenith * 0.55 + 0.03)
        return mix(sky.horizon * 0.9, light, exp(-hit.distance / 1100))
    }
}
