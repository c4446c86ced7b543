import Foundation
import OpenPhotoKitOwner
import PhotoModel
import SystemPackage
import TestSupport
import Testing

@testable import PhotoExport

/// Sidecars, places, and imports of exports.
@Suite struct ExportedMetadataTests {
    private let scene: ExportScene

    init() throws { scene = try ExportScene() }

    /// A library with the exported files.
    private func imported() async throws -> [Asset] {
        let library = try OwnedLibrary(at: FilePath(scene.temporary.path("other")), opening: .creatingIfAbsent)
        _ = try await library.importFiles(ImportRequest(paths: [scene.folder]))
        return try library.fetchAssets(AssetQuery().includingAll).map { $0 }
    }

    private func describe() throws {
        let photo = try scene.identifier(of: "IMG_1.JPG")
        let place = try #require(ImageMetadata.Location(latitude: -33.8567844, longitude: 151.2152967))
        try scene.library.performChangesAndWait { changes in
            try changes.set(.title("Forum <&> \"Rom\""), ofAssets: [photo])
            try changes.set(.caption("Grüße,\nzweite Zeile 写真"), ofAssets: [photo])
            try changes.set(.keywords(["sea", "R&B"]), ofAssets: [photo])
            try changes.set(.rating(4), ofAssets: [photo])
            try changes.set(.favorite(true), ofAssets: [photo])
            try changes.set(.location(.set(place)), ofAssets: [photo])
        }
    }

