internal import PhotoModel

/// The three fields that are read from the maker note of Apple's cameras.
///
/// libexif never gets the note.
///
/// exiftool documents the layout: `Apple iOS\0`, a version of two bytes, the byte order `MM`, and a TIFF directory
/// whose offsets count from the beginning of the note.
struct AppleMakerNote {
    /// The greatest length of a note that is read.
    static let maxBytes = 64 << 10

    private enum Tag {
        static let imageType: UInt16 = 0x000A
        static let burstIdentifier: UInt16 = 0x000B
        static let contentIdentifier: UInt16 = 0x0011
    }
    /// The value for a picture that was made from several exposures.
    ///
    /// 4 is one of these exposures.
    private static let highDynamicRange: [UInt8] = [0, 0, 0, 3]

    let contentIdentifier: String?
    let burstIdentifier: String?
    let isHighDynamicRange: Bool

    /// - Returns: `nil` if it is not Apple's note.
    init?(_ note: [UInt8]) throws(PhotoLibraryError) {
        guard note.starts(with: "Apple iOS\0".utf8) else { return nil }
        let tiff = TIFFReader(SourceBytes(note), at: 0, isLittleEndian: note.dropFirst(12).starts(with: "II".utf8))
        guard let directory = try tiff.directory(at: 14) else { return nil }
        contentIdentifier = try tiff.value(directory[Tag.contentIdentifier])?.text
        burstIdentifier = try tiff.value(directory[Tag.burstIdentifier])?.text
        let type = try tiff.value(directory[Tag.imageType])
        isHighDynamicRange = (tiff.isLittleEndian ? type?.reversed() : type) == Self.highDynamicRange
    }

    func add(to metadata: inout ImageMetadata) {
        metadata.contentIdentifier = contentIdentifier
        metadata.burstIdentifier = burstIdentifier
        if isHighDynamicRange { metadata.subtypes.insert(.photoHDR) }
    }
}
