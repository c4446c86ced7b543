import PerceptualHashing
import Testing

@Suite struct ResamplingAxisTests {
    @Test("Weights of a cell of two pixels", arguments: [(128, 8), (1024, 1)])
    func twoPixelsPerCell(stored: Int, eighths: Int) throws {
        let axis = try #require(ResamplingAxis(stored: stored, decoded: 128, eighths: eighths))
        // The tent of half-width 2 pixels around x = 2 (a border between pixels) includes pixels at −1.5, −0.5, 0.5,
        // 1.5.
        let inner = axis.cells[1]
        #expect(inner.pixels == 1..<5)
        let unit: UInt64 = 1 << 12
        #expect(inner.pixels.map { axis.weight(of: $0, in: inner) } == [unit, 3 * unit, 3 * unit, unit])
        // At the edge one pixel is outside.
        #expect(axis.cells[0].pixels == 0..<3)
        let outer = axis.cells[0]
        #expect(outer.pixels.map { axis.weight(of: $0, in: outer) } == [3 * unit, 3 * unit, unit])
        #expect(axis.weight(of: 3, in: axis.cells[0]) == 0)
    }

    @Test("Every cell of every length has a pixel, and its weights are at most the peak")
    func cells() throws {
        for (stored, eighths) in [
            (1, 8), (2, 8), (3, 8), (63, 8), (64, 8), (65, 8), (511, 1), (4033, 2), (5000, 4), (32_768, 8), (32_769, 8),
        ] {
            let axis = try #require(
                ResamplingAxis(stored: stored, decoded: (stored * eighths + 7) / 8, eighths: eighths))
            #expect(axis.cells.count == 64)
            for cell in axis.cells {
                #expect(!cell.pixels.isEmpty)
                #expect(cell.pixels.lowerBound >= 0)
                #expect(cell.pixels.upperBound <= (stored * eighths + 7) / 8)
                let weights = cell.pixels.map { axis.weight(of: $0, in: cell) }
                #expect(weights.reduce(0, +) == cell.total && cell.total > 0)
                #expect(weights.allSatisfy { $0 <= (stored * eighths <= 1 << 18 ? 1 << 14 : 1 << 9) })
            }
        }
    }

    @Test("The longest axis of each peak keeps the ranges of the sums", arguments: [1 << 15, ResamplingAxis.longest])
    func longest(length: Int) throws {
        let axis = try #require(ResamplingAxis(stored: length, decoded: length, eighths: 8))
        #expect(axis.cells.allSatisfy { $0.total * 255 < 1 << 31 })
        #expect(axis.cells.allSatisfy { $0.pixels.count <= length / 32 + 1 })
    }

    @Test("At full size the weights are mirror images")
    func mirrored() throws {
        let axis = try #require(ResamplingAxis(stored: 201, decoded: 201, eighths: 8))
        for (cell, mirror) in zip(axis.cells, axis.cells.reversed()) {
            #expect((0..<201).allSatisfy { axis.weight(of: $0, in: cell) == axis.weight(of: 200 - $0, in: mirror) })
        }
    }

    @Test("Lengths that contradict each other are refused")
    func contradictions() {
        #expect(ResamplingAxis(stored: 100, decoded: 12, eighths: 1) == nil)
        #expect(ResamplingAxis(stored: 0, decoded: 0, eighths: 8) == nil)
        #expect(ResamplingAxis(stored: 100, decoded: 38, eighths: 3) == nil)
        #expect(ResamplingAxis(stored: Int.max, decoded: 1, eighths: 8) == nil)
    }
}
