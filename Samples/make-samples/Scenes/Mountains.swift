import Foundation

/// A valley in front of ridges, with rock, woods or snow by height and slope, and haze by distance.
struct Mountains: Scene {
    var seed: UInt32
    var sky: Sky
    var haze: Color
    /// The height of the highest peaks, in kilometres like all lengths here.
    var peak: Float = 1.6
    /// The height above which the ground has snow.
    var snowLine: Float = 0.9
    /// The height below which trees and grass grow.
    var treeLine: Float = 0.5
    var plants = Color(0.045, 0.085, 0.02)
    var rock = Color(0.21, 0.19, 0.17)
    /// The strength of the layers in the rock: 0 (none) to 1.
    var strata: Float = 0
    var horizon: Float = -0.02
    /// The height of the camera above the ground.
    var eyeHeight: Float = 0.3
    /// The height of the water level; no water is visible if it is far below the ground.
    var water: Float = -10

    func paint(_ canvas: inout Canvas, motion: Float) {
        let map = HeightMap(size: 14, center: Vector2(0, 7), sun: sky.sun, height: rawHeight)
        let eye = Vector3(0, max(map.height(.zero), water) + eyeHeight, 0)
        let landscape = Landscape(eye: eye, horizon: horizon, focal: 1.1, near: 0.12, far: 14) {
            max(map.height($0), water)
        }
        landscape.paint(&canvas, sky: sky.color) { ground($0, map) }
    }

    private func rawHeight(_ place: Vector2) -> Float {
        let rugged = Noise.ridged(place * 0.42, octaves: 9, seed)
        // The valley extends away from the camera.
        let valley = smoothstep(0.1, 1.6, abs(place.x + 0.5 * sin(place.y * 0.7))) * 0.8 + 0.2
        return peak * rugged * rugged * 1.7 * valley * smoothstep(-1.5, 5, place.y)
    }

    private func ground(_ hit: Landscape.Hit, _ map: HeightMap) -> Color {
        var light: Color
        if hit.height <= water {
            light = waterColor(hit, map)
        } else {
            light = dryColor(hit, map)
        }
        let visible = exp(-hit.distance * 0.13)
        let towardsSun = pow(max(dot(hit.view, sky.sun), 0), 4)
        light = mix(haze + sky.sunColor * towardsSun * 0.2, light, visible)
        return light
    }

    private func dryColor(_ hit: Landscape.Hit, _ map: HeightMap) -> Color {
        let fine = Noise.fractal(hit.place * 60, octaves: 4, seed &+ 40)
        let coarse = Noise.fractal(hit.place * 6, octaves: 4, seed &+ 50)
        var normal = map.normal(hit.place)
        let bump = Vector2(
            Noise.value(hit.place * 90, seed &+ 60) - 0.5, Noise.value(hit.place * 90, seed &+ 61) - 0.5)
        normal = normalize(normal + Vector3(bump.x, 0, bump.y) * 0.7)
        let steep = 1 - normal.y
        var color = rock * (0.45 + 1.1 * fine)
        color *= mix(1, 0.55 + 0.9 * Noise.value(Vector2(hit.height * 38 + coarse * 3, 0.5), seed &+ 70), strata)
        let green = smoothstep(0.08, -0.12, hit.height - treeLine + (coarse - 0.5) * 0.5) * smoothstep(0.55, 0.3, steep)
        let tree = smoothstep(0.42, 0.62, fine)
        color = mix(color, mix(plants * 2.2, plants, tree) * (0.4 + 1.2 * fine), green)
        let snow = smoothstep(-0.05, 0.1, hit.height - snowLine + (coarse - 0.5) * 0.6) * smoothstep(0.62, 0.4, steep)
        color = mix(color, Color(0.82, 0.86, 0.92), snow)
        let sun = max(dot(normal, sky.sun), 0) * map.sunlight(hit.place)
        return color * (sky.sunColor * sun * 2.2 + sky.zenith * (0.5 + 0.5 * normal.y) * 0.9 + 0.04)
    }

    /// A lake reflects the sky and, weakly, the mountains behind it.
    private func waterColor(_ hit: Landscape.Hit, _ map: HeightMap) -> Color {
        let waves = Vector2(
            Noise.fractal(hit.place * Vector2(70, 25), octaves: 3, seed &+ 80) - 0.5,
            Noise.fractal(hit.place * Vector2(70, 25), octaves: 3, seed &+ 81) - 0.5)
        let normal = normalize(Vector3(waves.x * 0.06, 1, waves.y * 0.06))
        var mirrored = reflect(hit.view, normal)
        mirrored.y = abs(mirrored.y)
        for step in 1...24 {
            let reach = 0.15 * Float(step) * (1 + 0.1 * Float(step))
            let place = hit.place + Vector2(mirrored.x, mirrored.z) * reach
            guard map.height(place) > water + mirrored.y * reach else { continue }
            let shore = Landscape.Hit(
                place: place, height: map.height(place), distance: hit.distance + reach, view: mirrored)
            return mix(haze, dryColor(shore, map), exp(-shore.distance * 0.13)) * 0.7
        }
        return sky.color(mirrored) * 0.75
    }
}
