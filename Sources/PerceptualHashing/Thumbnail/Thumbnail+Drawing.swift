extension Thumbnail {
    /// The number of cells whose level is within one level of the ground's, from which a picture is mostly text or
    /// drawing.
    private static let leastGround = 1434
    /// The same of the inner cells that are even.
    private static let leastEvenGround = 820
    /// The number of inner cells with strokes, without which a picture is only a ground.
    private static let leastStrokes = 200
    /// The greatest range of the levels in the 3×3 cells around an even cell.
    private static let evenRange: UInt8 = 2
    /// The greatest range around a cell without strokes.
    private static let strokelessRange: UInt8 = 12

    /// Whether the picture is mostly text or drawing, such as a page, a screenshot, a ticket, a map or a graph.
    ///
    /// Such a picture has a ground of one level and strokes on it: 35 % of the cells are within a level of the ground,
    /// 20 % are even, too, and 5 % have strokes. 64×64 cells do not show what is written on it.
    package var isMostlyTextOrDrawing: Bool {
        guard Self.greatestCount(near: levels) >= Self.leastGround else { return false }
        let inner = 1..<Self.side - 1
        let cells = inner.flatMap { row in inner.map { (level: self[row, $0], range: range(around: row, $0)) } }
        let even = cells.filter { $0.range <= Self.evenRange }.map(\.level)
        return Self.greatestCount(near: even) >= Self.leastEvenGround
            && cells.count { $0.range > Self.strokelessRange } >= Self.leastStrokes
    }

    /// The difference of the greatest and the least level in the 3×3 cells around an inner cell.
    private func range(around row: Int, _ column: Int) -> UInt8 {
        var (least, greatest) = (UInt8.max, UInt8.min)
        for y in row - 1...row + 1 {
            for x in column - 1...column + 1 {
                least = min(least, self[y, x])
                greatest = max(greatest, self[y, x])
            }
        }
        return greatest - least
    }

    /// The greatest number of levels that are within one level of the same level.
    private static func greatestCount(near levels: [UInt8]) -> Int {
        var counts = Array(repeating: 0, count: 258)
        for level in levels { counts[Int(level) + 1] += 1 }
        return (1...256).map { counts[$0 - 1] + counts[$0] + counts[$0 + 1] }.max() ?? 0
    }
}

extension ContentSignature {
    /// Whether the picture of the signature is an exact thumbnail that is mostly text or drawing.
    ///
    /// A code is not exact enough: its quantisation changes even cells.
    package var isMostlyTextOrDrawing: Bool {
        guard case .thumbnail(let levels) = picture, let thumbnail = Thumbnail(levels: levels) else { return false }
        return thumbnail.isMostlyTextOrDrawing
    }
}
