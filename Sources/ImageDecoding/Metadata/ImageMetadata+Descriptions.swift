internal import PhotoModel

/// Name spaces of XMP.
private enum Namespace {
    static let camera = "http://ns.google.com/photos/1.0/camera/"
    static let depth = "http://ns.google.com/photos/1.0/depthmap/"
    static let digiKam = "http://www.digikam.org/ns/1.0/"
    static let dublinCore = "http://purl.org/dc/elements/1.1/"
    static let exif = "http://ns.adobe.com/exif/1.0/"
    static let gainMap = "http://ns.adobe.com/hdr-gain-map/1.0/"
    static let lightroom = "http://ns.adobe.com/lightroom/1.0/"
    static let microsoftPhoto = "http://ns.microsoft.com/photo/1.0/"
    static let panorama = "http://ns.google.com/photos/1.0/panorama/"
    static let photoshop = "http://ns.adobe.com/photoshop/1.0/"
    static let xmp = "http://ns.adobe.com/xap/1.0/"
}

extension ImageMetadata {
    /// Adds the fields of XMP and IPTC.
    ///
    /// For title and caption, XMP takes precedence over IPTC, and IPTC over EXIF, because the owner writes XMP and
    /// IPTC. The keywords of XMP and IPTC are joined, and the persons that XMP names are keywords too. For the capture
    /// time, EXIF takes precedence, because the camera wrote it. The times of XMP and IPTC are used only if EXIF has no
    /// time.
    mutating func add(xmp: XMPPacket?, iptc: IPTCRecord? = nil) {
        title = xmp?.text(Namespace.dublinCore, "title")?.utf8.text ?? iptc?.title ?? title
        // Programs copy a camera's text from EXIF into XMP and IPTC.
        caption =
            CameraCaption.removed(from: xmp?.text(Namespace.dublinCore, "description")?.utf8.text)
            ?? CameraCaption.removed(from: iptc?.caption) ?? caption
        rating = xmp?.rating ?? rating
        for word in (xmp?.keywords ?? []) + (iptc?.keywords ?? []) {
            guard let word = word.utf8.text, !keywords.contains(word), keywords.count < Self.maxKeywords else {
                continue
            }
            keywords.append(word)
        }
        captureTime =
            captureTime
            ?? [
                (Namespace.exif, "DateTimeOriginal"), (Namespace.photoshop, "DateCreated"),
                (Namespace.xmp, "CreateDate"),
            ]
            .lazy.compactMap { xmp?.text($0.0, $0.1).flatMap { CaptureTime(stated: $0) } }.first
            ?? iptc?.captureTime
        location = location ?? xmp?.location
        if let xmp { subtypes.formUnion(xmp.subtypes) }
    }

    /// The rating that a text states, such as `4`, `-1` or `4.0`; `nil` if it is not a rating.
    package static func rating(_ text: String) -> Int? {
        text.utf8.text.flatMap { Double($0) }.flatMap { Int(exactly: $0.rounded()) }
            .flatMap { ratings.contains($0) ? $0 : nil }
    }

    /// The rating of a percentage: Windows stores 1, 25, 50, 75 and 99 for one to five stars, and reads the numbers
    /// between them as its property `System.Rating` documents.
    fileprivate static func rating(percentage text: String) -> Int? {
        guard let percentage = text.utf8.text.flatMap({ Double($0) }), 0...100 ~= percentage else { return nil }
        return [1, 13, 38, 63, 88].count { $0 <= percentage }
    }

    /// The greatest number of keywords.
    private static let maxKeywords = 1000
}

extension XMPPacket {
    /// Keywords, hierarchical keywords, and the names of persons as hierarchical keywords.
    fileprivate var keywords: [String] {
        // Lightroom separates levels by `|`, digiKam by `/`. darktable's own marks are below `darktable`.
        let hierarchical = list(Namespace.lightroom, "hierarchicalSubject").filter { !$0.hasPrefix("darktable|") }
        return list(Namespace.dublinCore, "subject") + hierarchical.map { $0.replacing("|", with: "/") }
            + list(Namespace.digiKam, "TagsList") + persons.map(PersonKeyword.keyword)
    }

    fileprivate var rating: Int? {
        text(Namespace.xmp, "Rating").flatMap { ImageMetadata.rating($0) }
            ?? text(Namespace.microsoftPhoto, "Rating").flatMap { ImageMetadata.rating(percentage: $0) }
    }

    fileprivate var subtypes: MediaSubtypes {
        var subtypes: MediaSubtypes = []
        if text(Namespace.panorama, "ProjectionType") != nil { subtypes.insert(.photoPanorama) }
        if text(Namespace.gainMap, "Version") != nil { subtypes.insert(.photoHDR) }
        // iOS marks screenshots in this way.
        if text(Namespace.exif, "UserComment") == "Screenshot" { subtypes.insert(.photoScreenshot) }
        if text(Namespace.depth, "Format") != nil { subtypes.insert(.photoDepthEffect) }
        return subtypes
    }

    /// Whether the file states that it contains a video (Motion Photo format specification 1.0, and its predecessor).
    var statesVideo: Bool {
        text(Namespace.camera, "MotionPhoto") == "1" || text(Namespace.camera, "MicroVideo") == "1"
    }

    /// The distance of the video's start from the end of the file in bytes, as the predecessor states it.
    var videoLength: Int? { text(Namespace.camera, "MicroVideoOffset").flatMap { Int($0) } }
}