    @Test func anImportOfAnExportHasTheSameWords() async throws {
        try await scene.add(["IMG_1.JPG": TestPhoto.jpeg(1)])
        try describe()
        try await scene.export { $0.sidecar = .xmp }
        #expect(try scene.files == ["undated/IMG_1.JPG", "undated/IMG_1.JPG.xmp"])
        let photo = try #require(try scene.library.fetchAssets().firstObject)
        let assets = try await imported()
        let found = try #require(assets.first)
        #expect(assets.count == 1)
        #expect(found.metadata.title == photo.metadata.title && found.metadata.title?.hasPrefix("Forum <&>") == true)
        #expect(found.metadata.caption == photo.metadata.caption)
        #expect(found.metadata.keywords == ["sea", "R&B"])
        #expect(found.metadata.rating == 4 && found.isFavorite && !found.isHidden)
        let (place, wanted) = (try #require(found.location), try #require(photo.location))
        #expect(abs(place.latitude - wanted.latitude) < 1e-9 && abs(place.longitude - wanted.longitude) < 1e-9)
    }

    @Test func anImportOfAnExportHasTheSameAlbumsAndIdentifiers() async throws {
        try await scene.add(["IMG_1.JPG": dated(1), "IMG_2.JPG": dated(2, "2024:05:18 10:30:00")])
        let photos = try ["IMG_1.JPG", "IMG_2.JPG"].map(scene.identifier)
        try scene.library.performChangesAndWait { changes in
            let folder = try changes.createFolder(title: "2024 / %").localIdentifier
            let rome = try changes.createAlbum(title: "Rome", inFolder: folder).localIdentifier
            try changes.addAssets(photos, toAlbum: rome)
            let beach = try changes.createAlbum(title: "Beach").localIdentifier
            try changes.addAssets([photos[0]], toAlbum: beach)
        }
        let data = AdjustmentData(formatIdentifier: "org.example.editor", formatVersion: "1", data: Data([1]))
        try scene.library.performChangesAndWait { changes in
            let rendered = Data(dated(3))
            try changes.editAsset(
                photos[0], rendered: .data(rendered, filename: "edit.jpg"), adjustmentData: data)
        }
        try await scene.export { ($0.sidecar, $0.files) = (.xmp, .both) }
        let assets = try await imported()
        #expect(assets.count == 2, "The edited picture belongs to its photo.")
        #expect(assets.contains { $0.resources.contains { $0.kind == .fullSizePhoto } })
        let other = try OwnedLibrary(at: FilePath(scene.temporary.path("other")))
        func albums(_ library: OwnedLibrary) throws -> [String: [String]] {
            let folders = try library.fetchFolders().map { ($0.localIdentifier, $0.title) }
            return try Dictionary(
                library.fetchAlbums().map { album in
                    let folder = folders.first { $0.0 == album.folderIdentifier }?.1 ?? ""
                    let names = try library.fetchAssets(in: album).map {
                        $0.original?.originalFilename?.string ?? ""
                    }
                    return ("\(folder): \(album.title)", names.sorted())
                }, uniquingKeysWith: +)
        }
        #expect(try albums(scene.library) == ["2024 / %: Rome": ["IMG_1.JPG", "IMG_2.JPG"], ": Beach": ["IMG_1.JPG"]])
        #expect(try albums(other) == albums(scene.library))
        func identifiers(_ library: OwnedLibrary) throws -> [String] {
            try library.cloudIdentifierMappings(forLocalIdentifiers: library.fetchAssets().map(\.localIdentifier))
                .values
                .map { try $0.get().stringValue }.sorted()
        }
        #expect(try identifiers(other) == identifiers(scene.library))
    }

    @Test func anImportOfAnExportHasTheAlbumsWithoutPhotos() async throws {
        try await scene.add(["IMG_1.JPG": TestPhoto.jpeg(1)])
        try scene.library.performChangesAndWait { changes in
            let folder = try changes.createFolder(title: "Travel").localIdentifier
            _ = try changes.createAlbum(title: "Next / year", inFolder: folder)
        }
        func albums(_ library: OwnedLibrary) throws -> [String] {
            let folders = Dictionary(
                uniqueKeysWithValues: try library.fetchFolders().map { ($0.localIdentifier, $0.title) })
            return try library.fetchAlbums().map { "\($0.folderIdentifier.flatMap { folders[$0] } ?? ""): \($0.title)" }
        }
        try await scene.export(AssetQuery(.isFavorite)) { $0.sidecar = .xmp }
        let file = scene.path(OwnXMP.albumsFile)
        #expect(!FileManager.default.fileExists(atPath: file), "An export of some photos names no other albums.")
        for _ in 0..<2 {
            try await scene.export { $0.sidecar = .xmp }
            _ = try await imported()
            let other = try OwnedLibrary(at: FilePath(scene.temporary.path("other")))
            #expect(try albums(other) == ["Travel: Next / year"])
        }
        let album = try #require(try scene.library.fetchAlbums().firstObject)
        try scene.library.performChangesAndWait { try $0.deleteAlbums([album.localIdentifier]) }
        try await scene.export { $0.sidecar = .xmp }
        #expect(!FileManager.default.fileExists(atPath: file))
    }

    @Test func anInvalidFileOfAlbumsIsIgnored() async throws {
        try await scene.add(["IMG_1.JPG": TestPhoto.jpeg(1)])
        try await scene.export()
        let file = scene.path(OwnXMP.albumsFile)
        var words = ExportedWords()
        words.albums = [AlbumPath(title: "Rome")]
        let bytes = try #require(XMPSidecar.bytes(words))
        func write(_ bytes: [UInt8], to path: String) throws { try Data(bytes).write(to: URL(fileURLWithPath: path)) }
        let elsewhere = scene.temporary.path("albums.xmp")
        try write(bytes, to: elsewhere)
        for (files, albums) in [("pipe", 0), ("link", 0), ("too large", 0), ("cut short", 0), ("valid", 1)] {
            try? FileManager.default.removeItem(atPath: file)
            switch files {
            case "pipe": #expect(mkfifo(file, 0o600) == 0)
            case "link": #expect(symlink(elsewhere, file) == 0)
            case "too large": try write(bytes + [UInt8](repeating: 0x20, count: 1 << 20), to: file)
            case "cut short": try write(Array(bytes.prefix(bytes.count / 2)), to: file)
            default: try write(bytes, to: file)
            }
            #expect(try await imported().count == 1)
            let other = try OwnedLibrary(at: FilePath(scene.temporary.path("other")))
            #expect(try other.fetchAlbums().count == albums, "\(files)")
        }
    }

    /// Photos rounds coordinates.
    @Test func aPlaceThatDiffersByRoundingIsNoChange() async throws {
        try await scene.add(["IMG_1.JPG": placed(1)])
        let photo = try scene.identifier(of: "IMG_1.JPG")
        let place = try #require(try scene.library.fetchAssets().firstObject?.location)
        for (difference, isChanged) in [(0.00001, false), (0.001, true)] {
            let other = try #require(
                ImageMetadata.Location(latitude: place.latitude + difference, longitude: place.longitude))
            try scene.library.performChangesAndWait { try $0.set(.location(.set(other)), ofAssets: [photo]) }
            try await scene.export { $0.sidecar = .xmp }
            let sidecar = String(decoding: try scene.bytes("2024/05/IMG_1.JPG.xmp"), as: UTF8.self)
            #expect(sidecar.contains("opk:Changed") == isChanged)
        }
    }

