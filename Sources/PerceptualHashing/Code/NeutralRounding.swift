/// Rounds the coefficients of a picture so that the coded picture does not seem to move.
///
/// The errors of rounding look like a movement of the picture, by 0.03 % of the frame at the median, because the fit of
/// ``DifferenceFit`` explains a part of any difference by movement. Some coefficients that are near the middle of two
/// integers are therefore rounded to the other integer, until the movement that the fit finds between the picture and
/// its code vanishes.
///
/// The results decide the bytes of a code. Each operation is an IEEE operation of doubles, and sums have the order of
/// the terms, cells and coefficients.
struct NeutralRounding {
    /// A coefficient that may be rounded to its other neighbour.
    private struct Change {
        let index: Int
        let number: Int
        /// What the change adds to the movement.
        let movement: SIMD8<Double>
    }

    /// A coefficient that is nearer to an integer, in steps, is not rounded to the other one.
    private static let leastDistance = 0.2

    /// By how much one unit of each coefficient changes each movement of the fit.
    private let effects: [SIMD8<Double>]

    init(_ picture: ComparedPicture) {
        let equations = FitEquations(mean: picture.levels, side: picture.side)
        let inverse = (0..<FitEquations.termCount).map { term in
            var unit = SIMD8<Double>.zero
            unit[term] = 1
            return equations.solution(for: unit)
        }
        let moved = equations.terms.map { terms in
            inverse.indices.reduce(SIMD8<Double>.zero) { $0 + inverse[$1] * terms[$1] }
        }
        var effects = Array(repeating: SIMD8<Double>.zero, count: Thumbnail.levelCount)
        for movement in FitEquations.movements {
            var cells = Array(repeating: 0.0, count: Thumbnail.levelCount)
            for (cell, moved) in zip(equations.innerCells, moved) { cells[cell] = moved[movement] }
            for (index, effect) in CosineTransform.coefficients(of: cells).enumerated() {
                effects[index][movement] = effect
            }
        }
        self.effects = effects
    }

    /// The nearest integer, halves away from 0.
    static func nearest(_ coefficient: Double) -> Int {
        Int((coefficient.magnitude + 0.5).rounded(.down)) * (coefficient < 0 ? -1 : 1)
    }

    /// The integers for these coefficients in steps: for each coefficient one of its two neighbours.
    func round(_ coefficients: [Double]) -> [Int] {
        let nearest = coefficients.map(Self.nearest)
        return adjust(nearest, to: coefficients) { nearest[$0] != 0 }
    }

    /// The integers, some of them changed by one towards their coefficients in steps, so that the movement vanishes.
    ///
    /// - Parameter mayChange: Whether the integer at an index may change.
    func adjust(_ numbers: [Int], to coefficients: [Double], where mayChange: (Int) -> Bool) -> [Int] {
        var numbers = numbers
        var movement = SIMD8<Double>.zero
        var changes: [Change] = []
        for (index, number) in numbers.enumerated() {
            let exact = coefficients[index]
            let represented = ThumbnailCode.represented(number)
            movement += effects[index] * (exact - represented)
            let excess = exact - Double(number)
            guard mayChange(index), abs(excess) > Self.leastDistance else { continue }
            let other = number + (excess > 0 ? 1 : -1)
            changes.append(
                Change(
                    index: index, number: other,
                    movement: effects[index] * (represented - ThumbnailCode.represented(other))))
        }
        var least = Self.squareSum(movement)
        while let best = Self.best(changes, movement), best.sum < least {
            let change = changes.remove(at: best.index)
            numbers[change.index] = change.number
            movement += change.movement
            least = best.sum
        }
        return numbers
    }

    /// The index of the first change that leaves the least movement; `nil` without changes.
    private static func best(_ changes: [Change], _ movement: SIMD8<Double>) -> (index: Int, sum: Double)? {
        var best: (index: Int, sum: Double)?
        for (index, change) in changes.enumerated() {
            let sum = squareSum(movement + change.movement)
            if sum < best?.sum ?? .infinity { best = (index, sum) }
        }
        return best
    }

    private static func squareSum(_ solution: SIMD8<Double>) -> Double {
        let squares = solution * solution
        return FitEquations.movements.reduce(0) { $0 + squares[$1] }
    }
}
