import Foundation
import OpenPhotoKitOwner
import PhotoModel
import Synchronization
import SystemPackage
import TestSupport
import Testing

@testable import PhotoExport

/// Assets that are in no library.
enum TestAsset {
    static func resource(_ kind: AssetResource.Kind, _ name: String, _ seed: UInt8) throws -> AssetResource {
        AssetResource(
            kind: kind, location: .library(FilePath(name)), originalFilename: FilePath.Component(name), bytes: 10,
            sha256: try #require(Digest(Array(repeating: seed, count: 32))), imageDataDigest: nil, format: .jpeg,
            orientation: .up, colorProfile: .none)
    }

    /// - Parameter number: The assets are added in the order of their numbers.
    static func asset(_ number: Int, _ resources: [AssetResource], time: String? = "2024-05-17T10:30:00") -> Asset {
        let added = Date(timeIntervalSince1970: Double(number))
        return Asset(
            localIdentifier: "asset-\(number)", mediaType: .image, size: nil,
            captureTime: time.flatMap(CaptureTime.init), addedDate: added, modificationDate: added, isFavorite: false,
            metadata: ImageMetadata(), condition: .ok,
            resources: resources)
    }

    static func photo(
        _ number: Int, _ name: String = "IMG.JPG", time: String? = "2024-05-17T10:30:00", albums: [String] = [],
        options: ExportOptions = ExportOptions()
    ) throws -> ExportPhoto {
        ExportPhoto(
            asset(number, [try resource(.original, name, UInt8(truncatingIfNeeded: number))], time: time),
            albums: albums.map { ExportPhoto.Album(localIdentifier: "album \($0.prefix(2))", title: $0) },
            options: options)
    }
}

/// A library, a folder for exports, and the exports.
final class ExportScene: Sendable {
    let temporary: TemporaryFolder
    let library: OwnedLibrary
    var folder: FilePath { FilePath(temporary.path("export")) }
    var record: URL { URL(fileURLWithPath: temporary.path("export/.photos-export.jsonl")) }

    init() throws {
        temporary = try TemporaryFolder()
        library = try OwnedLibrary(at: FilePath(temporary.path("library")), opening: .creatingIfAbsent)
    }

    /// Imports files from a new folder.
    func add(_ files: [String: [UInt8]]) async throws {
        let source = temporary.url.appendingPathComponent(UUID().uuidString)
        try FileManager.default.createDirectory(at: source, withIntermediateDirectories: true)
        for (name, bytes) in files { try Data(bytes).write(to: source.appendingPathComponent(name)) }
        let summary = try await library.importFiles(ImportRequest(paths: [FilePath(source.path)]))
        #expect(summary.failed == 0)
    }

    /// Exports to the folder.
    @discardableResult
    func export(
        _ query: AssetQuery = AssetQuery(), _ configure: (inout ExportOptions) -> Void = { _ in }
    ) async throws -> (items: [ExportedItem], summary: ExportSummary) {
        var options = ExportOptions()
        configure(&options)
        let items = Mutex<[ExportedItem]>([])
        let summary = try await library.export(query, to: folder, options: options) { item in
            items.withLock { $0.append(item) }
        }
        return (items.withLock { $0 }, summary)
    }

    /// The paths of all files in the folder, without those that the export writes for itself.
    var files: [String] {
        get throws {
            try FileManager.default.subpathsOfDirectory(atPath: folder.string).filter {
                var isFolder: ObjCBool = false
                _ = FileManager.default.fileExists(atPath: path($0), isDirectory: &isFolder)
                return !isFolder.boolValue && !$0.hasPrefix(".photos-export.")
            }.sorted()
        }
    }

    func path(_ file: String) -> String { temporary.path("export/\(file)") }

    func bytes(_ file: String) throws -> [UInt8] { [UInt8](try Data(contentsOf: URL(fileURLWithPath: path(file)))) }

    /// The number and the modification time of each file, which change when it is written.
    func states() throws -> [String: String] {
        try files.reduce(into: [:]) { states, file in
            let values = try FileManager.default.attributesOfItem(atPath: path(file))
            states[file] = "\(values[.systemFileNumber] ?? "") \(values[.modificationDate] ?? "")"
        }
    }

    /// The local identifier of the only photo with this name.
    func identifier(of name: String) throws -> String {
        let photos = try library.fetchAssets(AssetQuery().includingAll).filter {
            $0.original?.originalFilename?.string == name
        }
        try #require(photos.count == 1)
        return photos[0].localIdentifier
    }
}

/// A picture with a date.
func dated(_ seed: UInt64, _ time: String = "2024:05:17 10:30:00") -> [UInt8] {
    TestPhoto.dated(TestPhoto.jpeg(seed), time)
}

/// A picture with a date and a place, 48° 7′ 24.444″ north and 11° 34′ 55.93″ east.
///
/// - Parameter minute: The minute of the date, 10 to 59; photos of one second would be a burst.
func placed(_ seed: UInt64, minute: Int = 30) -> [UInt8] {
    let exif = TIFFBuilder(
        main: [.text(0x010F, "Maker"), .text(0x0110, "Model")], exif: [.text(0x9003, "2024:05:17 10:\(minute):00")],
        gps: [
            .text(1, "N"), .rationals(2, [(48, 1), (7, 1), (24_444, 1000)]), .text(3, "E"),
            .rationals(4, [(11, 1), (34, 1), (5593, 100)]),
        ])
    return TestPhoto.with(exif, TestPhoto.jpeg(seed))
}
