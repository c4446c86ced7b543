import Foundation
import ImageDecoding
import LocationRemoval
import Originals
import PhotoModel
import SystemPackage
import TestSupport
import Testing

@testable import OpenPhotoKitOwner

/// Places that exiftool wrote into real files of each format are in no copy, and the pictures are the same.
@Suite(
    .enabled(if: Exiftool.isInstalled, Exiftool.absence),
    .enabled(if: Corpus.isPresent, Comment(rawValue: Corpus.absence)),
    .enabled(if: FormatCorpus.isPresent, FormatCorpus.absence),
    .enabled(if: Python.has("PIL"), "needs python3-pil, which writes the TIFF files"))
struct PlacesOfRealFilesTests {
    private let scene: ExportScene
    private let placed: FilePath

    /// Files of the two corpora, of which exiftool writes each format.
    private static let files: [URL] = {
        func urls(_ folder: URL, _ below: String, _ names: [String]) -> [URL] {
            names.map { folder.appendingPathComponent(below).appendingPathComponent($0) }
        }
        let apple = "apple/Test-Media-Types-15.7.2.photoslibrary/originals"
        return urls(
            Corpus.folder, "deb-exiftool/Image-ExifTool-13.25/t/images", ["Canon.jpg", "GPS.jpg"])
            + urls(
                Corpus.folder, "exif-orientation",
                [
                    "Landscape_1.jpg", "Landscape_3.jpg", "Landscape_6.jpg", "Landscape_8.jpg", "Portrait_3.jpg",
                    "Portrait_5.jpg",
                ])
            + urls(
                Corpus.folder, "pngsuite-lunapaint/png",
                ["basn2c08.png", "exif2c08.png", "basi6a16.png", "basi3p04.png", "basi0g16.png"])
            + urls(
                FormatCorpus.folder, "heif",
                [
                    "metadata-extractor-cheers_1440x960.heic", "metadata-extractor-IMG_2927.HEIC",
                    "deb-exiv2-IMG_3578.heic", "deb-openimageio-IMG_7702_small.heic",
                    "metadata-extractor-Issue 487.heic",
                    "deb-libgd2-sunset.avif", "deb-php-girl.avif",
                ])
            + urls(
                FormatCorpus.folder, "webp",
                [
                    "deb-image-info-test-exif.webp", "deb-pillow-hopper.webp", "deb-pillow-flower2.webp",
                    "deb-image-info-test-lossless.webp", "image-rs-simple.webp",
                ])
            + urls(
                FormatCorpus.folder, apple,
                [
                    "4/420451DF-5299-41C1-8B71-83E1598D6F5C.mov", "B/B60C31AC-BE86-42C5-A383-A0A5710B18AE_3.mov",
                    "D/D562F353-7A22-4367-9A7F-153A4D9F149C_3.mov", "E/EC19EA1A-FC91-449C-8925-B13D863E2EDB_3.mov",
                ])
            + urls(
                FormatCorpus.folder, "takeout/upload/Takeout1/Google Photos/Album test 6-10-23",
                ["PXL_20231006_063909898.LS.mp4"])
    }()

    init() throws {
        scene = try ExportScene()
        placed = FilePath(scene.temporary.path("placed"))
        try FileManager.default.createDirectory(atPath: placed.string, withIntermediateDirectories: false)
    }

    /// Copies the files, and writes TIFF files of each compression, because the corpora have none.
    private func copyFiles() throws {
        for (number, file) in Self.files.enumerated() {
            let name = "\(number + 10).\(file.pathExtension.lowercased())"
            try Data(contentsOf: file).write(to: URL(fileURLWithPath: placed.appending(name).string))
        }
        let outcome = try Python.run(
            script: """
                import sys
                from PIL import Image
                for number, way in enumerate([None, "tiff_lzw", "tiff_deflate", "packbits"]):
                    Image.open(sys.argv[1]).reduce(4 + number).save(f"{sys.argv[2]}/{number + 90}.tif", compression=way)
                """, [Corpus.folder.appendingPathComponent("exif-orientation/Landscape_1.jpg").path, placed.string])
        try #require(outcome.exit == 0, "\(outcome.output)")
    }

