import Foundation

/// Surfaces of objects in a `World`, by position.
enum Materials {
    /// Oiled boards along x.
    static func oak(_ place: Vector3) -> Color {
        let board = floorInt(place.z / 0.9)
        let own = Vector2(place.x + Float(board) * 3.7, place.z)
        let grain = Noise.fractal(own * Vector2(1.1, 11), octaves: 5, 31)
        let rings = 0.5 + 0.5 * sin(own.y * 40 + grain * 16)
        let pores = Noise.value(own * Vector2(9, 90), 33)
        let gap = smoothstep(0.008, 0.02, min(fraction(place.z / 0.9), 1 - fraction(place.z / 0.9)))
        return Color(0.36, 0.21, 0.11) * (0.4 + 0.6 * grain + 0.3 * rings) * (0.8 + 0.3 * pores) * (0.3 + 0.7 * gap)
    }

    static func checkedCloth(_ place: Vector3) -> Color {
        let (x, z) = (floorInt(place.x * 2.2) & 1, floorInt(place.z * 2.2) & 1)
        let thread = 0.7 + 0.3 * sin(place.x * 170) * sin(place.z * 170)
        let fold = 0.75 + 0.5 * Noise.fractal(Vector2(place.x, place.z) * 0.8, octaves: 4, 41)
        let tone: Color = x + z == 2 ? Color(0.10, 0.20, 0.40) : Color(0.34, 0.42, 0.55)
        return (x + z == 0 ? Color(0.66, 0.65, 0.60) : tone) * thread * fold
    }

    /// Painted wood that is worn at random spots, with a frame and a disc on every side.
    ///
    /// `local` is the position in the block.
    static func paintedWood(_ local: Vector3, _ normal: Vector3, _ tint: Color, _ salt: UInt32) -> Color {
        let flat = abs(normal.y) > 0.7 ? Vector2(local.x, local.z) : Vector2(local.x + local.z, local.y)
        let grain = Noise.fractal(flat * Vector2(4, 30), octaves: 4, salt)
        let wood = Color(0.46, 0.32, 0.18) * (0.6 + 0.7 * grain)
        let worn = smoothstep(0.60, 0.66, Noise.fractal(flat * 5, octaves: 5, salt &+ 1))
        let disc = smoothstep(0.02, 0, abs(length(flat) - 0.24) - 0.06)
        return mix(mix(tint * (0.8 + 0.4 * grain), wood, disc), wood, worn)
    }

    /// Wallpaper with a small pattern.
    static func wallpaper(_ place: Vector2, _ tint: Color) -> Color {
        let cell = Noise.cell(place * 5, jitter: 0.25, 51)
        let motif = smoothstep(0.30, 0.22, cell.nearest * (1 + 0.4 * sin(atan2(cell.offset.y, cell.offset.x) * 5)))
        let age = 0.8 + 0.4 * Noise.fractal(place * 1.5, octaves: 5, 52)
        return mix(tint, tint * 0.45, motif) * age
    }

    /// A woven rug with stripes and lozenges.
    static func rug(_ place: Vector2) -> Color {
        let thread = 0.65 + 0.5 * Noise.value(place * Vector2(60, 140), 61)
        let stripe = fraction(place.y * 1.6)
        let lozenge = abs(fraction(place.x * 1.4) - 0.5) + abs(stripe - 0.5)
        if lozenge < 0.28 { return Color(0.55, 0.42, 0.20) * thread }
        if lozenge < 0.38 { return Color(0.06, 0.08, 0.16) * thread }
        return Color(0.38, 0.07, 0.06) * thread
    }
}
