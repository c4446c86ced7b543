import Foundation
import ImageDecoding
import PhotoModel
import TestSupport
import Testing

@Suite struct ColorTests {
    private func treatment(_ reading: ImageReading) -> ColorTreatment? {
        if case .embedded(_, let treatment) = reading.colorProfile { treatment } else { nil }
    }

    private func png(_ colours: [[UInt8]], extra: [UInt8], type: UInt8 = 2) throws -> (ImageReading, [UInt8]) {
        let row = colours.flatMap { $0 }
        let bytes = SmallPNG.bytes(width: colours.count, depth: 8, colorType: type, rows: [row], extra: extra)
        let (reading, luma) = try ImageDecoder().decode(bytes)
        #expect(reading.condition == .ok)
        #expect(try ImageDecoder().inspect(.bytes(bytes)).colorProfile == reading.colorProfile)
        return (reading, luma.luma)
    }

    private func profileChunk(_ profile: [UInt8]) -> [UInt8] {
        SmallPNG.chunk("iCCP", Array("x\0\0".utf8) + SmallPNG.zlib(profile))
    }

    private static let steps: [UInt8] = [0, 85, 170, 255]
    /// 64 colours over the whole cube, beginning with blue.
    private static let cube: [[UInt8]] = steps.flatMap { red in
        steps.flatMap { green in steps.map { [red, green, $0] } }
    }

    private func untagged(_ colours: [[UInt8]]) throws -> [UInt8] { try png(colours, extra: []).1 }