    /// The burst that the files' times show has another identifier, and another frame represents it.
    @Test func anImportOfAnExportHasTheFrameThatWasPickedOfABurst() async throws {
        var files: [String: [UInt8]] = [:]
        for number in 1...4 {
            files["IMG_\(number).JPG"] = placed(UInt64(number))
            var words = ExportedWords()
            words.burst = .init(identifier: "A & B", pick: number == 3 ? .owner : number == 2 ? .camera : .none)
            files["IMG_\(number).JPG.xmp"] = XMPSidecar.bytes(words)
        }
        try await scene.add(files)
        func frames(_ assets: [Asset]) -> [String] {
            assets.map { asset in
                let name = asset.original?.originalFilename?.string ?? ""
                return "\(name) \(asset.burstIdentifier ?? "") \(asset.representsBurst)"
            }.sorted()
        }
        let expected = (1...4).map { "IMG_\($0).JPG A & B \($0 == 3)" }
        #expect(try frames(scene.library.fetchAssets(AssetQuery().includingAll).map { $0 }) == expected)
        try await scene.export(AssetQuery().includingAll) { $0.sidecar = .xmp }
        #expect(try await frames(imported()) == expected)
    }

    /// The kinds and digests of the files of each asset.
    private func files(_ assets: some Sequence<Asset>) -> Set<Set<String>> {
        Set(assets.map { asset in Set(asset.resources.map { "\($0.kind) \($0.sha256.hex)" }) })
    }

    @Test func anImportOfAnExportHasTheSameFiles() async throws {
        // The same picture with other metadata.
        let photo = dated(1)
        try await scene.add(["IMG_1.JPG": photo, "IMG_2.JPG": dated(2, "2024:05:18 10:30:00")])
        try await scene.add(["other.JPG": photo + [0, 0, 0]])
        let data = AdjustmentData(formatIdentifier: "org.example.editor", formatVersion: "1", data: Data([1]))
        try scene.library.performChangesAndWait { [edited = try scene.identifier(of: "IMG_2.JPG")] changes in
            try changes.editAsset(
                edited, rendered: .data(Data(dated(3, "2024:05:18 10:30:00")), filename: "edit.jpg"),
                adjustmentData: data)
        }
        let expected = files(try scene.library.fetchAssets())
        #expect(Set(expected.map(\.count)) == [2, 3])
        try await scene.export { $0.files = .both }
        let assets = try await imported()
        #expect(files(assets) == expected)
        #expect(assets.count { $0.hasAdjustments } == 1)
    }

    @Test(.enabled(if: AppleLibrary.isPresent, "\(Corpus.absence)"))
    func anImportOfAnExportHasTheEditedLivePhoto() async throws {
        var request = ImportRequest(paths: [FilePath(AppleLibrary.corpus.path)])
        // Only the edited Live Photo.
        request.filter = PathFilter(exclude: ["*.JPG", "*.PNG", "IMG_0*", "IMG_3*", "IMG_40*", "IMG_45*", "IMG_5*"])
        #expect(try await scene.library.importFiles(request).assets == 1)
        let expected = files(try scene.library.fetchAssets())
        #expect(expected.map(\.count) == [5])
        try await scene.export { $0.files = .both }
        let assets = try await imported()
        #expect(files(assets) == expected)
        #expect(assets.allSatisfy { $0.hasAdjustments })
    }

