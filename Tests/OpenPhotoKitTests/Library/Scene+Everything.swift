import Foundation
import OpenPhotoKitOwner
import SystemPackage
import TestSupport

extension Scene {
    /// A library with all kinds of files: 12 assets, 16 files.
    static func ofEverything() async throws -> Scene {
        let scene = try Scene()
        let photo = GroupedImportTests.photo
        try scene.add("1.jpg", photo(1, "2024:05:17 10:30:00", nil))
        try scene.add("other/1.jpg", photo(2, "2024:05:17 10:30:01", nil))
        try scene.add("copy/1.jpg", TestPhoto.commented(photo(1, "2024:05:17 10:30:00", nil), "other bytes"))
        try scene.add("damaged.jpg", Array(TestPhoto.jpeg(3).dropLast(4000)))
        try scene.add("raw/DSCF0001.JPG", photo(4, "2023:01:02 10:30:00", nil))
        try scene.add("raw/DSCF0001.DNG", GroupedImportTests.raw("2023:01:02 10:30:00"))
        try scene.add("live/IMG_0001.JPG", photo(5, "2024:05:17 11:30:00", nil))
        try scene.add(
            "live/IMG_0001.MOV",
            GroupedImportTests.video([("com.apple.quicktime.creationdate", "2024-05-17T11:30:01+0200")], seconds: 2))
        try scene.add("live/IMG_0002.MOV", GroupedImportTests.video([], seconds: 60))
        try scene.add("Harbour/IMG_1234.JPG", TestPhoto.jpeg(6))
        try scene.add("Harbour/IMG_1234.JPG.json", Array(SidecarTests.takeout.utf8))
        for (index, fraction) in ["00", "20", "40", "60"].enumerated() {
            try scene.add(
                FilePath("burst/DSC_000\(index).JPG"), photo(UInt64(10 + index), "2022:05:17 10:30:00", fraction))
        }
        try await scene.importAll()
        let double = try scene.add("double/1.jpg", photo(1, "2024:05:17 10:30:00", nil))
        try await scene.importAll(nil, [double]) { $0.duplicates = .importAll }
        return scene
    }
}

/// The properties of an asset that a repair must preserve.
struct AssetSnapshot: Equatable, CustomStringConvertible {
    let asset: String
    let resources: [String]
    let cloudIdentifier: String
    let addedDate: Date

    var description: String { "\(asset) \(resources)" }

    static func == (left: AssetSnapshot, right: AssetSnapshot) -> Bool {
        left.asset == right.asset && left.resources == right.resources
            && left.cloudIdentifier == right.cloudIdentifier
            && abs(left.addedDate.timeIntervalSince(right.addedDate)) < 60
    }

    /// The assets of the library at `path`, in an order that does not depend on the catalogue.
    static func all(in path: FilePath) throws -> [AssetSnapshot] {
        let library = try OwnedLibrary(at: path)
        var snapshots: [AssetSnapshot] = []
        try library.forEachAsset { asset in
            let cloud = library.cloudIdentifierMappings(forLocalIdentifiers: [asset.localIdentifier])
            snapshots.append(
                AssetSnapshot(
                    asset: """
                        \(asset.localIdentifier) \(asset.mediaType) \(String(describing: asset.size)) \
                        \(String(describing: asset.captureTime)) \(asset.isFavorite) \(asset.condition) \
                        \(asset.metadata)
                        """,
                    resources: asset.resources.map { "\($0)" },
                    cloudIdentifier: try cloud[asset.localIdentifier]?.get().stringValue ?? "",
                    addedDate: asset.addedDate))
        }
        return snapshots.sorted { $0.asset < $1.asset }
    }
}
