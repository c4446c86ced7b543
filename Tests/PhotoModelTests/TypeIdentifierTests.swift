import Foundation
import PhotoModel
import Testing

/// The table of uniform types against facts that others state.
@Suite("Uniform types") struct TypeIdentifierTests {
    /// The sentences “conforms to” of Apple's documentation of `UTType`.
    @Test(arguments: [
        ("public.image", ["public.data", "public.content"]), ("public.jpeg", ["public.image"]),
        ("public.png", ["public.image"]), ("public.tiff", ["public.image"]), ("com.compuserve.gif", ["public.image"]),
        ("com.microsoft.bmp", ["public.image"]), ("org.webmproject.webp", ["public.image"]),
        ("public.camera-raw-image", ["public.image"]), ("com.adobe.raw-image", ["public.camera-raw-image"]),
        ("public.heic", ["public.heif-standard", "public.image"]),
        ("public.heif", ["public.heif-standard", "public.image"]),
        ("public.heics", ["public.heif-standard", "public.image"]), ("public.svg-image", ["public.image"]),
        ("public.audiovisual-content", ["public.data", "public.content"]),
        ("public.movie", ["public.audiovisual-content"]), ("public.video", ["public.movie"]),
        ("public.audio", ["public.audiovisual-content"]), ("public.mpeg-4", ["public.movie"]),
        ("com.apple.quicktime-movie", ["public.movie"]), ("public.avi", ["public.movie"]),
        ("public.mpeg-2-video", ["public.video"]), ("public.json", ["public.text"]),
        ("public.text", ["public.data", "public.content"]), ("public.data", ["public.item"]),
    ])
    func conformance(identifier: String, supertypes: [String]) {
        let type = TypeIdentifier(rawValue: identifier)
        #expect(type.isDeclared && type.conforms(to: type))
        for supertype in supertypes.map(TypeIdentifier.init(rawValue:)) {
            #expect(type.conforms(to: supertype) && !supertype.conforms(to: type), "\(supertype)")
        }
    }

    @Test func unrelatedTypesDoNotConform() {
        #expect(!TypeIdentifier.jpeg.conforms(to: .png) && !TypeIdentifier.jpeg.conforms(to: .movie))
        #expect(!TypeIdentifier.mpeg4.conforms(to: .video) && !TypeIdentifier.livePhoto.conforms(to: .image))
        #expect(!TypeIdentifier.heic.conforms(to: .heif))
    }

    /// The types of some extensions that macOS states, as osxphotos lists them: extension, type, preferred extension.
    @Test(arguments: [
        ("jpg", "public.jpeg", "jpeg"), ("jpe", "public.jpeg", "jpeg"), ("png", "public.png", "png"),
        ("tif", "public.tiff", "tiff"), ("gif", "com.compuserve.gif", "gif"), ("heic", "public.heic", "heic"),
        ("heif", "public.heif", "heif"), ("dng", "com.adobe.raw-image", "dng"),
        ("cr2", "com.canon.cr2-raw-image", "cr2"), ("cr3", "com.canon.cr3-raw-image", "cr3"),
        ("crw", "com.canon.crw-raw-image", "crw"), ("nef", "com.nikon.raw-image", "nef"),
        ("nrw", "com.nikon.nrw-raw-image", "nrw"), ("raf", "com.fuji.raw-image", "raf"),
        ("orf", "com.olympus.raw-image", "orf"), ("rw2", "com.panasonic.rw2-raw-image", "rw2"),
        ("raw", "com.panasonic.raw-image", "raw"), ("pef", "com.pentax.raw-image", "pef"),
        ("srw", "com.samsung.raw-image", "srw"), ("srf", "com.sony.raw-image", "srf"),
        ("sr2", "com.sony.sr2-raw-image", "sr2"), ("rwl", "com.leica.rwl-raw-image", "rwl"),
        ("iiq", "com.phaseone.raw-image", "iiq"), ("mos", "com.leafamerica.raw-image", "mos"),
        ("mrw", "com.konicaminolta.raw-image", "mrw"), ("erf", "com.epson.raw-image", "erf"),
        ("3fr", "com.hasselblad.3fr-raw-image", "3fr"), ("fff", "com.hasselblad.fff-raw-image", "fff"),
        ("dcr", "com.kodak.raw-image", "dcr"), ("mov", "com.apple.quicktime-movie", "mov"),
        ("mp4", "public.mpeg-4", "mp4"), ("mpg4", "public.mpeg-4", "mp4"), ("m4v", "com.apple.m4v-video", "m4v"),
        ("mpeg", "public.mpeg", "mpg"), ("m2v", "public.mpeg-2-video", "m2v"), ("3gp", "public.3gpp", "3gp"),
        ("3g2", "public.3gpp2", "3g2"), ("mts", "public.avchd-mpeg-2-transport-stream", "mts"),
        ("m2ts", "public.avchd-mpeg-2-transport-stream", "mts"), ("json", "public.json", "json"),
        ("txt", "public.plain-text", "txt"), ("svg", "public.svg-image", "svg"), ("pdf", "com.adobe.pdf", "pdf"),
    ])
    func extensions(filenameExtension: String, identifier: String, preferred: String) {
        let type = TypeIdentifier(filenameExtension: filenameExtension.uppercased())
        #expect(type?.rawValue == identifier && type?.preferredFilenameExtension == preferred)
    }

