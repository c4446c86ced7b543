/// The chunks of a PNG before its data that define the colours of its coded values (PNG 3rd edition, 11.3.2).
struct PNGColors {
    /// Whether the file has an `sRGB` chunk.
    var isSRGB = false
    /// The payload of `cICP`.
    var codePoints: [UInt8]?
    /// The payload of `gAMA`.
    var gamma: [UInt8]?
    /// The payload of `cHRM`.
    var chromaticities: [UInt8]?

    static let types: Set<String> = ["sRGB", "cICP", "gAMA", "cHRM"]
    /// The greatest length of these chunks' payloads.
    static let maxLength = 32

    /// Adds the payload of a chunk.
    ///
    /// The first chunk of each type counts.
    mutating func add(_ payload: [UInt8], type: String) {
        switch type {
        case "sRGB": isSRGB = true
        case "cICP" where codePoints == nil && payload.count == 4: codePoints = payload
        case "gAMA" where gamma == nil && payload.count == 4: gamma = payload
        case "cHRM" where chromaticities == nil && payload.count == 32: chromaticities = payload
        default: break
        }
    }

    /// The types and payloads of the chunks that are used instead of a profile; `nil` for a file without such chunks.
    ///
    /// - Parameter hasProfile: Whether the file has an ICC profile, which takes precedence over `gAMA` and `cHRM`.
    func marks(hasProfile: Bool) -> [UInt8]? {
        if isSRGB { return nil }
        if let codePoints { return Array("cICP".utf8) + codePoints }
        guard !hasProfile, let gamma else { return nil }
        return Array("gAMA".utf8) + gamma + (chromaticities.map { Array("cHRM".utf8) + $0 } ?? [])
    }

    /// The colours of the coded values: by `sRGB`, else `cICP`, else the profile, else `gAMA` and `cHRM`.
    ///
    /// The result is `nil` if the file has none of these chunks.
    func colors(profile: [UInt8]?, channels: Int) -> SourceColors? {
        if isSRGB { return .sRGB(channels: channels) }
        if let codePoints { return Self.colors(codePoints, channels: channels) }
        if let profile { return SourceColors(icc: profile) }
        return gamma.map { colors(gamma: $0, channels: channels) }
    }

    /// The colours of code points of ITU-T H.273: RGB of full range with sRGB's function, and the primaries of sRGB
    /// or Display P3.
    private static func colors(_ codePoints: [UInt8], channels: Int) -> SourceColors {
        switch codePoints {
        case [1, 13, 0, 1]: .sRGB(channels: channels)
        case [12, 13, 0, 1]: SourceColors(.sRGB, .displayP3, channels: channels)
        default: .unsupported("its code points are not those of sRGB or Display P3")
        }
    }

    /// The colours of the power 100,000 / gAMA, with sRGB's primaries unless `cHRM` has others.
    ///
    /// A gAMA from 45,000 to 46,000 means sRGB's function: writers of sRGB put 45,455 beside or instead of the chunk
    /// `sRGB` (11.3.2.5).
    private func colors(gamma payload: [UInt8], channels: Int) -> SourceColors {
        let gamma = payload[...].iccNumber(at: 0) ?? 0
        let curve = (45_000...46_000).contains(gamma) ? ToneCurve.sRGB : ToneCurve(gamma: 100_000 / Double(gamma))
        let primaries = chromaticities.map { RGBPrimaries(chromaticities: $0) } ?? .sRGB
        return SourceColors(curve, primaries, channels: channels)
    }
}

extension SourceColors {
    static func sRGB(channels: Int) -> SourceColors { SourceColors(.sRGB, .sRGB, channels: channels) }

    /// Creates colours with one curve for all channels.
    ///
    /// Gray needs no primaries.
    init(_ curve: ToneCurve?, _ primaries: RGBPrimaries?, channels: Int) {
        if let curve, channels == 1 {
            self = .gray(curve)
        } else if let curve, let colorants = primaries?.colorants {
            self = .rgb(curves: [curve, curve, curve], colorants: colorants)
        } else {
            self = .unsupported("its gamma or primaries are impossible")
        }
    }
}
