/// One line of the table of uniform types.
///
/// Sources: Apple's documentation of `UTType` (identifiers, supertypes, extensions), and shared-mime-info 2.2 (the MIME
/// types that Apple does not document). Apple documents no supertype of `com.apple.live-photo-bundle` and no MIME type
/// of most raw files.
struct TypeDeclaration: Sendable {
    let identifier: TypeIdentifier
    let supertypes: [TypeIdentifier]
    let filenameExtensions: [String]
    let mimeTypes: [String]

    private init(
        _ identifier: String, _ supertypes: String, _ filenameExtensions: String = "", _ mimeTypes: String = ""
    ) {
        self.identifier = TypeIdentifier(rawValue: identifier)
        self.supertypes = Self.words(supertypes).map(TypeIdentifier.init(rawValue:))
        self.filenameExtensions = Self.words(filenameExtensions)
        self.mimeTypes = Self.words(mimeTypes)
    }

    private static func words(_ text: String) -> [String] { text.split(separator: " ").map(String.init) }

    static let ofIdentifier: [String: TypeDeclaration] = Dictionary(
        uniqueKeysWithValues: all.map { ($0.identifier.rawValue, $0) })
    static let ofExtension: [String: TypeIdentifier] = index(\.filenameExtensions)
    static let ofMIMEType: [String: TypeIdentifier] = index(\.mimeTypes)

    /// The type of each tag: of several types with the tag, the first in the table.
    private static func index(_ tags: (TypeDeclaration) -> [String]) -> [String: TypeIdentifier] {
        Dictionary(all.flatMap { type in tags(type).map { ($0, type.identifier) } }) { first, _ in first }
    }