    /// The luma of littleCMS 2.19 for ``cube``: `ImageCms.profileToProfile` to its own sRGB, relative colorimetric, no
    /// black point compensation, then the fixed-point weights.
    ///
    /// The tolerance was set before the measurement: two levels.
    @Test(arguments: LittleCMS.cases)
    func matrixProfilesAreConverted(expected: LittleCMS) throws {
        let (reading, luma) = try png(Self.cube, extra: profileChunk(expected.profile))
        #expect(treatment(reading) == .converted && reading.warnings == [])
        for (ours, theirs) in zip(luma, expected.luma) { #expect(abs(Int(ours) - theirs) <= 2) }
        #expect(luma.count == 64 && expected.luma.count == 64)
    }

    @Test func anSRGBProfileIsNotConverted() throws {
        for curve in [ICCBuilder.sRGBCurve, ICCBuilder.table((0..<1024).map(Self.sRGBEntry))] {
            let (reading, luma) = try png(Self.cube, extra: profileChunk(ICCBuilder.rgb(ICCBuilder.sRGB, curve)))
            #expect(treatment(reading) == .equivalent)
            #expect(try luma == untagged(Self.cube))
        }
    }

    private static func sRGBEntry(_ index: Int) -> Int {
        let x = Double(index) / 1023
        return Int((65535 * (x <= 0.04045 ? x / 12.92 : pow((x + 0.055) / 1.055, 2.4))).rounded())
    }

    /// The same gray profile in both formats.
    ///
    /// Level 128 of gamma 1.8 is 0.2891 in linear light, coded 0.5743 · 255.
    @Test func grayProfilesAreConverted() throws {
        let profile = ICCBuilder.gray(ICCBuilder.power(461))
        let (reading, luma) = try png([[0], [128], [255]], extra: profileChunk(profile), type: 0)
        #expect(treatment(reading) == .converted && luma == [0, 146, 255])
        let segment = SmallJPEG.segment(0xE2, Array("ICC_PROFILE\0".utf8) + [1, 1] + profile)
        let jpeg = try ImageDecoder().decode(SmallJPEG.with(segment))
        #expect(jpeg.reading.colorProfile == reading.colorProfile)
        #expect(jpeg.luma.luma == [UInt8](repeating: 146, count: 64))
    }

    /// Colours that are not converted are used unchanged, with a warning.
    @Test func otherProfilesAreKeptButNotApplied() throws {
        let matrix = ICCBuilder.rgb(ICCBuilder.displayP3, ICCBuilder.sRGBCurve)
        var connectedToLab = matrix
        connectedToLab.replaceSubrange(20..<24, with: Array("Lab ".utf8))
        let profiles = [
            ICCBuilder.rgb(ICCBuilder.displayP3, ICCBuilder.sRGBCurve, extra: [("A2B0", ICCBuilder.type("mft2"))]),
            connectedToLab,
            ICCBuilder.profile(space: "RGB ", []),
            ICCBuilder.gray(ICCBuilder.power(461)),
            ICCBuilder.profile(space: "CMYK", []),
            ICCBuilder.rgb(ICCBuilder.displayP3, ICCBuilder.power(0)),
            ICCBuilder.rgb(ICCBuilder.displayP3, ICCBuilder.type("curv") + [0xFF, 0xFF, 0xFF, 0xFF]),
            ICCBuilder.rgb([[Int(Int32.max), 0, 0], [0, 0, 0], [0, 0, 0]], ICCBuilder.sRGBCurve),
            Array(matrix.prefix(200)), Array(matrix.prefix(130)), [1, 2, 3], [UInt8](repeating: 255, count: 1000),
        ]
        // A picture in colour, because a JPEG can contain any profile.
        let photo = try colourJPEG()
        for profile in profiles {
            let segment = SmallJPEG.segment(0xE2, Array("ICC_PROFILE\0".utf8) + [1, 1] + profile)
            let tagged = try ImageDecoder().decode(photo.prefix(2) + segment + photo.dropFirst(2))
            #expect(treatment(tagged.reading) == .unsupported && tagged.reading.condition == .ok)
            #expect(tagged.reading.warnings.map(\.code) == ["profileUnsupported"])
            #expect(try tagged.luma.luma == ImageDecoder().decode(photo).luma.luma)
        }
    }

    /// A JPEG of 8 by 8 pixels with three components of one block each, all of level 128.
    private func colourJPEG() throws -> [UInt8] {
        let table = [UInt8](repeating: 1, count: 64)
        let oneCode: [UInt8] = [1] + [UInt8](repeating: 0, count: 15) + [0]
        return [0xFF, 0xD8] + SmallJPEG.segment(0xDB, [0] + table)
            + SmallJPEG.segment(0xC0, [8, 0, 8, 0, 8, 3, 1, 0x11, 0, 2, 0x11, 0, 3, 0x11, 0])
            + SmallJPEG.segment(0xC4, [0x00] + oneCode) + SmallJPEG.segment(0xC4, [0x10] + oneCode)
            + SmallJPEG.segment(0xDA, [3, 1, 0, 2, 0, 3, 0, 0, 63, 0]) + [0b0000_0011, 0xFF, 0xD9]
    }

    /// Every truncated profile, and every profile with one changed byte, is read without a crash.
    @Test func damagedProfilesAreHarmless() throws {
        let photo = try colourJPEG()
        let profile = ICCBuilder.rgb(ICCBuilder.adobeRGB, ICCBuilder.table([0, 9000, 30000, 65535]))
        var variants = (0..<profile.count).map { Array(profile.prefix($0)) }
        for index in profile.indices {
            for value: UInt8 in [0x00, 0x7F, 0xFF] {
                var changed = profile
                changed[index] = value
                variants.append(changed)
            }
        }
        for variant in variants {
            let segment = SmallJPEG.segment(0xE2, Array("ICC_PROFILE\0".utf8) + [1, 1] + variant)
            let reading = try ImageDecoder().decode(photo.prefix(2) + segment + photo.dropFirst(2)).reading
            #expect(reading.condition == .ok && reading.hasAllRows)
        }
    }

    // MARK: PNG's own chunks

    private let linear = SmallPNG.chunk("gAMA", TIFFBuilder.number(100_000, 4))

    /// Linear light 128/255 is coded 0.7353 · 255 = 187.5, between two levels; 64/255 is coded 0.5372 · 255.
    @Test func gammaIsConverted() throws {
        let (reading, luma) = try png([[0], [64], [255]], extra: linear, type: 0)
        #expect(treatment(reading) == .converted && luma == [0, 137, 255])
        #expect(try png([[64, 64, 64]], extra: linear).1 == [137])
        // Alpha is composited in coded values: half of 137, half of white.
        #expect(try png([[64, 128]], extra: linear, type: 4).1 == [196])
    }

    @Test func chunksThatMeanSRGBAreNotConverted() throws {
        let primaries = SmallPNG.chunk(
            "cHRM", [31270, 32900, 64000, 33000, 30000, 60000, 15000, 6000].flatMap { TIFFBuilder.number($0, 4) })
        let gamma = SmallPNG.chunk("gAMA", TIFFBuilder.number(45_455, 4))
        let codePoints = SmallPNG.chunk("cICP", [1, 13, 0, 1])
        for extra in [gamma, gamma + primaries, SmallPNG.chunk("sRGB", [0]) + linear, codePoints + linear] {
            let (reading, luma) = try png(Self.cube, extra: extra)
            #expect(try reading.colorProfile == .none && luma == untagged(Self.cube))
        }
        // The chunk takes precedence over the profile. The profile is recorded nevertheless.
        let wide = profileChunk(ICCBuilder.rgb(ICCBuilder.displayP3, ICCBuilder.sRGBCurve))
        let (reading, luma) = try png(Self.cube, extra: SmallPNG.chunk("sRGB", [0]) + wide)
        #expect(try treatment(reading) == .equivalent && luma == untagged(Self.cube))
    }

    /// The same primaries as code points, as chromaticities and as a profile.
    @Test func displayP3InThreeWays() throws {
        let profile = profileChunk(ICCBuilder.rgb(ICCBuilder.displayP3, ICCBuilder.sRGBCurve))
        let primaries = SmallPNG.chunk(
            "cHRM", [31270, 32900, 68000, 32000, 26500, 69000, 15000, 6000].flatMap { TIFFBuilder.number($0, 4) })
        let gamma = SmallPNG.chunk("gAMA", TIFFBuilder.number(45_455, 4))
        let expected = try png(Self.cube, extra: profile).1
        for extra in [SmallPNG.chunk("cICP", [12, 13, 0, 1]), gamma + primaries] {
            let (reading, luma) = try png(Self.cube, extra: extra)
            #expect(treatment(reading) == .converted)
            for (ours, theirs) in zip(luma, expected) { #expect(abs(Int(ours) - Int(theirs)) <= 1) }
        }
        let highDynamicRange = try png(Self.cube, extra: SmallPNG.chunk("cICP", [9, 16, 0, 1]))
        #expect(treatment(highDynamicRange.0) == .unsupported)
    }

    @Test func impossibleChunksAreNotApplied() throws {
        let zeros = SmallPNG.chunk("cHRM", [UInt8](repeating: 0, count: 32))
        for extra in [SmallPNG.chunk("gAMA", [0, 0, 0, 0]), linear + zeros] {
            let (reading, luma) = try png(Self.cube, extra: extra)
            #expect(try treatment(reading) == .unsupported && luma == untagged(Self.cube))
        }
    }
}

/// The results of other programs for pictures of the corpus with profiles or inks.
@Suite(.enabled(if: Corpus.isPresent, Comment(rawValue: Corpus.absence)))
struct CorpusColorTests {
    @Test(arguments: LumaOracle.profiled.indices)
    func conversionEqualsModel(index: Int) throws {
        let expected = LumaOracle.profiled[index]
        let (reading, luma) = try ImageDecoder().decode(try corpusBytes(expected.path))
        #expect(reading.condition == .ok)
        if case .embedded(_, let treatment) = reading.colorProfile { #expect(treatment == .converted) }
        #expect(try luma.sha256 == expected.sha256, "\(expected.path)")
    }

    @Test(arguments: LumaOracle.inks.indices)
    func inksEqualPillow(index: Int) throws {
        let expected = LumaOracle.inks[index]
        let (reading, luma) = try ImageDecoder().decode(try corpusBytes(expected.path))
        #expect(reading.hasAllRows)
        #expect(try luma.sha256 == expected.sha256, "\(expected.path)")
    }

    /// Codings that libjpeg does not decode are named in the message.
    @Test(arguments: [
        ("libjpeg-turbo/testimages/monkey12.jpg", "JPEG of 12 bits a sample is kept, but not decoded."),
        (
            "image-rs-jpeg-decoder/tests/reftest/images/lossless/1/jpeg_lossless_sel1.jpg",
            "Lossless JPEG is kept, but not decoded."
        ),
    ])
    func unsupportedCodingsAreNamed(path: String, message: String) throws {
        let reading = try ImageDecoder().decode(try corpusBytes(path)).reading
        #expect(reading.condition == .unsupported && reading.warnings.first?.message == message)
    }
}

/// A profile, and littleCMS's result for 64 colours with it.
struct LittleCMS: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let profile: [UInt8]
    let luma: [Int]

    static let cases = [
        LittleCMS(
            testDescription: "Display P3", profile: ICCBuilder.rgb(ICCBuilder.displayP3, ICCBuilder.sRGBCurve),
            luma: [
                0, 10, 20, 29, 51, 61, 71, 80, 102, 110, 121, 131, 150, 154, 168, 179, 28, 38, 48, 57, 75, 85, 95,
                104, 113, 121, 132, 142, 150, 154, 168, 179, 56, 65, 76, 85, 101, 110, 121, 130, 151, 158, 170, 180,
                192, 195, 210, 221, 76, 85, 96, 105, 114, 123, 134, 143, 173, 180, 192, 202, 226, 227, 244, 255,
            ]),
        LittleCMS(
            testDescription: "Adobe RGB", profile: ICCBuilder.rgb(ICCBuilder.adobeRGB, ICCBuilder.power(563)),
            luma: [
                0, 10, 20, 30, 49, 59, 69, 78, 101, 110, 120, 129, 150, 157, 169, 179, 30, 39, 50, 59, 74, 84, 94,
                104, 101, 110, 120, 129, 150, 157, 169, 179, 60, 69, 79, 89, 107, 117, 127, 136, 152, 161, 172, 181,
                184, 192, 203, 213, 77, 87, 96, 105, 126, 135, 145, 155, 177, 186, 197, 206, 226, 233, 245, 255,
            ]),
        LittleCMS(
            testDescription: "ProPhoto", profile: ICCBuilder.rgb(ICCBuilder.proPhoto, ICCBuilder.power(461)),
            luma: [
                0, 13, 22, 29, 68, 79, 89, 96, 119, 128, 140, 148, 150, 152, 169, 179, 43, 53, 53, 29, 96, 104, 98,
                90, 116, 125, 137, 145, 150, 152, 169, 179, 76, 87, 93, 93, 113, 123, 129, 128, 171, 178, 184, 183,
                191, 189, 196, 179, 76, 89, 99, 105, 76, 88, 98, 105, 172, 181, 192, 200, 226, 226, 245, 255,
            ]),
        // (i / 16)^1.8 at 17 places.
        LittleCMS(
            testDescription: "a table", profile: ICCBuilder.rgb(ICCBuilder.adobeRGB, ICCBuilder.table(powers)),
            luma: [
                0, 12, 22, 30, 61, 73, 82, 90, 109, 120, 130, 137, 150, 160, 170, 179, 36, 49, 58, 66, 92, 104, 113,
                121, 111, 122, 132, 140, 150, 160, 170, 179, 65, 76, 85, 93, 123, 134, 144, 152, 164, 175, 185, 193,
                192, 203, 213, 222, 77, 89, 98, 105, 137, 149, 159, 166, 185, 196, 206, 214, 226, 236, 247, 255,
            ]),
    ]

    private static let powers = (0...16).map { Int((65535 * pow(Double($0) / 16, 1.8)).rounded()) }
}
