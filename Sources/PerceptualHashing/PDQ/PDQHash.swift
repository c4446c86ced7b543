internal import Foundation
internal import PhotoModel

/// The hash that Meta's PDQ defines, for comparison with published hash lists.
///
/// PDQ is defined in floating point, so implementations differ by some bits. Two hashes of a quality of 80 or more
/// that differ by at most 10 bits are regarded as equal. This library makes no decision with this hash.
///
/// Source: facebook/ThreatExchange, `pdq`, the implementations that do not resize the picture first.
public struct PDQHash: Hashable, Sendable {
    /// 256 bits.
    ///
    /// The first bit is bit 255, as in PDQ's text form.
    public let bytes: [UInt8]
    /// The amount of structure in the picture: 0 (flat) to 100.
    public let quality: Int

    /// Creates a hash; `nil` unless there are 32 bytes and the quality is 0 to 100.
    public init?(bytes: [UInt8], quality: Int) {
        guard bytes.count == 32, 0...100 ~= quality else { return nil }
        self.bytes = bytes
        self.quality = quality
    }

    /// ``bytes`` as 64 lower-case hexadecimal digits.
    public var hex: String { bytes.hexadecimal }
}

extension PDQHash {
    /// The hash of 64×64 filtered samples of luma (0 to 255), row by row.
    init(samples: [Double]) {
        let coefficients = Self.coefficients(samples)
        // The lower of the two middle values, as Torben's method gives it.
        let median = coefficients.lowerMedian
        var bytes = [UInt8](repeating: 0, count: 32)
        for (bit, coefficient) in coefficients.enumerated() where coefficient > median {
            bytes[31 - bit / 8] |= 1 << UInt8(bit % 8)
        }
        self.bytes = bytes
        quality = Self.quality(samples)
    }

    /// `D·A·Dᵀ`, row by row: the 16×16 lowest frequencies without the mean.
    private static func coefficients(_ samples: [Double]) -> [Double] {
        let side = JaroszFilter.count
        let columns = matrix.map { row in
            (0..<side).map { x in (0..<side).reduce(0) { $0 + row[$1] * samples[$1 * side + x] } }
        }
        return columns.flatMap { column in matrix.map { row in zip(row, column).reduce(0) { $0 + $1.0 * $1.1 } } }
    }

    /// `√(2/64)·cos(π/128·(i + 1)·(2·j + 1))`, `i` from 0 to 15, `j` from 0 to 63.
    private static let matrix: [[Double]] = (0..<16).map { i -> [Double] in
        (0..<JaroszFilter.count).map { j -> Double in
            // With its type, because the compiler needs seconds to infer it.
            let angle: Double = Double.pi / 128 * Double((i + 1) * (2 * j + 1))
            return (2 / 64.0).squareRoot() * cos(angle)
        }
    }

    /// The sum over all pairs of neighbours of the integer part of `(u − v)·100/255`, divided by 90, at most 100.
    private static func quality(_ samples: [Double]) -> Int {
        let side = JaroszFilter.count
        var sum = 0
        for (index, sample) in samples.enumerated() {
            let neighbours = [index % side < side - 1 ? index + 1 : nil, index / side < side - 1 ? index + side : nil]
            // Filtered levels are within 0 to 255, so each term is at most 100.
            for case let neighbour? in neighbours { sum += Int(abs((sample - samples[neighbour]) * 100 / 255)) }
        }
        return min(100, sum / 90)
    }
}

extension PDQHash: Codable {
    private enum Key: CodingKey { case bytes, quality }

    /// Reads a hash with 32 bytes in base64 and a quality of 0 to 100.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: Key.self)
        let bytes = try container.decode(Data.self, forKey: .bytes)
        guard let hash = PDQHash(bytes: Array(bytes), quality: try container.decode(Int.self, forKey: .quality)) else {
            throw DecodingError.dataCorruptedError(
                forKey: .bytes, in: container, debugDescription: "This is no PDQ hash.")
        }
        self = hash
    }

    /// Writes the bytes in base64, and the quality.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: Key.self)
        try container.encode(Data(bytes), forKey: .bytes)
        try container.encode(quality, forKey: .quality)
    }
}
