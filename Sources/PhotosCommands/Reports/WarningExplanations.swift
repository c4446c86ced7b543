internal import OpenPhotoKitOwner

/// Explanations of decoder warnings for the owner of a picture.
enum WarningExplanations {
    /// The explanation of a warning; `nil` if the decoder's message needs none.
    static func explanation(of warning: ImportWarning) -> String? { explanations[warning.code] }

    private static let explanations = [
        "truncated":
            "The file ends before the end of the picture, so the rest is missing. Copying was probably interrupted.",
        "endMissing": "The file has no end marker. Copying was probably interrupted.",
        "corruptData": "Some bytes of the picture are wrong. After them, blocks or colours may be wrong or shifted.",
        "metadataDamaged": "The metadata of the camera is damaged; the picture itself may be intact.",
        "maxPixels": "The picture has more pixels than the limit allows.",
        "maxAxis": "The picture is wider or higher than the limit allows.",
        "maxScans": "The file has more scans than any camera writes.",
        "decoderLimit": "Decoding the picture would take more memory than the limit allows.",
    ]
}
