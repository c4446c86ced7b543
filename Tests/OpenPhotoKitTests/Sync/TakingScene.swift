import Foundation
import LibraryStores
import PhotoModel
import SystemPackage
import TestSupport
import Testing

@testable import OpenPhotoKitOwner

/// A laptop with six photos, a desktop with the first three, a registry, and folders that are stores of both.
struct TakingScene {
    let sync: SyncScene
    let stores: [FilePath]

    /// - Parameters:
    ///   - count: How many stores there are.
    ///   - prepare: Adds files to the laptop before it copies its originals to the stores.
    init(
        stores count: Int = 1, photos: ClosedRange<UInt64> = 1...3,
        prepare: (TakingScene, OwnedLibrary) async throws -> Void = { _, _ in }
    ) async throws {
        sync = try await SyncScene(photos: photos)
        let folder = sync.laptop.folder
        stores = (0..<count).map { FilePath(folder.path("store\($0)")) }
        let (laptop, desktop) = (try sync.laptop.open(), try sync.desktop.open())
        try await prepare(self, laptop)
        for (number, store) in stores.enumerated() {
            try FileManager.default.createDirectory(atPath: store.string, withIntermediateDirectories: false)
            for library in [laptop, desktop] {
                try await library.addStore(NewStore(name: "store\(number)", address: .folder(store)))
            }
        }
        if count > 0 { try await laptop.mirror() }
        try await sync.exchange()
    }

    /// Adds files to the laptop.
    func add(_ files: [(name: FilePath, bytes: [UInt8])], to laptop: OwnedLibrary) async throws {
        for file in files { try sync.laptop.add(file.name, file.bytes) }
        try await sync.laptop.importAll(laptop)
    }

    /// Imports the photos of the laptop on the desktop.
    @discardableResult
    func take() async throws -> (summary: PhotosOfOtherDevicesSummary, items: [PhotoOfOtherDevicesItem]) {
        let items = Gathered<PhotoOfOtherDevicesItem>()
        let summary = try await sync.desktop.open().importPhotosOfOtherDevices { items.append($0) }
        #expect(sync.desktop.leftovers.isEmpty)
        return (summary, items.all)
    }

    /// The path of the copy of a seed's photo in a store.
    func copy(_ seed: UInt64, inStore number: Int) throws -> FilePath {
        let hex = try TestPhoto.jpeg(seed).sha256.hex
        return stores[number].appending("originals").appending(String(hex.prefix(2))).appending(hex)
    }

    /// Each photo of a library, as the kinds and names of its files.
    static func files(_ library: OwnedLibrary) throws -> [String] {
        var photos: [String] = []
        try library.forEachAsset { asset in
            photos.append(
                asset.resources.map { "\($0.kind) \($0.originalFilename?.string ?? "")" }.joined(separator: ", "))
        }
        return photos.sorted()
    }
}
