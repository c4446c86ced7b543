import Foundation
import SystemPackage
import TestSupport
import Testing

@testable import OpenPhotoKitOwner

/// Photos that files show cropped, mirrored, with a border or in a screenshot.
///
/// Pillow makes the files.
@Suite(
    .enabled(if: Corpus.isPresent, Comment(rawValue: Corpus.absence)),
    .enabled(if: Python.has("PIL.Image"), "python3 with Pillow is absent"))
struct PartialMatchTests {
    private static let photos = [1, 2, 5, 8, 14, 19, 23].map { "photos-kodak/kodak/\($0).png" }
    /// The photos that are asked for, by their index.
    private static let asked = [1, 2, 6]

    /// Writes the files that show a photo, each encoded at quality 80.
    private static let script = """
        import sys
        from PIL import Image, ImageDraw, ImageOps
        path, folder = sys.argv[1:]
        photo = Image.open(path).convert("RGB")
        width, height = photo.size
        def save(name, picture):
            picture.save(f"{folder}/{name}.jpg", quality=80)
        box = (round(width * 0.2), round(height * 0.05), round(width * 0.95), round(height * 0.8))
        save("crop", photo.crop(box))
        save("mirrored", ImageOps.mirror(photo))
        save("border", ImageOps.expand(photo, round(min(photo.size) * 0.05), "white"))
        screen = Image.new("RGB", (width, 2 * width), "black")
        screen.paste(photo, (0, (screen.height - height) // 2))
        draw = ImageDraw.Draw(screen)
        draw.text((40, 12), "12:47", fill="white")
        draw.rectangle((width - 60, 12, width - 30, 26), outline="white")
        save("screenshot", screen)
        save("copy", photo)
        """

    private let scene: Scene
    private let library: OwnedLibrary

    init() throws {
        scene = try Scene()
        library = try scene.open()
    }

    private static func contents(of photo: String) throws -> [UInt8] {
        try FilePath(Corpus.folder.appendingPathComponent(photo).path).contents()
    }

    private func match(_ file: [UInt8], findsPartialMatches: Bool = true) throws -> Resolution {
        try scene.match(file, findsPartialMatches: findsPartialMatches, in: library)
    }

    /// The files that show a photo, by name.
    private func files(showing photo: String) throws -> [String: [UInt8]] {
        let folder = scene.folder.path("made")
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        let made = try Python.run(
            script: Self.script, [Corpus.folder.appendingPathComponent(photo).path, folder])
        #expect(made.exit == 0, "\(made.output)")
        let names = ["crop", "mirrored", "border", "screenshot", "copy"]
        return Dictionary(
            uniqueKeysWithValues: try names.map { ($0, try FilePath(folder).appending("\($0).jpg").contents()) })
    }

    private static func isNear(
        _ rectangle: PictureRectangle, _ x: Double, _ y: Double, _ width: Double, _ height: Double
    )
        -> Bool
    {
        let differences = [
            rectangle.x - x, rectangle.y - y, rectangle.width - width, rectangle.height - height,
        ]
        return differences.allSatisfy { abs($0) < 0.015 }
    }

    @Test("A crop, a mirrored copy, a border and a screenshot name their photo first, with its part")
    func firstOfAll() async throws {
        let assets = try await scene.store(Self.photos.map(Self.contents), in: library)
        for index in Self.asked {
            let files = try files(showing: Self.photos[index])
            for name in ["crop", "mirrored", "border", "screenshot"] {
                let answer = try match(try #require(files[name]))
                #expect(answer.status == .notFound && answer.localIdentifier == nil && answer.candidates.isEmpty)
                let matches = try #require(answer.partialMatches)
                let first = try #require(matches.first, "\(name) of \(Self.photos[index])")
                #expect(first.localIdentifier == assets[index] && first.score > 0.9)
                #expect(matches.count == 1, "No other photo shows the same: \(matches)")
                #expect(first.isMirrored == (name == "mirrored"))
                #expect(first.hasBorder == ["border", "screenshot"].contains(name))
                let isCrop = name == "crop"
                #expect(
                    isCrop ? Self.isNear(first.part, 0.2, 0.05, 0.75, 0.75) : Self.isNear(first.part, 0, 0, 1, 1),
                    "\(name): \(first.part)")
            }
        }
    }

    @Test("A picture of something else has no partial match, and a copy is found as before")
    func otherAnswers() async throws {
        let assets = try await scene.store(Self.photos.dropLast().map(Self.contents), in: library)
        let files = try files(showing: Self.photos[6])
        for (name, file) in files {
            let answer = try match(file)
            #expect(answer.status == .notFound && answer.partialMatches == [], "\(name)")
        }
        let copy = try #require(try self.files(showing: Self.photos[1])["copy"])
        let found = try match(copy)
        #expect(found.localIdentifier == assets[1] && found.partialMatches == nil)
        #expect(try match(try #require(files["crop"]), findsPartialMatches: false).partialMatches == nil)
    }

    @Test("A decision is about one file: only that file is found, and an excluded photo stays a hint")
    func decisions() async throws {
        let assets = try await scene.store(Self.photos.prefix(3).map(Self.contents), in: library)
        let files = try files(showing: Self.photos[1])
        let crop = try #require(files["crop"])
        let asked = try await Scene.identifier(of: crop)
        try library.decide(asked, isSame: false, as: assets[1])
        let excluded = try match(crop)
        #expect(excluded.status == .notFound && excluded.partialMatches?.map(\.isDecidedOther) == [true])
        try library.decide(asked, isSame: true, as: assets[1])
        let decided = try match(crop)
        #expect(decided.localIdentifier == assets[1] && decided.candidates.map(\.reason) == [.decided])
        let other = try match(try #require(files["mirrored"]))
        #expect(other.status == .notFound && other.partialMatches?.map(\.isDecidedOther) == [false])
    }

    @Test("Deleted photos are not named")
    func deletedPhotos() async throws {
        let assets = try await scene.store(Self.photos.prefix(3).map(Self.contents), in: library)
        let crop = try #require(try files(showing: Self.photos[1])["crop"])
        #expect(try match(crop).partialMatches?.map(\.localIdentifier) == [assets[1]])
        _ = try library.deleteAssets([assets[1]])
        #expect(try match(crop).partialMatches == [])
    }
}
