import Foundation
import SystemPackage
import TestSupport
import Testing

@testable import OpenPhotoKitOwner

/// Copies of photos with colour profiles, encoded by Pillow: without the profile, or converted to sRGB.
@Suite(
    .enabled(if: Corpus.isPresent, Comment(rawValue: Corpus.absence)),
    .enabled(if: Python.has("PIL.ImageCms"), "python3 with Pillow is absent"))
struct RenderingTests {
    private static let photos = [2, 8, 14, 23].map { "photos-kodak/kodak/\($0).png" }
    private static let profiles = [
        ("displayP3", ICCBuilder.rgb(ICCBuilder.displayP3, ICCBuilder.sRGBCurve)),
        ("adobeRGB", ICCBuilder.rgb(ICCBuilder.adobeRGB, ICCBuilder.power(563))),
    ]
    private static let stripped = ["stripped75", "stripped92", "half"]

    /// Writes each photo with the profile, and its copies and other frames.
    ///
    /// Little CMS converts the colours.
    private static let script = """
        import io, sys
        from PIL import Image, ImageCms
        folder, profile, *photos = sys.argv[1:]
        tag = open(profile, "rb").read()
        srgb, wide = ImageCms.createProfile("sRGB"), ImageCms.ImageCmsProfile(io.BytesIO(tag))
        for number, path in enumerate(photos):
            # Colours that sRGB does not have, in a part of the picture.
            picture = Image.open(path).convert("RGB")
            given = ImageCms.profileToProfile(picture, srgb, wide)
            given.paste(picture.crop((0, 0, picture.width // 2, picture.height)), (0, 0))
            def save(kind, picture, quality, **options):
                picture.save(f"{folder}/{number}.{kind}.jpg", quality=quality, **options)
            save("original", given, 95, icc_profile=tag)
            for quality in (75, 92):
                save(f"stripped{quality}", given, quality)
            save("half", given.resize((given.width // 2, given.height // 2), Image.LANCZOS), 85)
            save("converted", ImageCms.profileToProfile(given, wide, srgb), 85)
            x, y = given.width // 50, given.height // 50
            save("shifted", given.crop((x, y, given.width, given.height)).resize(given.size, Image.LANCZOS), 85)
            save("brighter", given.point(lambda level: min(255, level + 6)), 85)
        """

    private let scene: Scene
    private let library: OwnedLibrary

    init() throws {
        scene = try Scene()
        library = try scene.open()
    }

    /// Makes the files for a profile; returns their bytes by kind, in the order of ``photos``.
    private func files(_ profile: [UInt8]) throws -> (String) throws -> [[UInt8]] {
        let folder = scene.folder.path("made")
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        try FilePath(folder).appending("profile").write(profile)
        let paths = Self.photos.map { Corpus.folder.appendingPathComponent($0).path }
        let made = try Python.run(script: Self.script, [folder, folder + "/profile"] + paths)
        #expect(made.exit == 0, "\(made.output)")
        return { kind in
            try Self.photos.indices.map { try FilePath(folder).appending("\($0).\(kind).jpg").contents() }
        }
    }

    /// Whether the answer may name this rendering.
    ///
    /// The renderings of a picture in Display P3, or with few colours, are often so similar that a copy agrees with
    /// both.
    private func mayBe(_ rendering: ContentSignature.Rendering?, _ kind: String, _ profile: String) -> Bool {
        profile == "displayP3" || kind != "converted" || rendering == .converted
    }

    private func match(_ file: [UInt8]) throws -> Resolution { try scene.match(file, in: library) }

    @Test(arguments: LongTests.every(3, of: profiles)) func copiesAreFoundAndOtherFramesAreNot(
        name: String, profile: [UInt8]
    ) async throws {
        let files = try files(profile)
        let assets = try await scene.store(try files("original"), in: library)
        #expect(Set(assets).count == Self.photos.count)
        var renderings: Set<ContentSignature.Rendering> = []
        for kind in Self.stripped + ["converted"] {
            for (number, copy) in try files(kind).enumerated() {
                let answers = [try match(copy), try await resolve(copy)]
                for answer in answers {
                    let isRight = answer.status == .found && answer.localIdentifier == assets[number]
                    #expect(isRight, "\(name) \(kind) \(number): \(answer.candidates + answer.lookalikes)")
                    let found = answer.candidates.first
                    #expect(found?.evidence == .content && mayBe(found?.rendering, kind, name))
                    if let rendering = found?.rendering { renderings.insert(rendering) }
                    let isUnconverted = found?.rendering == .unconverted
                    #expect(found?.explanation.contains("without the profile") == isUnconverted)
                }
            }
        }
        #expect(name == "displayP3" || renderings == [.converted, .unconverted])
        for kind in ["shifted", "brighter"] {
            for copy in try files(kind) {
                #expect(try match(copy).status != .found, "\(name) \(kind)")
                #expect(try await resolve(copy).status != .found, "\(name) \(kind)")
            }
        }
    }

    /// The identifiers have both renderings, and the library has a copy without the profile, or a converted one.
    @Test(arguments: LongTests.every(2, of: profiles)) func identifiersFindCopies(name: String, profile: [UInt8])
        async throws
    {
        let files = try files(profile)
        var identifiers: [CloudIdentifier] = []
        for original in try files("original") {
            let identifier = try await Scene.identifier(of: original)
            #expect(identifier.evidence?.signature?.unconverted != nil)
            #expect(identifier.stringValue.utf8.count <= 1000)
            identifiers.append(identifier)
        }
        for kind in ["stripped75", "half", "converted"] {
            let scene = try Scene()
            let library = try scene.open()
            let assets = try await scene.store(try files(kind), in: library)
            for (number, answer) in library.resolveAndWait(identifiers).enumerated() {
                let found = try answer.get()
                let isRight = found.status == .found && found.localIdentifier == assets[number]
                #expect(isRight, "\(name) \(kind) \(number): \(found.candidates + found.lookalikes)")
                #expect(mayBe(found.candidates.first?.rendering, kind, name))
            }
        }
    }

    /// A photo and its copy without the profile are duplicates.
    @Test func duplicatesAreFound() async throws {
        let files = try files(Self.profiles[1].1)
        let assets = try await scene.store(try files("original") + files("stripped92"), in: library)
        let groups = try await library.duplicates()
        #expect(Set(assets).count == 2 * Self.photos.count && groups.count == Self.photos.count)
        #expect(groups.allSatisfy { $0.members.count == 2 })
    }

    private func resolve(_ file: [UInt8]) async throws -> Resolution {
        try #require(library.resolveAndWait([try await Scene.identifier(of: file)]).first).get()
    }
}
