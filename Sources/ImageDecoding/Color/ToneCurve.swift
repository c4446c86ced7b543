internal import Glibc

/// The linear light of each of the 256 levels of a channel.
struct ToneCurve: Hashable {
    /// For each level, from 0 (none) to 65,535 (all of the channel's light).
    let linear: [UInt16]

    /// Creates a curve; `nil` unless the highest level has more light than the lowest.
    private init?(linear: [UInt16]) {
        guard linear.count == 256, linear[255] > linear[0] else { return nil }
        self.linear = linear
    }

    /// Creates a curve from a function from 0…1 to linear light.
    ///
    /// Each value is clipped to 0…1, times 65,535, rounded to the nearest, half away from zero.
    init?(_ function: (Double) -> Double) {
        var linear: [UInt16] = []
        for level in 0..<256 {
            let value = function(Double(level) / 255)
            guard !value.isNaN else { return nil }
            linear.append(UInt16((65535 * min(max(value, 0), 1)).rounded()))
        }
        self.init(linear: linear)
    }

    /// Creates a power function; `nil` for a power outside 1/16…16, which no picture has.
    init?(gamma: Double) {
        guard (0.0625...16).contains(gamma) else { return nil }
        self.init { pow($0, gamma) }
    }

    /// sRGB's own (IEC 61966-2-1).
    static let sRGB: ToneCurve? = ToneCurve { $0 <= 0.04045 ? $0 / 12.92 : pow(($0 + 0.055) / 1.055, 2.4) }

    /// Reads a tag of an ICC profile: `curv` or `para` (ICC.1:2010, 10.5 and 10.15); `nil` if the tag is of another
    /// type or damaged.
    init?(icc tag: ArraySlice<UInt8>) {
        switch tag.iccNumber(at: 0) {
        case 0x6375_7276: self.init(curve: tag)
        case 0x7061_7261: self.init(parametric: tag)
        default: return nil
        }
    }

    /// Reads a `curv` tag: no entry means linear, one entry is a power in 1/256ths, and more entries are a table over
    /// 0…1.
    ///
    /// Level v is at v·(n − 1) / 255 of the table. With the entries a and b around it and the remainder r, its value
    /// is (a·(255 − r) + b·r + 127) / 255.
    private init?(curve tag: ArraySlice<UInt8>) {
        guard let count = tag.iccNumber(at: 8), count <= 65536 else { return nil }
        switch count {
        case 0: self.init(linear: (0..<256).map { UInt16($0 * 257) })
        case 1:
            guard let gamma = tag.iccNumber(at: 12, bytes: 2) else { return nil }
            self.init(gamma: Double(gamma) / 256)
        default:
            guard tag.count >= 12 + 2 * count else { return nil }
            var linear: [UInt16] = []
            for level in 0..<256 {
                let (index, remainder) = (level * (count - 1)).quotientAndRemainder(dividingBy: 255)
                guard let below = tag.iccNumber(at: 12 + 2 * index, bytes: 2) else { return nil }
                let above = remainder == 0 ? below : tag.iccNumber(at: 14 + 2 * index, bytes: 2) ?? below
                linear.append(UInt16((below * (255 - remainder) + above * remainder + 127) / 255))
            }
            self.init(linear: linear)
        }
    }

    /// Reads the five functions of table 67.
    ///
    /// A power of a negative value counts as the power of zero.
    private init?(parametric tag: ArraySlice<UInt8>) {
        let counts = [1, 3, 4, 5, 7]
        guard let kind = tag.iccNumber(at: 8, bytes: 2), counts.indices.contains(kind),
            tag.count >= 12 + 4 * counts[kind]
        else { return nil }
        let stated = (0..<counts[kind]).compactMap { tag.iccFixed(at: 12 + 4 * $0) }.map { Double($0) / 65536 }
        guard let gamma = stated.first, gamma > 0 else { return nil }
        // g, a, b, c, d, e, f. Parameters that are not stated do not change X and add nothing.
        let (g, a, b) = (gamma, stated.count > 1 ? stated[1] : 1, stated.count > 2 ? stated[2] : 0)
        let rest = stated.dropFirst(3) + repeatElement(0, count: 4)
        let (c, d, e, f) = (
            rest[rest.startIndex], rest[rest.startIndex + 1], rest[rest.startIndex + 2], rest[rest.startIndex + 3]
        )
        func power(_ x: Double) -> Double { pow(max(0, a * x + b), g) }
        switch kind {
        case 0, 1: self.init(power)
        case 2: self.init { power($0) + c }
        case 3: self.init { $0 >= d ? power($0) : c * $0 }
        default: self.init { $0 >= d ? power($0) + e : c * $0 + f }
        }
    }
}
