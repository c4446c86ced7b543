internal import PhotoModel

/// Name spaces of XMP.
private enum Namespace {
    static let camera = "http://ns.google.com/photos/1.0/camera/"
    static let depth = "http://ns.google.com/photos/1.0/depthmap/"
    static let dublinCore = "http://purl.org/dc/elements/1.1/"
    static let exif = "http://ns.adobe.com/exif/1.0/"
    static let gainMap = "http://ns.adobe.com/hdr-gain-map/1.0/"
    static let panorama = "http://ns.google.com/photos/1.0/panorama/"
    static let photoshop = "http://ns.adobe.com/photoshop/1.0/"
    static let xmp = "http://ns.adobe.com/xap/1.0/"
}

extension ImageMetadata {
    /// Adds what XMP and IPTC say.
    ///
    /// Words are the owner's: XMP's, else IPTC's, else EXIF's, which may be the camera's; keywords are those of both.
    /// The time of EXIF wins, which the camera wrote: XMP's and IPTC's count only without it.
    mutating func add(xmp: XMPPacket?, iptc: IPTCRecord? = nil) {
        title = xmp?.text(Namespace.dublinCore, "title")?.utf8.text ?? iptc?.title ?? title
        // Programs copy a camera's text from EXIF into the others.
        caption =
            CameraCaption.removed(from: xmp?.text(Namespace.dublinCore, "description")?.utf8.text)
            ?? CameraCaption.removed(from: iptc?.caption) ?? caption
        for word in (xmp?.list(Namespace.dublinCore, "subject") ?? []) + (iptc?.keywords ?? []) {
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
            .lazy.compactMap { xmp?.text($0.0, $0.1).flatMap { CaptureTime(iso8601: $0) } }.first
            ?? iptc?.captureTime
        if let xmp { subtypes.formUnion(xmp.subtypes) }
    }

    /// More keywords are not kept.
    private static let maxKeywords = 1000
}

extension XMPPacket {
    fileprivate var subtypes: MediaSubtypes {
        var subtypes: MediaSubtypes = []
        if text(Namespace.panorama, "ProjectionType") != nil { subtypes.insert(.photoPanorama) }
        if text(Namespace.gainMap, "Version") != nil { subtypes.insert(.photoHDR) }
        if text(Namespace.depth, "Format") != nil { subtypes.insert(.photoDepthEffect) }
        return subtypes
    }

    /// Whether the file states to hold a film (Motion Photo format specification 1.0, and its forerunner).
    var statesFilm: Bool {
        text(Namespace.camera, "MotionPhoto") == "1" || text(Namespace.camera, "MicroVideo") == "1"
    }

    /// How many bytes from the end of the file the film begins, as the forerunner states it.
    var filmLength: Int? { text(Namespace.camera, "MicroVideoOffset").flatMap { Int($0) } }
}
