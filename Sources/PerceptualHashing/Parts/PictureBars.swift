extension CellGrid {
    /// The parts of the picture without a border or bars of one level, each once; none if little remains.
    ///
    /// A line of cells belongs to a bar if enough of its cells have the level of the outermost line. The others may be
    /// text, like the clock at the top of a screenshot, so that one part assumes bars with text. Another part assumes
    /// bars without text, because a dark or bright edge of the photo itself looks like a bar with text. One or two
    /// lines may be the photo's own edge, so that the first parts take them for a part of the photo.
    var partsWithoutBars: [(columns: Range<Double>, rows: Range<Double>)] {
        let parts = [3, 1].flatMap { lines in [60, 95].map { partWithoutBars(ofLines: lines, percent: $0) } }
        return parts.enumerated().compactMap { index, part in
            guard let part, !parts[..<index].contains(where: { $0.map { $0 == part } ?? false }) else { return nil }
            return (
                Double(part.columns.lowerBound)..<Double(part.columns.upperBound),
                Double(part.rows.lowerBound)..<Double(part.rows.upperBound)
            )
        }
    }

    /// - Parameters:
    ///   - least: The least number of lines of a bar.
    ///   - percent: The least part of a line's cells that have the level of the bar.
    private func partWithoutBars(ofLines least: Int, percent: Int) -> (columns: Range<Int>, rows: Range<Int>)? {
        let all = (columns: 0..<width, rows: 0..<height)
        func row(_ row: Int) -> [Float] { all.columns.map { levels[row * width + $0] } }
        let top = bar(all.rows.map { row($0) }, least, percent)
        let bottom = bar(all.rows.reversed().map { row($0) }, least, percent)
        guard top + bottom <= height * 3 / 4 else { return nil }
        let rows = top..<height - bottom
        func column(_ column: Int) -> [Float] { rows.map { levels[$0 * width + column] } }
        let left = bar(all.columns.map { column($0) }, least, percent)
        let right = bar(all.columns.reversed().map { column($0) }, least, percent)
        guard left + right <= width * 3 / 4, max(top, bottom, left, right) > 0 else { return nil }
        return (Self.inside(left, right, of: width), Self.inside(top, bottom, of: height))
    }

    /// The lines between two bars.
    ///
    /// The line beside a bar is smoothed with it, so it does not count.
    private static func inside(_ first: Int, _ last: Int, of count: Int) -> Range<Int> {
        (first > 0 ? first + 1 : 0)..<(last > 0 ? count - last - 1 : count)
    }

    /// The number of lines, from the outermost one, that belong to a bar; 0 if they are fewer than `least`.
    private func bar(_ lines: [[Float]], _ least: Int, _ percent: Int) -> Int {
        let outermost = lines[0].sorted()
        let level = outermost[outermost.count / 2]
        let count = lines.prefix { line in line.count { abs($0 - level) <= 4 } * 100 >= line.count * percent }.count
        return count < least ? 0 : count
    }
}
