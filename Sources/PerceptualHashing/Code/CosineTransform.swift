/// The orthonormal discrete cosine transform of a picture of 64×64 levels, in doubles.
///
/// Each sum has the order of its rows, and then of its columns, so every machine computes the same bits.
enum CosineTransform {
    private static let side = Thumbnail.side

    /// The coefficients of a picture: frequencies down times 64 plus frequencies across.
    static func coefficients(of levels: [Double]) -> [Double] {
        product(product(cosines, levels), transposedCosines)
    }

    /// The picture with these coefficients.
    static func levels(of coefficients: [Double]) -> [Double] {
        product(transposedCosines, product(coefficients, cosines))
    }

    /// The product of two 64×64 matrices.
    private static func product(_ left: [Double], _ right: [Double]) -> [Double] {
        // Sixteen columns at a time, which are independent, so the order of each sum stays the same.
        typealias Columns = SIMD16<Double>
        var result = Array(repeating: 0.0, count: side * side)
        result.withUnsafeMutableBytes { result in
            right.withUnsafeBytes { right in
                for row in 0..<side {
                    for column in stride(from: 0, to: side, by: Columns.scalarCount) {
                        var sums = Columns.zero
                        for middle in 0..<side {
                            let offset = (middle * side + column) * MemoryLayout<Double>.stride
                            sums +=
                                left[row * side + middle]
                                * right.loadUnaligned(fromByteOffset: offset, as: Columns.self)
                        }
                        let offset = (row * side + column) * MemoryLayout<Double>.stride
                        result.storeBytes(of: sums, toByteOffset: offset, as: Columns.self)
                    }
                }
            }
        }
        return result
    }

    /// The cosines of 64 frequencies at 64 positions, from the published 20-bit cosines.
    private static let cosines: [Double] = (0..<side).flatMap { frequency in
        (0..<side).map { position in
            let cosine =
                frequency == 0
                ? 0.5.squareRoot() : Double(CosineTable.cosine(frequency * (2 * position + 1))) / Double(1 << 20)
            return cosine / 32.0.squareRoot()
        }
    }

    private static let transposedCosines: [Double] = (0..<side * side).map { index in
        let (position, frequency) = index.quotientAndRemainder(dividingBy: side)
        return cosines[frequency * side + position]
    }
}
