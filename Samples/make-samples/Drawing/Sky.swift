import Foundation

/// The light from above: a gradient, the sun and clouds, by direction (y up).
struct Sky: Sendable {
    var sun: Vector3
    var zenith = Color(0.10, 0.24, 0.62)
    var horizon = Color(0.55, 0.68, 0.85)
    var sunColor = Color(1.0, 0.9, 0.75)
    /// The cloud cover: 0 (clear) to 1 (overcast).
    var clouds: Float = 0.45
    var cloudShade = Color(0.42, 0.46, 0.55)
    var seed: UInt32 = 1

    func color(_ direction: Vector3) -> Color {
        let height = max(direction.y, 0)
        var color = mix(horizon, zenith, pow(height, 0.45))
        let toSun = max(dot(direction, sun), 0)
        color += sunColor * (0.25 * pow(toSun, 6) + 0.8 * pow(toSun, 90) + 12 * smoothstep(0.9994, 0.9998, toSun))
        guard clouds > 0, direction.y > 0 else { return color }
        return cloudy(color, direction, toSun)
    }

    /// A layer of clouds at a fixed height, lit by the sun.
    ///
    /// The difference of two densities gives the shading.
    private func cloudy(_ clear: Color, _ direction: Vector3, _ toSun: Float) -> Color {
        let p = Vector2(direction.x, direction.z) / (direction.y + 0.06) * 1.3
        let density = Noise.fractal(p, octaves: 6, seed)
        let towardsSun = Noise.fractal(p + Vector2(sun.x, sun.z) * 0.12, octaves: 4, seed)
        let cover = smoothstep(0.72 - clouds * 0.42, 0.86 - clouds * 0.3, density)
        let lit = saturate(0.55 + (density - towardsSun) * 4.5)
        let cloud = mix(cloudShade, sunColor * (0.9 + 0.5 * pow(toSun, 8)), lit)
        // Distant clouds are hazy.
        return mix(clear, mix(horizon, cloud, smoothstep(0, 0.16, direction.y)), cover * 0.92)
    }
}