    @Test func anImportOfAnExportHasTheDateAndThePlaceThatTheOwnerSet() async throws {
        try await scene.add([
            "IMG_1.JPG": placed(1, minute: 10), "IMG_2.JPG": placed(2, minute: 20), "IMG_3.JPG": placed(3),
        ])
        let photos = try ["IMG_1.JPG", "IMG_2.JPG", "IMG_3.JPG"].map(scene.identifier)
        let time = try #require(CaptureTime("2019-02-03T04:05:06"))
        let place = try #require(ImageMetadata.Location(latitude: -33.8567844, longitude: 151.2152967))
        try scene.library.performChangesAndWait { changes in
            try changes.set(.captureTime(.set(time)), ofAssets: [photos[0]])
            try changes.set(.location(.set(place)), ofAssets: [photos[0]])
            try changes.set(.location(.set(nil)), ofAssets: [photos[1]])
        }
        try await scene.export { $0.sidecar = .xmp }
        let assets = try await imported()
        func photo(_ name: String) throws -> Asset {
            try #require(assets.first { $0.original?.originalFilename?.string == name })
        }
        let first = try photo("IMG_1.JPG")
        #expect(first.captureTime == time && first.metadata.captureTime?.description == "2024-05-17T10:10:00")
        let found = try #require(first.location)
        #expect(abs(found.latitude - place.latitude) < 1e-9 && abs(found.longitude - place.longitude) < 1e-9)
        #expect(try photo("IMG_2.JPG").location == nil)
        let third = try photo("IMG_3.JPG")
        #expect(third.location != nil && third.location == third.metadata.location)
    }

    @Test func hiddenPhotosStayHidden() async throws {
        try await scene.add(["IMG_1.JPG": TestPhoto.jpeg(1)])
        let photo = try scene.identifier(of: "IMG_1.JPG")
        try scene.library.performChangesAndWait { try $0.set(.hidden(true), ofAssets: [photo]) }
        var query = AssetQuery(.isHidden)
        query.includesHidden = true
        var options = ExportOptions()
        options.sidecar = .xmp
        _ = try await scene.library.export(query, to: scene.folder, options: options) { _ in }
        #expect(try await imported().map(\.isHidden) == [true])
    }