    /// Writes coordinates as EXIF and XMP, and those of videos in the three ways of QuickTime too.
    private func writePlaces() throws {
        try Exiftool.write(
            [
                "-EXIF:GPSLatitude=48.123456", "-EXIF:GPSLatitudeRef=N", "-EXIF:GPSLongitude=11.582203",
                "-EXIF:GPSLongitudeRef=E", "-EXIF:GPSAltitude=519", "-XMP-exif:GPSLatitude=48.123456",
                "-XMP-exif:GPSLongitude=11.582203",
            ], to: placed.string)
        try Exiftool.write(
            ["Keys", "UserData", "ItemList"].map { "-\($0):GPSCoordinates=48.123456, 11.582203, 519" }
                + ["-ext", "mov", "-ext", "mp4"], to: placed.string)
    }

    /// The lines of all coordinates in the files of a folder.
    private func coordinates(in folder: FilePath) throws -> [Substring] {
        let tags = ["Latitude", "Longitude", "Position", "Coordinates", "Altitude"].map { "-GPS\($0)" }
        return try Exiftool.output(["-r", "-n", "-a", "-u", "-ee", "-q", "-q", "-s3"] + tags, folder.string)
            .split(separator: "\n")
    }

    private func bytes(_ path: FilePath) throws -> [UInt8] {
        [UInt8](try Data(contentsOf: URL(fileURLWithPath: path.string)))
    }

    /// What an app reads that may not see places.
    private func bytesForApp(_ asset: Asset) throws -> [UInt8] {
        let resource = try #require(asset.original)
        let originals = try scene.library.local.context.originals.bound(
            to: .full(app: "org.example.app", .withoutPlaces))
        let bytes = try bytes(of: originals.open(resource, nil, .local, withPlaces: false).source)
        // The same without a descriptor, as for a file in a remote store.
        let changed = PhotoLibraryError(.invalidResource, "The file changed.")
        let ranged = RangedLocationRemoval(try originals.openCompared(resource, .local), of: resource.format, changed) {
            try originals.open(resource, $0, .local).source
        }
        #expect(try self.bytes(of: ranged) == bytes, "\(asset.localIdentifier)")
        return bytes
    }

    private func bytes(of source: any ByteSource) throws -> [UInt8] {
        var bytes: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 1 << 20)
        while case let count = try buffer.withUnsafeMutableBytes({ try source.read(into: $0) }), count > 0 {
            bytes += buffer[..<count]
        }
        return bytes
    }

    @Test(.long) func noCoordinatesAndTheSamePictures() async throws {
        try copyFiles()
        try writePlaces()
        let names = try FileManager.default.contentsOfDirectory(atPath: placed.string).sorted()
        #expect(names.count >= 30)
        let withPlaces = try Exiftool.output(
            ["-r", "-n", "-q", "-q", "-if", "$GPSLatitude", "-p", "$FileName"], placed.string)
        let namesWithPlaces = Set(withPlaces.split(separator: "\n").map { String($0) })
        #expect(namesWithPlaces == Set(names))
        #expect(try coordinates(in: placed).count > 4 * names.count)

        let imported = try await scene.library.importFiles(ImportRequest(paths: [placed]))
        #expect(imported.assets == names.count && imported.failed == 0)
        let layout = try #require(ExportLayout("{name}"))
        let exported = try await scene.export {
            ($0.layout, $0.removesPlaces, $0.sidecar) = (layout, true, .xmp)
        }
        #expect(exported.summary[.failed] == 0, "\(exported.items.compactMap(\.error))")
        #expect(try scene.files.filter { !$0.hasSuffix(".xmp") } == names)
        #expect(try coordinates(in: scene.folder) == [])

        let decoder = ImageDecoder()
        let assets = Dictionary(
            uniqueKeysWithValues: try scene.library.fetchAssets().compactMap { asset in
                asset.original?.originalFilename.map { ($0.string, asset) }
            })
        var pictureCount = 0
        for name in names {
            let (before, after) = (try bytes(placed.appending(name)), try scene.bytes(name))
            #expect(before != after && before.count == after.count, "\(name)")
            #expect(try bytesForApp(try #require(assets[name])) == after, "\(name)")
            // A video shows its first key frame, if its codec is decoded.
            let pictures = [before, after].map { try? decoder.pixels(.bytes($0), as: .copy) }
            #expect(pictures[0] == pictures[1], "\(name)")
            if pictures[0] != nil { pictureCount += 1 }
        }
        #expect(pictureCount >= 30)
    }
}