    private static let globs = "/usr/share/mime/globs2"

    /// Linux's own database of MIME types.
    @Test(.enabled(if: FileManager.default.fileExists(atPath: globs), "shared-mime-info is not installed."))
    func mimeTypesAreThoseOfSharedMIMEInfo() throws {
        let lines = try String(contentsOfFile: Self.globs, encoding: .utf8).split(separator: "\n")
        var compared: [String] = []
        for line in lines {
            let fields = line.split(separator: ":")
            guard fields.count >= 3, fields[2].hasPrefix("*."), fields[1].contains(#/^(image|video)//#) else {
                continue
            }
            let (mimeType, ending) = (String(fields[1]), String(fields[2].dropFirst(2)))
            guard let type = TypeIdentifier(filenameExtension: ending), !type.mimeTypes.isEmpty else { continue }
            // shared-mime-info has one MIME type for all HEIF files and for two extensions of MP4 files.
            guard !["image/heif", "video/mp4"].contains(mimeType) else { continue }
            compared.append(ending)
            #expect(type.mimeTypes.contains(mimeType), "\(ending) is \(mimeType), not \(type.mimeTypes)")
            #expect(TypeIdentifier(mimeType: mimeType.uppercased()) == type, "\(mimeType) of \(ending)")
        }
        #expect(compared.count > 30, "\(compared)")
    }

    @Test func undeclaredTypes() throws {
        let type = TypeIdentifier(rawValue: "org.Example.Type")
        #expect(!type.isDeclared && type.rawValue == "org.Example.Type" && type.supertypes.isEmpty)
        #expect(type.conforms(to: TypeIdentifier(rawValue: "org.example.type")) && !type.conforms(to: .data))
        #expect(type.preferredFilenameExtension == nil && type.preferredMIMEType == nil)
        #expect(TypeIdentifier(filenameExtension: "unknown") == nil && TypeIdentifier(filenameExtension: "") == nil)
        #expect(TypeIdentifier(mimeType: "image/unknown") == nil)
        let coded = try JSONEncoder().encode([type])
        #expect(String(decoding: coded, as: UTF8.self) == #"["org.Example.Type"]"#)
        #expect(try JSONDecoder().decode([TypeIdentifier].self, from: coded) == [type])
    }

    @Test func letterCaseMakesNoDifference() {
        let type = TypeIdentifier(rawValue: "PUBLIC.Jpeg")
        #expect(type == .jpeg && Set([type, .jpeg]).count == 1 && type.conforms(to: .image))
        #expect(type.preferredMIMEType == "image/jpeg")
    }

    /// The bytes decide the format; the name only selects among the types of the format.
    @Test(
        arguments: [
            (ImageFormat.jpeg, "png", "public.jpeg"), (.png, nil, "public.png"), (.heic, "HEIF", "public.heif"),
            (.heic, "avif", "public.heic"), (.avif, "heic", "public.avif"), (.video, "MP4", "public.mpeg-4"),
            (.video, "mov", "com.apple.quicktime-movie"), (.video, "jpg", "public.movie"),
            (.video, nil, "public.movie"),
            (.raw, "CR2", "com.canon.cr2-raw-image"), (.raw, "jpg", "public.camera-raw-image"),
            (.tiff, "dng", "public.tiff"),
            (.unknown, "jpg", "public.data"), (.unknown, "json", "public.data"),
        ] as [(ImageFormat, String?, String)])
    func formats(format: ImageFormat, filenameExtension: String?, identifier: String) {
        #expect(TypeIdentifier(format, filenameExtension: filenameExtension).rawValue == identifier)
    }
}
