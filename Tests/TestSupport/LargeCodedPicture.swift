internal import Foundation

/// A gray key frame of 1024 × 1024 pixels in a few bytes, encoded by libx264, libx265 and SVT-AV1 (PyAV 18).
///
/// A file that states a smaller size would make a decoder allocate more than it was given.
package struct LargeCodedPicture {
    package static let side = 1024
    package let coding: SmallVideo.Coding
    package let configuration: [UInt8]
    package let data: [UInt8]

    package init(_ coding: SmallVideo.Coding) {
        func bytes(_ text: String?) -> [UInt8] {
            Array(Data(base64Encoded: text ?? "", options: .ignoreUnknownCharacters) ?? Data())
        }
        self.coding = coding
        configuration = bytes(Self.texts[coding]?.configuration)
        data = bytes(Self.texts[coding]?.data)
    }

    /// A video that states this size.
    package func video(width: Int, height: Int) -> [UInt8] {
        var video = SmallVideo(coding)
        (video.configuration, video.samples) = (configuration, [data])
        video.size = (width, height)
        video.displayedSize = (width, height)
        return video.bytes
    }

    /// A HEIF file with the picture as an item in `idat`, which states this size.
    package func heif(width: Int, height: Int) -> [UInt8] {
        let number = Boxes.number
        let entry = Boxes.full(
            "infe", version: 2, number(1, 2), number(0, 2), Array(coding.rawValue.utf8), [0])
        let location = number(1, 2) + number(1, 2) + number(0, 2) + number(1, 2) + number(0, 4) + number(data.count, 4)
        let properties = Boxes.box(
            "ipco", Boxes.box(coding.configurationType, configuration), Boxes.extent(width, height))
        return Boxes.fileType(coding == .av1 ? "avif" : "heic")
            + Boxes.full(
                "meta", Boxes.full("hdlr", number(0, 4), Array("pict".utf8), number(0, 13)),
                Boxes.full("pitm", number(1, 2)), Boxes.full("iinf", number(1, 2), entry),
                // Method 1: the item is in `idat`.
                Boxes.full("iloc", version: 1, [0x44, 0x00], number(1, 2), location),
                Boxes.box(
                    "iprp", properties, Boxes.full("ipma", number(1, 4), number(1, 2), [2, 0x81, 0x82])),
                Boxes.box("idat", data))
    }

    /// A HEIF file with a grid of the picture, as phones write large photos: rows of tiles, all with the same data.
    ///
    /// - Parameter transforms: Boxes that turn and mirror the picture.
    package func grid(columns: Int, rows: Int, transforms: [[UInt8]] = []) -> [UInt8] {
        let (number, count) = (Boxes.number, columns * rows)
        let size = (columns * Self.side, rows * Self.side)
        let layout = [0, 1, UInt8(rows - 1), UInt8(columns - 1)] + number(size.0, 4) + number(size.1, 4)
        func entry(_ item: Int, _ type: String) -> [UInt8] {
            Boxes.full("infe", version: 2, number(item, 2), number(0, 2), Array(type.utf8), [0])
        }
        func location(_ item: Int, _ offset: Int, _ length: Int) -> [UInt8] {
            // Method 1: the item is in `idat`.
            number(item, 2) + number(1, 2) + number(0, 2) + number(1, 2) + number(offset, 4) + number(length, 4)
        }
        let (tiles, grid) = (1...count, count + 1)
        let entries = tiles.flatMap { entry($0, coding.rawValue) } + entry(grid, "grid")
        let locations = tiles.flatMap { location($0, layout.count, data.count) }
        let properties =
            [
                Boxes.box(coding.configurationType, configuration), Boxes.extent(Self.side, Self.side),
                Boxes.extent(size.0, size.1),
            ] + transforms
        let shown = [UInt8(1 + transforms.count), 0x83] + transforms.indices.map { UInt8(0x84 + $0) }
        let associations = tiles.flatMap { number($0, 2) + [2, 0x81, 0x82] } + number(grid, 2) + shown
        return Boxes.fileType(coding == .av1 ? "avif" : "heic")
            + Boxes.full(
                "meta", Boxes.full("hdlr", number(0, 4), Array("pict".utf8), number(0, 13)),
                Boxes.full("pitm", number(grid, 2)), Boxes.full("iinf", number(count + 1, 2), entries),
                Boxes.full(
                    "iloc", version: 1, [0x44, 0x00], number(count + 1, 2), locations,
                    location(grid, 0, layout.count)),
                Boxes.full(
                    "iref",
                    Boxes.box("dimg", number(grid, 2), number(count, 2), tiles.flatMap { number($0, 2) })),
                Boxes.box(
                    "iprp", Boxes.box("ipco", properties.flatMap { $0 }),
                    Boxes.full("ipma", number(count + 1, 4), associations)),
                Boxes.box("idat", layout, data))
    }

    private static let texts: [SmallVideo.Coding: (configuration: String, data: String)] = [
        .h264: (
            """
            AWQQIP/hABRnZBAgrLgIAEDQgAAAAwCAAAAeAgEABWjuDyyL/fj4AA==
            """,
            """
            AAAAi2WIhASv/vet34E2gVrulc4tMurlDQ9UfaUpni2SAAADAAADAAADAAAEXWF9SQ0fC7fAeAAAAwABLQAJWADgACFABqABkgBxAB/ACZAENAHm
            AMUAcQAAAwAAAwAAAwAAAwAAAwAAAwAAAwAAAwAAAwAAAwAAAwAAAwAAAwAAAwAAAwAAAwAAAwAAW8EAAACOZQAQAiIQEr/+963fgTaBWu6Vzi0y
            6uUND1R9pSmeLZIAAAMAAAMAAAMAAARdYX1JDR8Lt8B4AAADAAEtAAlYAOAAIUAGoAGSAHEAH8AJkAQ0AeYAxQBxAAADAAADAAADAAADAAADAAAD
            AAADAAADAAADAAADAAADAAADAAADAAADAAADAAADAAADAABbwQ==
            """
        ),
        .hevc: (
            """
            AQQIAAAAn6gAAAAAePAA/P34+AAADwMgAAEAF0ABDAH//wQIAAADAJ+oAAADAAB4ugJAIQABAChCAQEECAAAAwCfqAAAAwAAeKACAIAQBZbqSTK5
            oCAAAAMAIAAAAwPBIgABAAdEAcFysGJA
            """,
            """
            AAABLSgBr3CBe2nKMYPe973udOuu+/51V8rBcUMW9cJAbwNEWwAAAwAAAwAAAwACBqZlNSAogaIzAAADAAADAAADAAADADHgkwQQmwAAAwAAAwAA
            AwAAAwAAGbCHAAADAAADAAADAAADAAADAAU0AAADAAADAAADAAADAAADAARcAAADAAADAAADAAADAAADAIyAAAADAAADAAADAAADAAADA/oAAAMA
            AAMAAAMAAAMAAA+IAAADAAADAAADAAADAAAl4AAAAwAAAwAAAwAAAwAAN+AAAAMAAAMAAAMAAAMAAGRAAAADAAADAAADAAADAACKgAAAAwAAAwAA
            AwAAAwAA2IAAAAMAAAMAAAMAAAMAAREAAAMAAAMAAAMAAAMAAXcAAAMAAAMAAAMAAAMAAcU=
            """
        ),
        .av1: (
            """
            gQUMAAoLAAAALM///4BfAAg=
            """,
            """
            CgsAAAAsz///iV8gCDIoEACLAIFFCCBAAIAAkSCXDBCVssFqgEJW3TFpDRsWG1i0MXDsS6O5cA==
            """
        ),
    ]
}
