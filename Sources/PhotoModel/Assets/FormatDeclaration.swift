/// One line of the table of formats.
struct FormatDeclaration: Sendable {
    /// The type of files in the format.
    let type: TypeIdentifier
    /// The type whose subtypes such files can have; `nil` if they have no other type.
    let family: TypeIdentifier?
    /// The extensions by which such files are recognised in folders.
    let filenameExtensions: [String]
    /// Whether this build decodes the pictures.
    let isDecodable: Bool
    /// Whether all current browsers show such files.
    let isShownByBrowsers: Bool

    private init(
        _ type: TypeIdentifier, in family: TypeIdentifier? = nil, _ filenameExtensions: String,
        isDecodable: Bool = true, isShownByBrowsers: Bool = false
    ) {
        self.type = type
        self.family = family
        self.filenameExtensions = filenameExtensions.split(separator: " ").map(String.init)
        self.isDecodable = isDecodable
        self.isShownByBrowsers = isShownByBrowsers
    }

    static let ofFormat: [ImageFormat: FormatDeclaration] = Dictionary(
        uniqueKeysWithValues: ImageFormat.allCases.map { ($0, line($0)) })

    /// One line for each format.
    static func line(_ format: ImageFormat) -> FormatDeclaration {
        switch format {
        case .jpeg: .init(.jpeg, "jpg jpeg jpe jfif mpo", isShownByBrowsers: true)
        case .png: .init(.png, "png apng", isShownByBrowsers: true)
        case .heic: .init(.heic, in: .heifStandard, "heic heif hif", isDecodable: Traits.hevc)
        case .avif: .init(.avif, "avif", isDecodable: Traits.av1, isShownByBrowsers: true)
        case .webp: .init(.webP, "webp", isDecodable: Traits.webP, isShownByBrowsers: true)
        case .jxl: .init(TypeIdentifier(rawValue: "public.jpeg-xl"), "jxl", isDecodable: Traits.jpegXL)
        case .tiff: .init(.tiff, "tif tiff")
        case .gif: .init(.gif, "gif", isShownByBrowsers: true)
        case .bmp: .init(.bmp, "bmp", isShownByBrowsers: true)
        case .video: .init(.movie, in: .movie, "mp4 mov m4v avi 3gp mts 3g2 mkv webm", isDecodable: false)
        case .raw:
            .init(
                .rawImage, in: .rawImage,
                "dng cr2 cr3 nef nrw arw raf orf rw2 pef srw sr2 rwl iiq crw mrw x3f erf 3fr", isDecodable: false)
        case .unknown: .init(.data, "", isDecodable: false)
        }
    }

    /// The package traits of this build.
    private enum Traits {
        static let hevc = {
            #if HEVC
                true
            #else
                false
            #endif
        }()
        static let av1 = {
            #if AV1
                true
            #else
                false
            #endif
        }()
        static let jpegXL = {
            #if JPEGXL
                true
            #else
                false
            #endif
        }()
        static let webP = {
            #if WebP
                true
            #else
                false
            #endif
        }()
    }
}

extension ImageFormat {
    /// The format's line of the table.
    var declaration: FormatDeclaration { FormatDeclaration.ofFormat[self] ?? FormatDeclaration.line(self) }
}
