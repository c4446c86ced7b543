internal import PhotoModel

/// Default texts that cameras write into the caption field.
///
/// They do not describe the photo.
package enum CameraCaption {
    /// The caption; `nil` for a caption that a camera writes into every file.
    ///
    /// Case and the amount of white space are ignored.
    package static func removed(from caption: String?) -> String? {
        guard let caption else { return nil }
        let words = caption.split(whereSeparator: \.isWhitespace).joined(separator: " ").uppercased()
        let isOfModel = words.hasPrefix("<") && models.contains { words.hasPrefix($0) } && words.hasSuffix(">")
        return known.contains(words) || isOfModel ? nil : caption
    }

    /// Captions in ImageDescription of published sample files, and captions that photo managers filter.
    private static let known: Set<String> = {
        let makers = [
            "", "BENQ ", "CASIO ", "EPSON ", "FUJIFILM ", "GE ", "JENOPTIK ", "KODAK ", "KONICA MINOLTA ", "LEICA ",
            "MEDION ", "MINOLTA ", "NIKON ", "OLYMPUS ", "PANASONIC ", "PENTAX ", "RICOH ", "ROLLEI ", "SAMSUNG ",
            "SANYO ", "SONY ", "TRAVELER ", "VIVITAR ", "YAKUMO ",
        ]
        return Set(makers.map { "\($0)DIGITAL CAMERA" }).union([
            "BINARY COMMENT", "DCF 1.0", "DEFAULT", "DIGITAL STILL CAMERA", "EXIF JPEG", "EXIF_JPEG_PICTURE",
            "KODAK DIGITAL STILL CAMERA", "LEAD TECHNOLOGIES INC. V1.01", "SONY DSC",
        ])
    }()

    /// Samsung's compact cameras write their names in angle brackets, such as `<Digimax S500 / Kenox S500>`.
    private static let models = ["<DIGIMAX ", "<KENOX ", "<SAMSUNG "]
}
