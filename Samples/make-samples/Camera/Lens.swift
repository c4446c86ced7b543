/// The optical effects of a camera: bloom around highlights.
enum Lens {
    /// Adds a weak, wide blur of the highlights, which is computed at an eighth of the size.
    static func bloom(_ canvas: inout Canvas) {
        let cell = max(2, Int(canvas.scale / 150))
        let (columns, rows) = (canvas.width / cell + 1, canvas.height / cell + 1)
        var highlights = [Color](repeating: .zero, count: columns * rows)
        for y in 0..<canvas.height {
            for x in 0..<canvas.width {
                let over = canvas.pixels[y * canvas.width + x] - 0.9
                highlights[(y / cell) * columns + x / cell] += over.clamped(
                    lowerBound: .zero, upperBound: Color(repeating: 4))
            }
        }
        for _ in 0..<3 { highlights = boxBlurred(boxBlurred(highlights, columns, rows), rows, columns) }
        let strength = 0.12 / Float(cell * cell)
        for y in 0..<canvas.height {
            for x in 0..<canvas.width {
                // Bilinear interpolation between the centres of the cells.
                let (u, v) = ((Float(x) + 0.5) / Float(cell) - 0.5, (Float(y) + 0.5) / Float(cell) - 0.5)
                let (left, top) = (max(0, Int(u)), max(0, Int(v)))
                let (right, bottom) = (min(left + 1, columns - 1), min(top + 1, rows - 1))
                let (tx, ty) = (saturate(u - Float(left)), saturate(v - Float(top)))
                let upper = mix(highlights[top * columns + left], highlights[top * columns + right], tx)
                let lower = mix(highlights[bottom * columns + left], highlights[bottom * columns + right], tx)
                canvas.pixels[y * canvas.width + x] += mix(upper, lower, ty) * strength
            }
        }
    }

    /// Blurs every row over 7 cells and transposes the result, whose width is therefore `height`.
    private static func boxBlurred(_ cells: [Color], _ width: Int, _ height: Int) -> [Color] {
        var result = cells
        for y in 0..<height {
            for x in 0..<width {
                let range = max(0, x - 3)...min(width - 1, x + 3)
                var sum = Color.zero
                for i in range { sum += cells[y * width + i] }
                result[x * height + y] = sum / 7
            }
        }
        return result
    }
}
