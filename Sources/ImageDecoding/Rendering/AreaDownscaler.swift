internal import PhotoModel

/// Makes a part of a picture smaller while its rows are decoded: each sample is the mean of the area that it covers.
///
/// It computes in integers: each row is multiplied by its weight and added to the row in progress, and a complete row
/// is then reduced to the smaller width. Each result is rounded once, to the nearest level.
struct AreaDownscaler {
    private let columns: AreaWeights
    private let rows: AreaWeights
    private let channels: Int
    private let height: Int
    /// The row in progress.
    private var y = 0
    /// The sums of the row in progress, for each source sample of a row.
    private var sums: [UInt32]
    private var row: [UInt8]

    /// - Parameters:
    ///   - size: The size of the whole smaller picture.
    ///   - part: The part of the smaller picture whose rows are computed.
    init(_ geometry: LumaGeometry, channels: Int, to size: PixelSize, _ part: PixelRectangle) {
        let (stored, decoded, eighths) = (geometry.storedSize, geometry.decodedSize, geometry.eighths)
        columns = AreaWeights(
            stored: stored.width, eighths: eighths, decoded: decoded.width, count: size.width, part.columns)
        rows = AreaWeights(
            stored: stored.height, eighths: eighths, decoded: decoded.height, count: size.height, part.rows)
        self.channels = channels
        height = part.size.height
        sums = [UInt32](repeating: 0, count: columns.sources.count * channels)
        row = [UInt8](repeating: 0, count: part.size.width * channels)
    }

    /// Adds a source row, beginning with 0, and gives each row of the part that is complete to `take`, beginning with
    /// 0.
    mutating func add(row source: Int, _ samples: UnsafeBufferPointer<UInt8>, _ take: (Int, [UInt8]) -> Void) {
        while y < height, rows.starts[y] <= source {
            let weights = rows.weights(of: y)
            let index = weights.lowerBound + source - rows.starts[y]
            guard weights.contains(index) else { return }
            add(samples, times: rows.weights[index], isFirst: index == weights.lowerBound)
            guard index == weights.upperBound - 1 else { return }
            reduce()
            take(y, row)
            y += 1
        }
    }

    /// - Parameter weight: Of 16 bits, because SSE2 has no fast product of 32 bits.
    private mutating func add(_ row: UnsafeBufferPointer<UInt8>, times weight: UInt16, isFirst: Bool) {
        let samples = UnsafeBufferPointer(rebasing: row.dropFirst(columns.sources.lowerBound * channels))
        let count = min(sums.count, samples.count)
        sums.withUnsafeMutableBufferPointer { sums in
            if isFirst {
                for index in 0..<count { sums[index] = UInt32(weight) &* UInt32(samples[index]) }
            } else {
                for index in 0..<count { sums[index] &+= UInt32(weight) &* UInt32(samples[index]) }
            }
        }
    }

    /// Reduces the sums to a row of the smaller picture.
    private mutating func reduce() {
        let (columns, channels) = (columns, channels)
        sums.withUnsafeBufferPointer { sums in
            row.withUnsafeMutableBufferPointer { row in
                channels == 3 ? Self.reduceColors(sums, columns, row) : Self.reduceLevels(sums, columns, row)
            }
        }
    }

    private static func reduceLevels(
        _ sums: UnsafeBufferPointer<UInt32>, _ columns: AreaWeights, _ row: UnsafeMutableBufferPointer<UInt8>
    ) {
        columns.withTaps { starts, ends, weights in
            var index = 0
            for x in ends.indices {
                var sum = half
                var source = starts[x] &- columns.sources.lowerBound
                while index < ends[x] {
                    sum &+= UInt32(weights[index]) &* sums[source]
                    source &+= 1
                    index &+= 1
                }
                row[x] = level(sum)
            }
        }
    }

    /// Reduces sums of RGB, of which one product of 64 bits has red and green: neither sum exceeds 32 bits.
    private static func reduceColors(
        _ sums: UnsafeBufferPointer<UInt32>, _ columns: AreaWeights, _ row: UnsafeMutableBufferPointer<UInt8>
    ) {
        let sums = UnsafeRawBufferPointer(sums)
        columns.withTaps { starts, ends, weights in
            var index = 0
            for x in ends.indices {
                var redGreen = UInt64(half) << 32 | UInt64(half)
                var blue = half
                var source = 12 &* (starts[x] &- columns.sources.lowerBound)
                let end = ends[x]
                while index < end {
                    let weight = weights[index]
                    let pair = sums.loadUnaligned(fromByteOffset: source, as: UInt64.self)
                    redGreen &+= UInt64(weight) &* UInt64(littleEndian: pair)
                    blue &+= UInt32(weight) &* sums.loadUnaligned(fromByteOffset: source &+ 8, as: UInt32.self)
                    source &+= 12
                    index &+= 1
                }
                let target = 3 &* x
                row[target] = level(UInt32(truncatingIfNeeded: redGreen))
                row[target &+ 1] = level(UInt32(truncatingIfNeeded: redGreen >> 32))
                row[target &+ 2] = level(blue)
            }
        }
    }

    private static func level(_ sum: UInt32) -> UInt8 { UInt8(truncatingIfNeeded: sum >> shift) }

    /// The bits of the product of two weights of the value one.
    private static let shift = 2 * UInt32(AreaWeights.one.trailingZeroBitCount)
    private static let half: UInt32 = 1 << (shift - 1)
}
