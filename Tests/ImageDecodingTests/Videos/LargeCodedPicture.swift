import Foundation
import TestSupport

/// A gray key frame of 1024 × 1024 pixels in a few bytes, encoded by libx264, libx265 and SVT-AV1 (PyAV 18).
///
/// A file that states a smaller size would make a decoder allocate more than it was given.
struct LargeCodedPicture {
    static let side = 1024
    let coding: SmallVideo.Coding
    let configuration: [UInt8]
    let data: [UInt8]

    init(_ coding: SmallVideo.Coding) {
        func bytes(_ text: String?) -> [UInt8] {
            Array(Data(base64Encoded: text ?? "", options: .ignoreUnknownCharacters) ?? Data())
        }
        self.coding = coding
        configuration = bytes(Self.texts[coding]?.configuration)
        data = bytes(Self.texts[coding]?.data)
    }

    /// A video that states this size.
    func video(width: Int, height: Int) -> [UInt8] {
        var video = SmallVideo(coding)
        (video.configuration, video.samples) = (configuration, [data])
        video.size = (width, height)
        video.displayedSize = (width, height)
        return video.bytes
    }

    /// A HEIF file with the picture as an item in `idat`, which states this size.
    func heif(width: Int, height: Int) -> [UInt8] {
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
