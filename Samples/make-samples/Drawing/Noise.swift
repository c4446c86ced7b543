/// Procedural textures.
///
/// Every function depends on its arguments only; a seed selects another texture of the same kind.
enum Noise {
    /// Random values on the unit lattice with smooth interpolation; 0…1, mean 0.5.
    ///
    /// This function takes most of the time of a run.
    @inline(__always)
    static func value(_ p: Vector2, _ seed: UInt32) -> Float {
        let (x, y) = (floorInt(p.x), floorInt(p.y))
        let (tx, ty) = (fade(p.x - Float(x)), fade(p.y - Float(y)))
        let corner = latticeSum(x, y, seed)
        let (right, below) = (corner &+ latticeColumn, corner &+ latticeRow)
        let top = mix(scrambled(corner), scrambled(right), tx)
        let bottom = mix(scrambled(below), scrambled(right &+ latticeRow), tx)
        return mix(top, bottom, ty) * 0x1p-24
    }

    /// A random integer below 2²⁴ for a lattice point.
    ///
    /// It consists of upper bits, which need no further mixing.
    @inline(__always)
    private static func scrambled(_ sum: UInt32) -> Float {
        Float(Int32(bitPattern: ((sum ^ (sum >> 15)) &* 0x2C1B_3C6D) >> 8))
    }

    /// Fractal noise of octaves of `value`, each twice as fine and half as strong; 0…1, mean 0.5.
    static func fractal(_ p: Vector2, octaves: Int, _ seed: UInt32) -> Float {
        var (sum, weight, total, q): (Float, Float, Float, Vector2) = (0, 1, 0, p)
        for octave in 0..<UInt32(octaves) {
            sum += weight * value(q, seed &+ octave)
            total += weight
            weight *= 0.5
            q = turned(q)
        }
        return sum / total
    }

    /// Fractal noise with sharp crests, like eroded mountains; 0…1, the crests near 1.
    static func ridged(_ p: Vector2, octaves: Int, _ seed: UInt32) -> Float {
        var (sum, weight, total, q, gain): (Float, Float, Float, Vector2, Float) = (0, 1, 0, p, 1)
        for octave in 0..<UInt32(octaves) {
            let crest = 1 - abs(value(q, seed &+ octave) * 2 - 1)
            sum += weight * crest * crest * gain
            total += weight
            gain = saturate(crest * 1.6)  // More detail on crests than in valleys.
            weight *= 0.5
            q = turned(q)
        }
        return sum / total
    }

    /// The result of Voronoi noise, which has one random point in each lattice cell.
    struct Cell {
        /// The distance to the nearest point, in cells.
        var nearest: Float
        /// The distance to the border with the neighbouring cell, about 0 at the border.
        var border: Float
        /// The vector from the nearest point to the position.
        var offset: Vector2
        /// A hash that identifies the cell.
        var identity: UInt32

        /// A random number of the cell, 0 ≤ x < 1, which is independent for each `salt`.
        func random(_ salt: Int32) -> Float { latticeRandom(Int32(truncatingIfNeeded: identity), salt, 77) }
    }

    /// Voronoi noise, for stones, cracks and petals.
    ///
    /// `jitter` 0 is a square grid, 1 fully irregular.
    static func cell(_ p: Vector2, jitter: Float = 0.9, _ seed: UInt32) -> Cell {
        let (x, y) = (floorInt(p.x), floorInt(p.y))
        var best = Cell(nearest: .infinity, border: .infinity, offset: .zero, identity: 0)
        var second = Float.infinity
        for row in (y - 1)...(y + 1) {
            for column in (x - 1)...(x + 1) {
                let hash = latticeHash(column, row, seed)
                let point = Vector2(
                    Float(column) + 0.5 + jitter * (Float(hash & 0xFFFF) / 65536 - 0.5),
                    Float(row) + 0.5 + jitter * (Float(hash >> 16) / 65536 - 0.5))
                let offset = p - point
                let distance = dot(offset, offset)
                if distance < best.nearest {
                    second = best.nearest
                    best = Cell(nearest: distance, border: 0, offset: offset, identity: hash)
                } else if distance < second {
                    second = distance
                }
            }
        }
        best.nearest = best.nearest.squareRoot()
        best.border = second.squareRoot() - best.nearest
        return best
    }

    @inline(__always)
    private static func fade(_ t: Float) -> Float { t * t * (3 - 2 * t) }

    /// The position in the next octave: twice as fine, and rotated so that the lattices of the octaves are not aligned.
    @inline(__always)
    private static func turned(_ p: Vector2) -> Vector2 {
        Vector2(1.6 * p.x - 1.2 * p.y + 3.7, 1.2 * p.x + 1.6 * p.y + 1.3)
    }
}
