import PhotosCompat
import Testing

/// The table itself is tested in PhotoModel.
@Suite("Uniform types with Apple's signatures") struct UTTypeTests {
    @Test func typesHaveNames() throws {
        #expect(UTType.jpeg.identifier == "public.jpeg" && "\(UTType.jpeg)" == "public.jpeg")
        #expect(UTType.jpeg.preferredFilenameExtension == "jpeg" && UTType.jpeg.preferredMIMEType == "image/jpeg")
        #expect(UTType.image.preferredFilenameExtension == nil && UTType.image.preferredMIMEType == nil)
        #expect(UTType.quickTimeMovie.tags == [.filenameExtension: ["mov", "qt"], .mimeType: ["video/quicktime"]])
        #expect(UTType.image.tags.isEmpty)
        #expect(UTType.jpeg.isDeclared && UTType.jpeg.isPublic && !UTType.jpeg.isDynamic)
        #expect(!UTType.gif.isPublic && UTType.gif.isDeclared)
    }

    @Test func typesConformToOthers() {
        #expect(UTType.jpeg.conforms(to: .jpeg) && UTType.jpeg.conforms(to: .image) && UTType.jpeg.conforms(to: .item))
        #expect(!UTType.image.conforms(to: .jpeg) && !UTType.jpeg.conforms(to: .movie))
        #expect(UTType.jpeg.isSubtype(of: .image) && !UTType.jpeg.isSubtype(of: .jpeg))
        #expect(UTType.movie.isSupertype(of: .mpeg4Movie) && !UTType.movie.isSupertype(of: .movie))
        #expect(UTType.png.supertypes == [.image, .data, .content, .item])
        #expect(UTType.dng.conforms(to: .rawImage) && UTType.rawImage.conforms(to: .image))
    }

    @Test func typesAreFound() throws {
        #expect(UTType("public.png") == .png && UTType("PUBLIC.PNG")?.identifier == "public.png")
        #expect(UTType("org.example.unknown") == nil && UTType("") == nil)
        #expect(UTType(filenameExtension: "JPG") == .jpeg && UTType(filenameExtension: "unknown") == nil)
        #expect(UTType(filenameExtension: "mov", conformingTo: .movie) == .quickTimeMovie)
        #expect(UTType(filenameExtension: "mov", conformingTo: .image) == nil)
        #expect(UTType(mimeType: "image/heic") == .heic && UTType(mimeType: "video/mp4") == .mpeg4Movie)
        #expect(UTType(tag: "webp", tagClass: .filenameExtension, conformingTo: nil) == .webP)
        #expect(UTType.types(tag: "webp", tagClass: .filenameExtension, conformingTo: .image) == [.webP])
        #expect(UTType.types(tag: "webp", tagClass: .mimeType, conformingTo: nil).isEmpty)
        #expect(UTType.types(tag: "webp", tagClass: UTTagClass(rawValue: "x"), conformingTo: nil).isEmpty)
    }

    @Test func appsDeclareTypes() throws {
        let collage = UTType(exportedAs: "org.example.collage", conformingTo: .json)
        #expect(!collage.isDeclared && collage.conforms(to: .json) && collage.conforms(to: .text))
        #expect(collage.isSubtype(of: .data) && collage.preferredFilenameExtension == nil)
        #expect(UTType(importedAs: "org.example.collage").supertypes == [.data, .item])
        // The table's supertypes take precedence.
        #expect(!UTType(importedAs: "public.png", conformingTo: .movie).conforms(to: .movie))
    }

    @Test func typesAreCoded() throws {
        let types: Set<UTType> = [.jpeg, .mpeg4Movie]
        let coded = try JSONEncoder().encode(types)
        #expect(try JSONDecoder().decode(Set<UTType>.self, from: coded) == types)
        #expect(String(decoding: try JSONEncoder().encode([UTType.png]), as: UTF8.self) == #"["public.png"]"#)
    }

    @Test func theConstantsAreDeclared() {
        let constants: [UTType] = [
            .item, .content, .compositeContent, .data, .directory, .folder, .package, .text, .plainText, .utf8PlainText,
            .json, .xml, .propertyList, .url, .fileURL, .pdf, .image, .jpeg, .png, .heif, .heic, .heics, .tiff, .gif,
            .bmp, .webP, .jpegxl, .exr, .ico, .icns, .svg, .rawImage, .dng, .livePhoto, .audiovisualContent, .movie,
            .video, .audio, .quickTimeMovie, .mpeg4Movie, .mpeg, .mpeg2Video, .mpeg2TransportStream, .avi,
        ]
        #expect(constants.allSatisfy(\.isDeclared) && Set(constants).count == constants.count)
    }
}