    /// The identifier, the supertypes, the extensions and the MIME types; the preferred ones first.
    private static let all: [TypeDeclaration] = [
        .init("public.item", ""),
        .init("public.content", ""),
        .init("public.composite-content", "public.content"),
        .init("public.data", "public.item", "", "application/octet-stream"),
        .init("public.directory", "public.item"),
        .init("public.folder", "public.directory"),
        .init("com.apple.package", "public.directory"),

        .init("public.text", "public.data public.content"),
        .init("public.plain-text", "public.text", "txt text", "text/plain"),
        .init("public.utf8-plain-text", "public.plain-text"),
        .init("public.json", "public.text", "json", "application/json"),
        .init("public.xml", "public.text", "xml", "application/xml text/xml"),
        .init("com.apple.property-list", "public.data", "plist"),
        .init("public.url", "public.data"),
        .init("public.file-url", "public.url"),
        .init("com.adobe.pdf", "public.data public.composite-content", "pdf", "application/pdf"),

        .init("public.image", "public.data public.content"),
        .init("public.jpeg", "public.image", "jpeg jpg jpe jfif", "image/jpeg image/jpg"),
        .init("public.png", "public.image", "png", "image/png"),
        .init("public.heif-standard", "public.image"),
        .init("public.heic", "public.heif-standard", "heic", "image/heic"),
        .init("public.heif", "public.heif-standard", "heif hif", "image/heif"),
        .init("public.heics", "public.heif-standard", "heics", "image/heic-sequence"),
        .init("public.avif", "public.image", "avif", "image/avif"),
        .init("public.tiff", "public.image", "tiff tif", "image/tiff"),
        .init("com.compuserve.gif", "public.image", "gif", "image/gif"),
        .init("com.microsoft.bmp", "public.image", "bmp dib", "image/bmp"),
        .init("org.webmproject.webp", "public.image", "webp", "image/webp"),
        .init("public.jpeg-xl", "public.image", "jxl", "image/jxl"),
        .init("com.ilm.openexr-image", "public.image", "exr", "image/x-exr"),
        .init("com.microsoft.ico", "public.image", "ico", "image/vnd.microsoft.icon image/x-icon"),
        .init("com.apple.icns", "public.image", "icns", "image/x-icns"),
        .init("public.svg-image", "public.image", "svg", "image/svg+xml"),
        .init("com.apple.live-photo", ""),
        .init("com.apple.live-photo-bundle", "com.apple.live-photo com.apple.package", "pvt"),

        .init("public.camera-raw-image", "public.image"),
        .init("com.adobe.raw-image", "public.camera-raw-image", "dng", "image/x-adobe-dng"),
        .init("com.canon.cr2-raw-image", "public.camera-raw-image", "cr2", "image/x-canon-cr2"),
        .init("com.canon.cr3-raw-image", "public.camera-raw-image", "cr3", "image/x-canon-cr3"),
        .init("com.canon.crw-raw-image", "public.camera-raw-image", "crw", "image/x-canon-crw"),
        .init("com.epson.raw-image", "public.camera-raw-image", "erf", "image/x-epson-erf"),
        .init("com.fuji.raw-image", "public.camera-raw-image", "raf", "image/x-fuji-raf"),
        .init("com.hasselblad.3fr-raw-image", "public.camera-raw-image", "3fr"),
        .init("com.hasselblad.fff-raw-image", "public.camera-raw-image", "fff"),
        .init("com.kodak.raw-image", "public.camera-raw-image", "dcr", "image/x-kodak-dcr"),
        .init("com.konicaminolta.raw-image", "public.camera-raw-image", "mrw", "image/x-minolta-mrw"),
        .init("com.leafamerica.raw-image", "public.camera-raw-image", "mos"),
        .init("com.leica.rwl-raw-image", "public.camera-raw-image", "rwl"),
        .init("com.nikon.raw-image", "public.camera-raw-image", "nef", "image/x-nikon-nef"),
        .init("com.nikon.nrw-raw-image", "public.camera-raw-image", "nrw", "image/x-nikon-nrw"),
        .init("com.olympus.raw-image", "public.camera-raw-image", "orf", "image/x-olympus-orf"),
        .init("com.panasonic.rw2-raw-image", "public.camera-raw-image", "rw2", "image/x-panasonic-rw2"),
        .init("com.panasonic.raw-image", "public.camera-raw-image", "raw", "image/x-panasonic-rw"),
        .init("com.pentax.raw-image", "public.camera-raw-image", "pef", "image/x-pentax-pef"),
        .init("com.phaseone.raw-image", "public.camera-raw-image", "iiq"),
        .init("com.samsung.raw-image", "public.camera-raw-image", "srw"),
        .init("com.sony.arw-raw-image", "public.camera-raw-image", "arw", "image/x-sony-arw"),
        .init("com.sony.raw-image", "public.camera-raw-image", "srf", "image/x-sony-srf"),
        .init("com.sony.sr2-raw-image", "public.camera-raw-image", "sr2", "image/x-sony-sr2"),
        // Apple declares no type of Sigma's files; the library recognises them.
        .init("com.sigma.x3f-raw-image", "public.camera-raw-image", "x3f", "image/x-sigma-x3f"),

        .init("public.audiovisual-content", "public.data public.content"),
        .init("public.audio", "public.audiovisual-content"),
        .init("public.movie", "public.audiovisual-content"),
        .init("public.video", "public.movie"),
        .init("public.mpeg-4", "public.movie", "mp4 mpg4", "video/mp4"),
        .init("com.apple.m4v-video", "public.movie", "m4v", "video/x-m4v"),
        .init("com.apple.quicktime-movie", "public.movie", "mov qt", "video/quicktime"),
        .init("public.mpeg", "public.movie", "mpg mpeg", "video/mpeg"),
        .init("public.mpeg-2-video", "public.video", "m2v", "video/mpeg2"),
        .init("public.mpeg-2-transport-stream", "public.movie", "ts", "video/mp2t"),
        .init("public.avchd-mpeg-2-transport-stream", "public.movie", "mts m2ts"),
        .init("public.avi", "public.movie", "avi", "video/avi video/x-msvideo"),
        .init("public.3gpp", "public.movie", "3gp 3gpp", "video/3gpp"),
        .init("public.3gpp2", "public.movie", "3g2 3gp2", "video/3gpp2"),
        .init("org.matroska.mkv", "public.movie", "mkv", "video/x-matroska"),
        .init("org.webmproject.webm", "public.movie", "webm", "video/webm"),
    ]
}
