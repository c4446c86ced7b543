internal import OpenPhotoKit

/// What a decoder's complaints mean to the owner of a picture.
enum PlainWords {
    /// The complaint in plain words; `nil` where the decoder's own are the best there are.
    static func meaning(of warning: ImportItem.Warning) -> String? { meanings[warning.code] }

    private static let meanings = [
        "truncated":
            "The file ends before the picture does: the rest is missing. It was probably cut off while copied.",
        "endMissing": "The file stops before its end mark. It was probably cut off while copied.",
        "corruptData": "Bytes of the picture are wrong: from there on blocks or colours may be wrong or shifted.",
        "metadataDamaged": "What the camera wrote about the picture is damaged; the picture itself may be whole.",
        "maxPixels": "It has more pixels than the limit allows.",
        "maxAxis": "It is wider or higher than the limit allows.",
        "maxScans": "It is made of more layers than any camera writes.",
        "decoderLimit": "Decoding it would take more memory than the limit allows.",
    ]
}
