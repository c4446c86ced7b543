internal import PhotoModel

/// The metadata blocks of a file, unparsed.
struct EmbeddedMetadata {
    /// The TIFF block of the EXIF data.
    private(set) var exif: [UInt8]?
    /// The ICC profile of a JPEG.
    ///
    /// A PNG's profile is compressed, and libpng reads it.
    var profile: [UInt8]?
    /// The colours in other chunks of a PNG.
    var colors = PNGColors()
    /// The XMP packet.
    var xmp: XMPPacket?
    /// The IPTC record.
    private(set) var iptc: IPTCRecord?
    /// The size in a JPEG's frame header.
    ///
    /// It is also set for codings that libjpeg does not read.
    var size: PixelSize?
    /// The number of whole pictures that the file states.
    var pictureCount = 1
    /// Whether the file states several frames that are displayed one after another.
    var isAnimated = false
    /// The texts of a PNG by keyword.
    var texts: [String: String] = [:]
    /// Warnings about the blocks.
    var warnings: [ImageWarning] = []
}

/// Blocks in the order of their precedence: of each kind the first one that can be read counts.
extension EmbeddedMetadata {
    /// The name before a packet in a JPEG (XMP part 3, 1.1.3), without its NUL.
    static let xmpName = Array("http://ns.adobe.com/xap/1.0/".utf8)

    /// Adds a TIFF block of EXIF data, with or without the header that it has in a JPEG.
    mutating func add(exif block: [UInt8]) {
        guard exif?.beginsTIFF != true else { return }
        exif = Array(block.dropFirst(block.exifHeaderLength ?? 0))
    }

    /// Adds an XMP packet, with or without the name that it has in a JPEG.
    mutating func add(xmp packet: [UInt8]) {
        guard xmp == nil else { return }
        xmp = XMPPacket(packet.starts(with: Self.xmpName) ? Array(packet.dropFirst(Self.xmpName.count + 1)) : packet)
    }

    /// Adds an IPTC record.
    mutating func add(iptc record: [UInt8]) { iptc = iptc ?? IPTCRecord(record) }

    /// Adds the blocks in Photoshop's image resources.
    mutating func add(imageResources block: [UInt8]) {
        for resource in PhotoshopResource.all(in: block) {
            switch resource.number {
            case PhotoshopResource.iptc: add(iptc: resource.data)
            case PhotoshopResource.exif: add(exif: resource.data)
            case PhotoshopResource.xmp: add(xmp: resource.data)
            default: break
            }
        }
    }

    /// Adds a block whose kind its first bytes show.
    mutating func add(profile block: [UInt8]) {
        if block.first == UInt8(ascii: "<") || block.starts(with: Self.xmpName) {
            add(xmp: block)
        } else if PhotoshopResource.begins(block) {
            add(imageResources: block)
        } else if block.dropFirst(block.exifHeaderLength ?? 0).beginsTIFF {
            add(exif: block)
        } else {
            add(iptc: block)
        }
    }

    /// Adds XMP, IPTC and image resources in a main directory: of a TIFF file, or of an EXIF block.
    mutating func add(_ main: TIFFDirectory, of tiff: TIFFReader, upTo limit: Int) throws(PhotoLibraryError) {
        if let packet = try tiff.value(main[TIFFTag.xmp], upTo: limit) { add(xmp: packet) }
        if let record = try tiff.value(main[TIFFTag.iptc], upTo: limit) { add(iptc: record) }
        if let resources = try tiff.value(main[TIFFTag.imageResources], upTo: limit) { add(imageResources: resources) }
    }

    /// Adds XMP, IPTC and image resources that a writer put into the EXIF block.
    mutating func addBlocksOfEXIF() throws(PhotoLibraryError) {
        guard let exif, let tiff = try TIFFReader(SourceBytes(exif)), let offset = try tiff.mainOffset,
            let main = try tiff.directory(at: offset)
        else { return }
        try add(main, of: tiff, upTo: exif.count)
    }

    /// The tags of blocks of metadata: Adobe's of XMP (XMP part 3, 1.1.8) and of image resources, and that of IPTC.
    private enum TIFFTag {
        static let xmp: UInt16 = 0x02BC
        static let iptc: UInt16 = 0x83BB
        static let imageResources: UInt16 = 0x8649
    }
}

extension Collection<UInt8> {
    /// Whether the bytes begin with the header of a TIFF block (TIFF 6.0, section 2).
    package var beginsTIFF: Bool { starts(with: "II*\0".utf8) || starts(with: "MM\0*".utf8) }
}

extension Array<UInt8> {
    /// The length of the header before EXIF in a JPEG: `Exif`, a NUL and a byte (CIPA DC-008, 4.7.2).
    ///
    /// As exiftool, it accepts other cases of the letters and up to four bytes before them.
    ///
    /// - Returns: `nil` if the bytes do not begin with the header.
    var exifHeaderLength: Int? {
        (0...4).first { position in
            let header = dropFirst(position).prefix(6)
            return header.count == 6 && header.prefix(4).map { $0 | 0x20 }.elementsEqual("exif".utf8)
                && header.dropFirst(4).first == 0
        }.map { $0 + 6 }
    }
}
