internal import PhotoModel

// The bases of all types.
extension UTType {
    /// `public.item`.
    public static var item: UTType { UTType(TypeIdentifier(rawValue: "public.item")) }
    /// `public.content`.
    public static var content: UTType { UTType(TypeIdentifier(rawValue: "public.content")) }
    /// `public.composite-content`.
    public static var compositeContent: UTType { UTType(TypeIdentifier(rawValue: "public.composite-content")) }
    /// `public.data`.
    public static var data: UTType { UTType(TypeIdentifier(rawValue: "public.data")) }
    /// `public.directory`.
    public static var directory: UTType { UTType(TypeIdentifier(rawValue: "public.directory")) }
    /// `public.folder`.
    public static var folder: UTType { UTType(TypeIdentifier(rawValue: "public.folder")) }
    /// `com.apple.package`.
    public static var package: UTType { UTType(TypeIdentifier(rawValue: "com.apple.package")) }
}

// Text and documents.
extension UTType {
    /// `public.text`.
    public static var text: UTType { UTType(TypeIdentifier(rawValue: "public.text")) }
    /// `public.plain-text`.
    public static var plainText: UTType { UTType(TypeIdentifier(rawValue: "public.plain-text")) }
    /// `public.utf8-plain-text`.
    public static var utf8PlainText: UTType { UTType(TypeIdentifier(rawValue: "public.utf8-plain-text")) }
    /// `public.json`.
    public static var json: UTType { UTType(TypeIdentifier(rawValue: "public.json")) }
    /// `public.xml`.
    public static var xml: UTType { UTType(TypeIdentifier(rawValue: "public.xml")) }
    /// `com.apple.property-list`.
    public static var propertyList: UTType { UTType(TypeIdentifier(rawValue: "com.apple.property-list")) }
    /// `public.url`.
    public static var url: UTType { UTType(TypeIdentifier(rawValue: "public.url")) }
    /// `public.file-url`.
    public static var fileURL: UTType { UTType(TypeIdentifier(rawValue: "public.file-url")) }
    /// `com.adobe.pdf`.
    public static var pdf: UTType { UTType(TypeIdentifier(rawValue: "com.adobe.pdf")) }
}

// Pictures.
extension UTType {
    /// `public.image`.
    public static var image: UTType { UTType(TypeIdentifier(rawValue: "public.image")) }
    /// `public.jpeg`.
    public static var jpeg: UTType { UTType(TypeIdentifier(rawValue: "public.jpeg")) }
    /// `public.png`.
    public static var png: UTType { UTType(TypeIdentifier(rawValue: "public.png")) }
    /// `public.heif`.
    public static var heif: UTType { UTType(TypeIdentifier(rawValue: "public.heif")) }
    /// `public.heic`.
    public static var heic: UTType { UTType(TypeIdentifier(rawValue: "public.heic")) }
    /// `public.heics`.
    public static var heics: UTType { UTType(TypeIdentifier(rawValue: "public.heics")) }
    /// `public.tiff`.
    public static var tiff: UTType { UTType(TypeIdentifier(rawValue: "public.tiff")) }
    /// `com.compuserve.gif`.
    public static var gif: UTType { UTType(TypeIdentifier(rawValue: "com.compuserve.gif")) }
    /// `com.microsoft.bmp`.
    public static var bmp: UTType { UTType(TypeIdentifier(rawValue: "com.microsoft.bmp")) }
    /// `org.webmproject.webp`.
    public static var webP: UTType { UTType(TypeIdentifier(rawValue: "org.webmproject.webp")) }
    /// `public.jpeg-xl`.
    public static var jpegxl: UTType { UTType(TypeIdentifier(rawValue: "public.jpeg-xl")) }
    /// `com.ilm.openexr-image`.
    public static var exr: UTType { UTType(TypeIdentifier(rawValue: "com.ilm.openexr-image")) }
    /// `com.microsoft.ico`.
    public static var ico: UTType { UTType(TypeIdentifier(rawValue: "com.microsoft.ico")) }
    /// `com.apple.icns`.
    public static var icns: UTType { UTType(TypeIdentifier(rawValue: "com.apple.icns")) }
    /// `public.svg-image`.
    public static var svg: UTType { UTType(TypeIdentifier(rawValue: "public.svg-image")) }
    /// `public.camera-raw-image`.
    public static var rawImage: UTType { UTType(TypeIdentifier(rawValue: "public.camera-raw-image")) }
    /// `com.adobe.raw-image`.
    public static var dng: UTType { UTType(TypeIdentifier(rawValue: "com.adobe.raw-image")) }
    /// `com.apple.live-photo`.
    public static var livePhoto: UTType { UTType(TypeIdentifier(rawValue: "com.apple.live-photo")) }
}

// Videos and audio.
extension UTType {
    /// `public.audiovisual-content`.
    public static var audiovisualContent: UTType { UTType(TypeIdentifier(rawValue: "public.audiovisual-content")) }
    /// `public.movie`.
    public static var movie: UTType { UTType(TypeIdentifier(rawValue: "public.movie")) }
    /// `public.video`.
    public static var video: UTType { UTType(TypeIdentifier(rawValue: "public.video")) }
    /// `public.audio`.
    public static var audio: UTType { UTType(TypeIdentifier(rawValue: "public.audio")) }
    /// `com.apple.quicktime-movie`.
    public static var quickTimeMovie: UTType { UTType(TypeIdentifier(rawValue: "com.apple.quicktime-movie")) }
    /// `public.mpeg-4`.
    public static var mpeg4Movie: UTType { UTType(TypeIdentifier(rawValue: "public.mpeg-4")) }
    /// `public.mpeg`.
    public static var mpeg: UTType { UTType(TypeIdentifier(rawValue: "public.mpeg")) }
    /// `public.mpeg-2-video`.
    public static var mpeg2Video: UTType { UTType(TypeIdentifier(rawValue: "public.mpeg-2-video")) }
    /// `public.mpeg-2-transport-stream`.
    public static var mpeg2TransportStream: UTType {
        UTType(TypeIdentifier(rawValue: "public.mpeg-2-transport-stream"))
    }
    /// `public.avi`.
    public static var avi: UTType { UTType(TypeIdentifier(rawValue: "public.avi")) }
}
