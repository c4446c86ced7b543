/// Heights and their shadows on a square grid, interpolated between its points.
struct HeightMap {
    private let count: Int
    private let cell: Float
    private let corner: Vector2
    private var heights: [Float]
    /// The visible part of the sun at each point, 0…1.
    private var sunlight: [Float]

    /// Samples `height` on a square of `size` around `center`; `sun` is the unit direction to the sun (y up).
    init(count: Int = 512, size: Float, center: Vector2, sun: Vector3, height: (Vector2) -> Float) {
        self.count = count
        cell = size / Float(count - 1)
        corner = center - size / 2
        heights = [Float](repeating: 0, count: count * count)
        sunlight = [Float](repeating: 1, count: count * count)
        for row in 0..<count {
            for column in 0..<count {
                heights[row * count + column] = height(corner + Vector2(Float(column), Float(row)) * cell)
            }
        }
        castShadows(sun)
    }

    func height(_ place: Vector2) -> Float { interpolated(heights, place) }

    func sunlight(_ place: Vector2) -> Float { interpolated(sunlight, place) }

    /// The unit normal (y up) of the ground.
    func normal(_ place: Vector2) -> Vector3 {
        let (dx, dz) = (Vector2(cell, 0), Vector2(0, cell))
        return normalize(
            Vector3(
                height(place - dx) - height(place + dx), 2 * cell, height(place - dz) - height(place + dz)))
    }

    /// Follows a ray from every point to the sun.
    ///
    /// Heights above the ray cast a soft shadow on the point.
    private mutating func castShadows(_ sun: Vector3) {
        let flat = Vector2(sun.x, sun.z)
        let step = flat / length(flat) * cell
        let rise = sun.y / length(flat) * cell
        for row in 0..<count {
            for column in 0..<count {
                let index = row * count + column
                let place = corner + Vector2(Float(column), Float(row)) * cell
                var (reach, light): (Float, Float) = (1.5, 1)
                while reach < 120, light > 0 {
                    let clearance = heights[index] + rise * reach - height(place + step * reach)
                    light = min(light, saturate(0.5 + clearance / (reach * cell * 0.08)))
                    reach *= 1.25
                }
                sunlight[index] = light
            }
        }
    }

    private func interpolated(_ values: [Float], _ place: Vector2) -> Float {
        let last = Float(count - 1) - 0.001
        let p = ((place - corner) / cell).clamped(lowerBound: .zero, upperBound: Vector2(last, last))
        let (column, row) = (Int(p.x), Int(p.y))
        let (tx, ty) = (p.x - Float(column), p.y - Float(row))
        let i = row * count + column
        return mix(mix(values[i], values[i + 1], tx), mix(values[i + count], values[i + count + 1], tx), ty)
    }
}
