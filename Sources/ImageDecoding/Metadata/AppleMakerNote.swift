internal import PhotoModel

/// The four fields that are read from the maker note of Apple's cameras.
///
/// libexif never gets the note.
///
/// exiftool documents the layout: `Apple iOS\0`, a version of two bytes, the byte order `MM`, and a TIFF directory
/// whose offsets count from the beginning of the note.
/// Programs that convert a file to the other byte order may convert the note without its mark, or the mark alone.
struct AppleMakerNote {
    /// The greatest length of a note that is read.
    static let maxBytes = 64 << 10

    private enum Tag {
        static let imageType: UInt16 = 0x000A
        static let burstIdentifier: UInt16 = 0x000B
        static let contentIdentifier: UInt16 = 0x0011
        static let isFrontFacing: UInt16 = 0x0045
    }
    /// The value for a picture that was made from several exposures.
    ///
    /// 4 is one of these exposures.
    private static let highDynamicRange = 3

    let contentIdentifier: String?
    let burstIdentifier: String?
    let isHighDynamicRange: Bool
    let isFrontFacing: Bool

    /// - Returns: `nil` if it is not Apple's note.
    init?(_ note: [UInt8]) throws(PhotoLibraryError) {
        guard note.starts(with: "Apple iOS\0".utf8) else { return nil }
        // A directory has fewer than 256 entries: as exiftool does, the order is that in which their number is smaller.
        let counts = [true, false].map { note.dropFirst(14).prefix(2).number(littleEndian: $0) ?? 0 }
        let tiff = TIFFReader(SourceBytes(note), at: 0, isLittleEndian: counts[0] < counts[1])
        guard let directory = try tiff.directory(at: 14) else { return nil }
        contentIdentifier = try tiff.value(directory[Tag.contentIdentifier])?.text
        burstIdentifier = try tiff.value(directory[Tag.burstIdentifier])?.text
        isHighDynamicRange = try tiff.numbers(directory[Tag.imageType]).first == Self.highDynamicRange
        isFrontFacing = try tiff.numbers(directory[Tag.isFrontFacing]).first == 1
    }

    func add(to metadata: inout ImageMetadata) {
        metadata.contentIdentifier = contentIdentifier
        metadata.burstIdentifier = burstIdentifier
        if isHighDynamicRange { metadata.subtypes.insert(.photoHDR) }
        if isFrontFacing { metadata.subtypes.insert(.selfie) }
    }
}
