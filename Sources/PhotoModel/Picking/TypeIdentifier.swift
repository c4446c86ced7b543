/// A type of data, named by a uniform type identifier such as `public.jpeg`.
///
/// One table declares the types of pictures and videos: their supertypes, filename extensions and MIME types. Any other
/// string is an undeclared type, which conforms to itself only and has no extension.
///
/// Two identifiers that differ only in letter case are equal.
public struct TypeIdentifier: RawRepresentable, Sendable, Codable, CustomStringConvertible {
    /// The identifier, in the letter case in which it was given.
    public let rawValue: String

    /// Creates the type of this identifier, which need not be declared.
    public init(rawValue: String) { self.rawValue = rawValue }

    /// The identifier.
    public var description: String { rawValue }
}

extension TypeIdentifier: Hashable {
    /// Whether the identifiers are equal, regardless of letter case.
    public static func == (left: TypeIdentifier, right: TypeIdentifier) -> Bool { left.key == right.key }

    /// Hashes the identifier.
    public func hash(into hasher: inout Hasher) { hasher.combine(key) }

    /// The identifier in lower case, as in the table.
    private var key: String { rawValue.lowercased() }
}

extension TypeIdentifier {
    /// Whether the table has this type.
    public var isDeclared: Bool { declared != nil }

    /// The same type in the letter case of the table; `nil` for an undeclared type.
    package var declared: TypeIdentifier? { declaration?.identifier }

    /// The types that this type conforms to directly; empty for an undeclared type.
    public var supertypes: [TypeIdentifier] { declaration?.supertypes ?? [] }

    /// Whether this type is the other one, or conforms to it directly or through other types.
    public func conforms(to other: TypeIdentifier) -> Bool {
        self == other || supertypes.contains { $0.conforms(to: other) }
    }

    /// The extension for the name of a file of this type, without a dot; `nil` if the type has no extension.
    public var preferredFilenameExtension: String? { filenameExtensions.first }

    /// The MIME type; `nil` if the type has none.
    public var preferredMIMEType: String? { mimeTypes.first }

    /// The extensions of files of this type, the preferred one first, in lower case and without dots.
    public var filenameExtensions: [String] { declaration?.filenameExtensions ?? [] }

    /// The MIME types, the preferred one first, in lower case.
    public var mimeTypes: [String] { declaration?.mimeTypes ?? [] }

    /// Creates the declared type of files with this extension; `nil` if no type has it.
    ///
    /// - Parameter filenameExtension: The extension without a dot, in any letter case.
    public init?(filenameExtension: String) {
        guard let type = TypeDeclaration.ofExtension[filenameExtension.lowercased()] else { return nil }
        self = type
    }

    /// Creates the declared type with this MIME type; `nil` if no type has it.
    ///
    /// - Parameter mimeType: The MIME type without parameters, in any letter case.
    public init?(mimeType: String) {
        guard let type = TypeDeclaration.ofMIMEType[mimeType.lowercased()] else { return nil }
        self = type
    }

    /// Creates the type of files in a format.
    ///
    /// The bytes decide the format. The extension only selects among the types of that format: a video named `a.mp4` is
    /// of the type `public.mpeg-4`, and a video named `a.jpg` is of the type `public.movie`.
    ///
    /// - Parameter filenameExtension: The extension of the file's name, without a dot; `nil` if it is unknown.
    public init(_ format: ImageFormat, filenameExtension: String? = nil) {
        let line = format.declaration
        let named = filenameExtension.flatMap(TypeIdentifier.init(filenameExtension:))
        self = named.flatMap { named in line.family.flatMap { named.conforms(to: $0) ? named : nil } } ?? line.type
    }

    private var declaration: TypeDeclaration? { TypeDeclaration.ofIdentifier[key] }
}

extension TypeIdentifier {
    /// `public.item`: files, folders and other items.
    public static let item = TypeIdentifier(rawValue: "public.item")
    /// `public.data`: any bytes.
    public static let data = TypeIdentifier(rawValue: "public.data")
    /// `public.content`: any document.
    public static let content = TypeIdentifier(rawValue: "public.content")

    /// `public.image`: any picture.
    public static let image = TypeIdentifier(rawValue: "public.image")
    /// `public.jpeg`.
    public static let jpeg = TypeIdentifier(rawValue: "public.jpeg")
    /// `public.png`.
    public static let png = TypeIdentifier(rawValue: "public.png")
    /// `public.heic`: a HEIF picture coded with HEVC.
    public static let heic = TypeIdentifier(rawValue: "public.heic")
    /// `public.heif`: a HEIF picture in any coding.
    public static let heif = TypeIdentifier(rawValue: "public.heif")
    /// `public.heif-standard`: any HEIF file.
    public static let heifStandard = TypeIdentifier(rawValue: "public.heif-standard")
    /// `public.avif`.
    public static let avif = TypeIdentifier(rawValue: "public.avif")
    /// `org.webmproject.webp`.
    public static let webP = TypeIdentifier(rawValue: "org.webmproject.webp")
    /// `public.tiff`.
    public static let tiff = TypeIdentifier(rawValue: "public.tiff")
    /// `com.compuserve.gif`.
    public static let gif = TypeIdentifier(rawValue: "com.compuserve.gif")
    /// `com.microsoft.bmp`.
    public static let bmp = TypeIdentifier(rawValue: "com.microsoft.bmp")
    /// `public.camera-raw-image`: a camera's raw file of any maker.
    public static let rawImage = TypeIdentifier(rawValue: "public.camera-raw-image")
    /// `com.apple.live-photo`: a photo with its video.
    public static let livePhoto = TypeIdentifier(rawValue: "com.apple.live-photo")
    /// `com.apple.live-photo-bundle`: a folder with the photo and its video.
    public static let livePhotoBundle = TypeIdentifier(rawValue: "com.apple.live-photo-bundle")

    /// `public.audiovisual-content`: any video or audio.
    public static let audiovisualContent = TypeIdentifier(rawValue: "public.audiovisual-content")
    /// `public.movie`: any video, with or without audio.
    public static let movie = TypeIdentifier(rawValue: "public.movie")
    /// `public.video`: a video without audio.
    public static let video = TypeIdentifier(rawValue: "public.video")
    /// `public.mpeg-4`: an MP4 file.
    public static let mpeg4 = TypeIdentifier(rawValue: "public.mpeg-4")
    /// `com.apple.quicktime-movie`: a QuickTime file.
    public static let quickTimeMovie = TypeIdentifier(rawValue: "com.apple.quicktime-movie")

    /// `public.text`: any text.
    public static let text = TypeIdentifier(rawValue: "public.text")
    /// `public.plain-text`: text without markup.
    public static let plainText = TypeIdentifier(rawValue: "public.plain-text")
    /// `public.json`.
    public static let json = TypeIdentifier(rawValue: "public.json")
}