    @Test(.enabled(if: Exiftool.isInstalled, Exiftool.absence))
    func exiftoolReadsSidecars() async throws {
        try await scene.add(["IMG_1.JPG": dated(1)])
        try describe()
        let photo = try scene.identifier(of: "IMG_1.JPG")
        let time = try #require(CaptureTime("2024-05-17T10:30:00+02:00"))
        try scene.library.performChangesAndWait { try $0.set(.captureTime(.set(time)), ofAssets: [photo]) }
        try await scene.export { $0.sidecar = .xmp }
        let sidecar = scene.path("2024/05/IMG_1.JPG.xmp")
        let output = try Exiftool.output(
            ["-json", "-n", "-XMP:all", "-validate", "-warning", "-struct"], sidecar)
        let start = try #require(output.firstIndex(of: "["))
        let tags = try #require(
            (try JSONSerialization.jsonObject(with: Data(output[start...].utf8)) as? [[String: Any]])?.first)
        #expect(tags["Title"] as? String == "Forum <&> \"Rom\"")
        #expect(tags["Description"] as? String == "Grüße,\nzweite Zeile 写真")
        #expect(tags["Subject"] as? [String] == ["sea", "R&B"])
        #expect(tags["Rating"] as? Int == 4)
        #expect(tags["DateTimeOriginal"] as? String == "2024:05:17 10:30:00+02:00")
        #expect(abs((tags["GPSLatitude"] as? Double ?? 0) + 33.8567844) < 1e-7)
        #expect(abs((tags["GPSLongitude"] as? Double ?? 0) - 151.2152967) < 1e-7)
        #expect(tags["Warning"] == nil, "\(tags)")
        // With the options of an export without places, the place is the only thing that is missing.
        try await scene.export { ($0.sidecar, $0.removesPlaces) = (.xmp, true) }
        let hidden = try Exiftool.output(["-json", "-XMP:all"], sidecar)
        #expect(!hidden.contains("GPS") && hidden.contains("Forum"))
    }

    @Test func sidecarsFollowTheirPhotos() async throws {
        try await scene.add(["IMG_1.JPG": dated(1)])
        try describe()
        try await scene.export { $0.sidecar = .xmp }
        let photo = try scene.identifier(of: "IMG_1.JPG")
        try scene.library.performChangesAndWait { try $0.set(.title("Other"), ofAssets: [photo]) }
        let changed = try await scene.export { $0.sidecar = .xmp }
        #expect(changed.items.map(\.status) == [.unchanged, .exported])
        #expect(changed.items.map(\.role) == [.original, .sidecar])
        let flat = try #require(ExportLayout("{name}"))
        #expect(try await scene.export { $0.layout = flat }.summary[.renamed] == 1)
        #expect(try scene.files == ["IMG_1.JPG", "IMG_1.JPG.xmp"])
        #expect(String(decoding: try scene.bytes("IMG_1.JPG.xmp"), as: UTF8.self).contains("Other"))
        try Data("<x/>".utf8).write(to: URL(fileURLWithPath: scene.path("IMG_1.JPG.xmp")))
        let kept = try await scene.export { ($0.layout, $0.sidecar) = (flat, .xmp) }
        #expect(kept.items.map(\.status) == [.unchanged, .kept])
        #expect(try scene.bytes("IMG_1.JPG.xmp") == Array("<x/>".utf8))
    }

    @Test func anEarlierSidecarLosesItsPlaceToo() async throws {
        try await scene.add(["IMG_1.JPG": placed(1), "IMG_2.JPG": TestPhoto.jpeg(2)])
        let undated = try scene.identifier(of: "IMG_2.JPG")
        let place = try #require(ImageMetadata.Location(latitude: 1, longitude: 2))
        try scene.library.performChangesAndWait { try $0.set(.location(.set(place)), ofAssets: [undated]) }
        #expect(try await scene.export { $0.sidecar = .xmp }.summary[.exported] == 4)
        let summary = try await scene.export { $0.removesPlaces = true }.summary
        // Nothing is left to say of the second photo.
        #expect(summary[.exported] == 3 && summary[.removed] == 1 && summary.files == 4)
        #expect(try scene.files == ["2024/05/IMG_1.JPG", "2024/05/IMG_1.JPG.xmp", "undated/IMG_2.JPG"])
        #expect(try !String(decoding: scene.bytes("2024/05/IMG_1.JPG.xmp"), as: UTF8.self).contains("GPS"))
    }

    @Test(.enabled(if: Exiftool.isInstalled, Exiftool.absence))
    func exportsWithoutPlacesHaveNoCoordinates() async throws {
        let photos = (0..<30).map { ("IMG_\($0).JPG", placed(UInt64($0), minute: 10 + $0)) }
        try await scene.add(Dictionary(uniqueKeysWithValues: photos))
        let pictures = Set(try scene.library.fetchAssets().compactMap { $0.original?.imageDataDigest })
        #expect(pictures.count == 30)
        try await scene.export()
        let options = ["-r", "-n", "-GPSLatitude", "-GPSLongitude", "-GPSPosition", "-s3", "-q"]
        #expect(try Exiftool.output(options, scene.folder.string).split(separator: "\n").count >= 60)
        // The files of the export with places are replaced, because their bytes are those that were exported.
        let summary = try await scene.export { ($0.removesPlaces, $0.sidecar) = (true, .xmp) }.summary
        #expect(summary[.exported] == 60 && summary[.failed] == 0)
        #expect(try Exiftool.output(options, scene.folder.string).isEmpty)
        let makers = try Exiftool.output(["-r", "-q", "-s3", "-Make"], scene.folder.string).split(separator: "\n")
        #expect(makers.count == 30)
        #expect(try await scene.export { ($0.removesPlaces, $0.sidecar) = (true, .xmp) }.summary[.unchanged] == 60)
        // Without a record, the files are recognised too.
        try FileManager.default.removeItem(at: scene.record)
        #expect(try await scene.export { ($0.removesPlaces, $0.sidecar) = (true, .xmp) }.summary[.unchanged] == 60)
        let assets = try await imported()
        #expect(assets.count == 30 && assets.allSatisfy { $0.location == nil })
        #expect(Set(assets.compactMap { $0.original?.imageDataDigest }) == pictures)
    }
}
