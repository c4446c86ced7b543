internal import Foundation

/// A video of two key frames of 64 × 64 pixels, built by the rules of ISO/IEC 14496-12.
///
/// In the first frame, the pixel at x, y has red 4x, green 4y, and blue 255 − 4x. The second is its negative. They were
/// encoded by libx264, libx265 and SVT-AV1 (PyAV 18). Tests change the parts of the file.
package struct SmallVideo: Sendable {
    package enum Coding: String, CaseIterable, Sendable {
        case h264 = "avc1"
        case hevc = "hvc1"
        case av1 = "av01"

        package var configurationType: String {
            switch self {
            case .h264: "avcC"
            case .hevc: "hvcC"
            case .av1: "av1C"
            }
        }
    }

    package static let side = 64
    package let coding: Coding
    package var brand = "isom"
    package var handler = "vide"
    /// The type of the sample entry.
    package var entryType: String
    package var configuration: [UInt8]
    /// The samples, one each 300 units of 600 a second.
    package var samples: [[UInt8]]
    /// The size that the sample entry states.
    package var size = (width: side, height: side)
    /// The size that the track states.
    package var displayedSize = (width: side, height: side)
    package var matrix = [1, 0, 0, 1]
    package var flags = 7
    /// More boxes of the sample entry, and of the track.
    package var entryBoxes: [UInt8] = []
    package var trackBoxes: [UInt8] = []
    /// More boxes of the movie before the track.
    package var movieBoxes: [UInt8] = []
    /// Boxes of the sample tables that replace those of the same type; empty ones are left out.
    package var tables: [String: [UInt8]] = [:]
    package var isMovieFirst = true
    /// Whether `co64` has the places of the samples.
    package var hasLongPlaces = false

    package init(_ coding: Coding) {
        self.coding = coding
        entryType = coding.rawValue
        func bytes(_ text: String) -> [UInt8] {
            Array(Data(base64Encoded: text, options: .ignoreUnknownCharacters) ?? Data())
        }
        let (configuration, samples) = Self.texts[coding] ?? ("", [])
        self.configuration = bytes(configuration)
        self.samples = samples.map(bytes)
    }

    /// The samples of the first frame before it was coded, red, green and blue of each pixel.
    package static let pixels: [UInt8] = (0..<side * side).flatMap { index in
        let (x, y) = (UInt8(index % side), UInt8(index / side))
        return [4 * x, 4 * y, 255 - 4 * x]
    }

    package var bytes: [UInt8] {
        let fileType = Boxes.fileType(brand)
        let data = Boxes.box("mdat", samples.flatMap { $0 })
        let start = fileType.count + 8
        guard isMovieFirst else { return fileType + data + movie(samplesAt: start) }
        return fileType + movie(samplesAt: start + movie(samplesAt: 0).count) + data
    }

    private func movie(samplesAt start: Int) -> [UInt8] {
        let duration = 300 * samples.count
        return Boxes.box(
            "moov", Boxes.movieHeader(created: 0, scale: 600, duration: duration), movieBoxes, track(samplesAt: start))
    }

    private func track(samplesAt start: Int) -> [UInt8] {
        Boxes.box(
            "trak", Boxes.trackHeader(displayedSize.width, displayedSize.height, matrix, flags: flags), trackBoxes,
            Boxes.box(
                "mdia",
                Boxes.full("mdhd", Boxes.number(0, 8), Boxes.number(600, 4), Boxes.number(600, 4), Boxes.number(0, 4)),
                Boxes.full("hdlr", Boxes.number(0, 4), Array(handler.utf8), Boxes.number(0, 13)),
                Boxes.box("minf", Boxes.box("stbl", sampleTables(start)))))
    }

    private func sampleTables(_ start: Int) -> [UInt8] {
        func table(_ type: String, _ numbers: Int...) -> [UInt8] {
            Boxes.full(type, numbers.flatMap { Boxes.number($0, 4) })
        }
        // Each sample is a chunk.
        let places = samples.indices.map { start + samples[..<$0].reduce(0) { $0 + $1.count } }
        let count = Boxes.number(samples.count, 4)
        let all: KeyValuePairs<String, [UInt8]> = [
            "stsd": Boxes.full("stsd", Boxes.number(1, 4), entry), "stts": table("stts", 1, samples.count, 300),
            "ctts": [], "stss": [], "stsc": table("stsc", 1, 1, 1, 1),
            "stsz": Boxes.full("stsz", Boxes.number(0, 4), count, samples.flatMap { Boxes.number($0.count, 4) }),
            "stco": hasLongPlaces
                ? Boxes.full("co64", count, places.flatMap { Boxes.number($0, 8) })
                : Boxes.full("stco", count, places.flatMap { Boxes.number($0, 4) }),
        ]
        return all.flatMap { tables[$0.key] ?? $0.value }
    }

    private var entry: [UInt8] {
        Boxes.box(
            entryType, Boxes.number(0, 6), Boxes.number(1, 2), [UInt8](repeating: 0, count: 16),
            Boxes.number(size.width, 2),
            Boxes.number(size.height, 2), [UInt8](repeating: 0, count: 12), Boxes.number(1, 2),
            [UInt8](repeating: 0, count: 32), Boxes.number(24, 2), [0xFF, 0xFF],
            Boxes.box(coding.configurationType, configuration), entryBoxes)
    }

    private static let texts: [Coding: (configuration: String, samples: [String])] = [
        .h264: (
            """
            AWQQCv/hABdnZBAKrLiE01AQEGQAAAMABAAAAwDwEAEABmjuAjLIsP34+AA=
            """,
            [
                """
                AAAA42WIhC/pvMj/9pi4oDPw89yeXrc3mjmFrkz/8tmrf4iJXvT/dq6iWwsJ+lSYfbsnch7sfIU5CYVe2UCndQ7PnH31MEF7I2QQRsCDc6eJq2E0
                CzLIIKGoRRqhfjGmfUzZMny8oY3nWWW0V6zXJJ3C0DD9ewnpPeYI/eNQOGN9oWG9+cqmzP3+ov3O8uE8lIJE9Nra4Yx703VYvaMNOKh0zST3SFQA
                n6pDMyPFJrLtj/rv+7LFCrWPjhe6bYbKlcZ099LA5MdzG0sLKe5EiYM1AtVRJWCJmxqqGKabNMPQhZm+f0Hh
                """,
                """
                AAABOmWIggb/8qw9/HqvBtsF0HyD2L7cYsPot4pB7x0OQjaMckKJ3Q3Ya8O25iReJJzQcUpAmOWJpAVWq5cNot0nB1MCHlySYKKuN8zudyTzQATl
                dXz7MJRQt5/TNQyUsxRelPY19o+zYaUC5gDDIKeUAAADAEF4W4JS/iE/Kizf+Fj4XiIAoSKV5W/8XkVSSaYVAANEs/g9ynhPGZtFN0yfeN2FLiHf
                VXMB7fhqEulb0IZNxtiOg3+qKQR1tyRbVu+jj1zbUIBGptiDTp5t7Nv8XbCPhNfu16GalctI37tU0ryA41QtVM29o4LTEspD4g63fgtB9XHebq7M
                dSmeNDfAlw1hcGOWTQhJSbECP/s4Xss4YAVew7H50BcmeOMAOvtkvghT622l/ticrh7aWIjy5lKW+kUyx4rs1Pr+
                """,
            ]
        ),
        .hevc: (
            """
            AQQIAAAAn6gAAAAAHvAA/P34+AAADwMgAAEAF0ABDAH//wQIAAADAJ+oAAADAAAeugJAIQABAClCAQEECAAAAwCfqAAAAwAAHqAggQWW6kkyuagI
            CDAgAAADACAAAAMDwSIAAQAGRAHBcYES
            """,
            [
                """
                AAAA8ygBrw3g7fjyLYdMWovSHF3nb+JrpbSUoZX/sGC/SBstaUny9igB1nGIlQuLQLNqbQCkfKP14BdvCCGQb71GOqcWH/kNtq4GRSt8oTAqftWo
                LoQ2pstLhPffjhCe+ZeP15VJoJOICWmRXPrk+0SLxB8+bPSL+Z4JnGMiUdem743kh9wHLUsFOq2BE/IKpJgOBTB3hQci0wdY2tJvwoChgyACkRB4
                Gdak7mqMh2eupHailBOwwTu9aKOpWXK9bmeculss3aU7W1/WG2zQKSV7lSpjSfh/Y/oH6wZMPXFRn/wc3f/r/0xTvOLcjm60456fWZ6lfw==
                """,
                """
                AAAA6ygBrw3g6ffzKMOkg0X8EcnlxnA/ecxr19fsF/aiBstaUnyv9OGDGs6QQVX5UpHy9+qkctCBbXwIOYY6jbVVRRvJz3WAUku/R3uKvF6N4/UZ
                qSMyNSgqqkFmo79m4CtE/UhYlvxXBnywQQwJQvT8fNxb+8mtZkcJct5gt3dBMZF4xLNc/oPt/T6MF0k5icADQMz12qord7nmfeorSxChgyAB6BB3
                KfNHJFyx7Ko2tbLxVrLDZkNZNWqiyzSwsa1w1V+o2ZG1lXdLftNhQaOvT9oocXu/V+6Ki7gvje6PK1t2lQXxAW7b/h/8G/w=
                """,
            ]
        ),
        .av1: (
            """
            gQAMAAoNAAAAAq//gF8CAgIMCA==
            """,
            [
                """
                Cg0AAAACr/+FXyICAgwIMkEQAKgAIIEECCCQBmxhA0/B9A7i+LZeLgs+omcMsz551wYalC7Bs634TMRlP/3OHwxupLaQApbAX51ef8lLmqP1QQ==
                """,
                """
                Cg0AAAACr/+FXyICAgwIMkIQBKgAIIEECCCQBpm7+2z1EK1PlXcoHNVRxp6qqDHJb1uA2F+Pv/y4e/ktK//Il9DbIUVckWIpxDKvTKmUPUPX4MA=
                """,
            ]
        ),
    ]
}
