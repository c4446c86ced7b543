import Foundation

/// The front of an old apartment house in daylight: windows, shutters, balconies, stains.
struct Facade: Scene {
    var seed: UInt32
    var plaster: Color
    var shutters: Color

    private let storey = Vector2(0.24, 0.30)

    func paint(_ canvas: inout Canvas, motion: Float) {
        canvas.shade(samples: 2, seed: UInt64(seed)) { p, _ in
            // Rows and columns converge, because the view is from the street and slightly from the side.
            let depth = 1 + 0.16 * p.x - 0.12 * p.y
            let place = Vector2(p.x, p.y) / depth + Vector2(3.03, 3.06)
            return color(place)
        }
    }

    private func color(_ place: Vector2) -> Color {
        let grid = place / storey
        let (column, row) = (floorInt(grid.x), floorInt(grid.y))
        let local = Vector2(grid.x - Float(column), grid.y - Float(row))
        let identity = latticeHash(column, row, seed)
        var color = wall(place)
        // The shadow of the sill and the shutters to the lower right.
        color *= inside(local - Vector2(0.04, 0.05), Vector2(0.5, 0.5), Vector2(0.36, 0.33)) ? 0.55 : 1
        if inside(local, Vector2(0.5, 0.48), Vector2(0.19, 0.31)) {
            color = window(local, identity)
        } else if inside(local, Vector2(0.5, 0.48), Vector2(0.36, 0.30)), identity % 5 != 0 {
            let slat = fraction(local.y * 26)
            color = shutters * (0.35 + 0.9 * slat) * (0.8 + 0.4 * Noise.value(place * 50, seed))
        } else if inside(local, Vector2(0.5, 0.82), Vector2(0.25, 0.022)) {
            color = Color(0.55, 0.52, 0.47) * (0.7 + 0.5 * Noise.value(place * 60, seed &+ 2))
        }
        if identity % 3 == 0 { color = balcony(color, local, place) }
        return color * (0.55 + 0.45 * smoothstep(0.02, 0.05, local.y))
    }

    private func wall(_ place: Vector2) -> Color {
        let stain = Noise.fractal(place * Vector2(7, 2), octaves: 5, seed &+ 10)
        let grain = Noise.fractal(place * 140, octaves: 3, seed &+ 20)
        let crumbled = smoothstep(0.60, 0.63, Noise.fractal(place * 4, octaves: 6, seed &+ 30))
        let brick = Color(0.34, 0.15, 0.09) * (0.5 + 0.8 * Noise.value(place * Vector2(30, 70), seed &+ 40))
        return mix(plaster * (0.55 + 0.7 * stain), brick, crumbled) * (0.7 + 0.6 * grain)
    }

    private func window(_ local: Vector2, _ identity: UInt32) -> Color {
        let p = (local - Vector2(0.5, 0.48)) / Vector2(0.19, 0.31)
        if max(abs(p.x), abs(p.y)) > 0.9 || abs(p.x) < 0.05 || abs(p.y + 0.3) < 0.03 {
            return Color(0.62, 0.60, 0.55)
        }
        let room = Color(0.03, 0.032, 0.036) * (1 + p.y)
        let curtained = identity % 4 < 2 && abs(p.x) > 0.25 + 0.1 * Float(identity % 7) / 7
        let fold = 0.55 + 0.45 * sin(p.x * 40 + p.y)
        let inner = curtained ? Color(0.38, 0.36, 0.32) * fold : room
        let mirrored = Noise.fractal(local * Vector2(3, 2) + Float(identity % 64), octaves: 4, seed)
        return inner + Color(0.28, 0.36, 0.48) * smoothstep(0.4, 0.7, mirrored) * 0.6
    }

    private func balcony(_ behind: Color, _ local: Vector2, _ place: Vector2) -> Color {
        if inside(local, Vector2(0.5, 0.90), Vector2(0.40, 0.035)) {
            return Color(0.40, 0.38, 0.35) * (0.6 + 0.6 * Noise.value(place * 80, seed &+ 3))
        }
        guard inside(local, Vector2(0.5, 0.70), Vector2(0.39, 0.17)) else { return behind }
        let flowers = Noise.cell(place * 90, seed &+ 50)
        if local.y > 0.60, Noise.fractal(place * 18, octaves: 3, seed &+ 60) > 0.56 {
            let green = Color(0.05, 0.12, 0.03)
            let petal = flowers.random(2) > 0.55 ? Color(0.6, 0.06, 0.08) : green
            return petal * (0.5 + flowers.border)
        }
        let isBar = fraction(local.x * 22) < 0.22 || abs(local.y - 0.54) < 0.012
        return isBar ? Color(0.02, 0.022, 0.025) : behind * 0.85
    }

    private func inside(_ p: Vector2, _ center: Vector2, _ half: Vector2) -> Bool {
        abs(p.x - center.x) < half.x && abs(p.y - center.y) < half.y
    }
}
