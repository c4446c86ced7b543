/// The chromaticities of a white and three primaries.
struct RGBPrimaries {
    /// x and y of white, red, green and blue.
    let points: [(x: Double, y: Double)]

    /// ITU-R BT.709 with D65.
    static let sRGB = RGBPrimaries(points: [(0.3127, 0.3290), (0.64, 0.33), (0.30, 0.60), (0.15, 0.06)])
    /// SMPTE EG 432-1 with D65.
    static let displayP3 = RGBPrimaries(points: [(0.3127, 0.3290), (0.680, 0.320), (0.265, 0.690), (0.150, 0.060)])

    private init(points: [(x: Double, y: Double)]) { self.points = points }

    /// The payload of a PNG's `cHRM`: eight numbers in 1/100,000ths, white first (PNG 3rd edition, 11.3.2.1); `nil` if
    /// it is too short.
    init?(chromaticities payload: [UInt8]) {
        let numbers = (0..<8).compactMap { payload[...].iccNumber(at: 4 * $0) }.map { Double($0) / 100_000 }
        guard numbers.count == 8 else { return nil }
        points = (0..<4).map { (numbers[2 * $0], numbers[2 * $0 + 1]) }
    }

    /// X, Y and Z of red, green and blue in 1/65536ths, with white adapted to D50 by Bradford (ICC.1:2010, annex E).
    ///
    /// A profile of these primaries would have the same values. The result is `nil` if the primaries span no plane.
    var colorants: [[Int]]? {
        guard points.allSatisfy({ $0.y > 0 }) else { return nil }
        let xyz = points.map { [$0.x / $0.y, 1, (1 - $0.x - $0.y) / $0.y] }
        let white = xyz[0]
        // The amount of each primary in white.
        guard let amounts = Self.solve(columns: Array(xyz[1...]), white) else { return nil }
        let (response, d50) = (Self.product(Self.bradford, white), Self.product(Self.bradford, [0.9642, 1, 0.8249]))
        guard response.allSatisfy({ $0 > 0 }) else { return nil }
        var colorants: [[Int]] = []
        for (primary, amount) in zip(xyz[1...], amounts) {
            let cones = Self.product(Self.bradford, primary.map { $0 * amount })
            let adapted = Self.product(Self.bradfordInverse, (0..<3).map { cones[$0] * d50[$0] / response[$0] })
            guard adapted.allSatisfy({ abs($0) < 100 }) else { return nil }
            colorants.append(adapted.map { Int(($0 * 65536).rounded()) })
        }
        return colorants
    }

    private static let bradford = [[0.8951, 0.2664, -0.1614], [-0.7502, 1.7135, 0.0367], [0.0389, -0.0685, 1.0296]]
    private static let bradfordInverse = [
        [0.9869929, -0.1470543, 0.1599627], [0.4323053, 0.5183603, 0.0492912], [-0.0085287, 0.0400428, 0.9684867],
    ]

    private static func product(_ rows: [[Double]], _ vector: [Double]) -> [Double] {
        rows.map { $0[0] * vector[0] + $0[1] * vector[1] + $0[2] * vector[2] }
    }

    /// The amounts of three columns whose sum is the vector, by Cramer's rule; `nil` if there is no solution.
    private static func solve(columns: [[Double]], _ vector: [Double]) -> [Double]? {
        func determinant(_ a: [Double], _ b: [Double], _ c: [Double]) -> Double {
            a[0] * (b[1] * c[2] - b[2] * c[1]) - b[0] * (a[1] * c[2] - a[2] * c[1]) + c[0] * (a[1] * b[2] - a[2] * b[1])
        }
        let whole = determinant(columns[0], columns[1], columns[2])
        guard abs(whole) > 1e-6 else { return nil }
        return [
            determinant(vector, columns[1], columns[2]) / whole, determinant(columns[0], vector, columns[2]) / whole,
            determinant(columns[0], columns[1], vector) / whole,
        ]
    }
}
