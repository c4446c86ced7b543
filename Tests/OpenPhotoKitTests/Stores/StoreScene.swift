import Foundation
import LibraryStores
import PhotoCatalog
import PhotoModel
import SystemPackage
import TestSupport
import Testing

@testable import OpenPhotoKitOwner

/// A library with photos, and two stores on disks of their own.
final class StoreScene: Sendable {
    let scene: Scene
    let disks: [SmallDisk]
    let library: OwnedLibrary

    static let names = ["1.jpg", "2.jpg", "3.jpg"]

    /// - Parameter names: The stores to add; the second one is encrypted if it has the name `sealed`.
    init(stores names: [String] = ["one", "two"]) async throws {
        scene = try Scene()
        disks = try names.map { _ in try SmallDisk(at: TemporaryFolder(), size: "64m") }
        for (number, name) in Self.names.enumerated() {
            try scene.add(FilePath(name), TestPhoto.jpeg(UInt64(number + 1), width: 320, height: 240))
        }
        library = try scene.open()
        try await scene.importAll(library)
        for (name, disk) in zip(names, disks) {
            var store = NewStore(name: name, address: .folder(disk.folder.filePath))
            store.isEncrypted = name == "sealed"
            try await library.addStore(store)
        }
    }

    /// The local identifier of the photo that was imported under a name.
    func photo(_ name: String) throws -> String {
        try #require(try library.assetsByName()[name]).localIdentifier
    }

    func original(_ name: String) throws -> AssetResource {
        try #require(try library.assetsByName()[name]?.original)
    }

    /// The path of an original in a store that is not encrypted.
    func path(of name: String, inStore number: Int) throws -> FilePath {
        let digest = try original(name).sha256.hex
        return disks[number].folder.filePath.appending("originals").appending(String(digest.prefix(2))).appending(
            digest)
    }

    /// Offloads photos, and returns the reason for each that stays, by its name.
    @discardableResult
    func offload(
        _ names: [String] = StoreScene.names, _ change: (inout OffloadRequest) -> Void = { _ in }
    ) async throws -> [String: OffloadedItem.Outcome] {
        var request = OffloadRequest(.assets(try names.map(photo)))
        change(&request)
        let items = Gathered<OffloadedItem>()
        try await library.offload(request) { items.append($0) }
        let assets = try library.assetsByName()
        return Dictionary(
            items.all.map { item in
                (assets.first { $0.value.localIdentifier == item.localIdentifier }?.key ?? item.name, item.outcome)
            }, uniquingKeysWith: { first, _ in first })
    }

    /// The bytes of the photo that was imported under a name.
    func bytes(_ name: String) throws -> [UInt8] { try scene.source.appending(name).contents() }

    /// Changes a byte of a file, and keeps its size; also its times if asked.
    static func damage(_ path: FilePath, keepingTimes: Bool = false) throws {
        let outcome = try Python.run(
            script: """
                import os, sys
                status = os.stat(sys.argv[1])
                with open(sys.argv[1], "r+b") as file:
                    file.seek(status.st_size // 2)
                    byte = file.read(1)
                    file.seek(status.st_size // 2)
                    file.write(bytes([byte[0] ^ 1]))
                if sys.argv[2] == "1":
                    os.utime(sys.argv[1], ns=(status.st_atime_ns, status.st_mtime_ns))
                """, [path.string, keepingTimes ? "1" : "0"])
        try #require(outcome.exit == 0, "\(outcome.output)")
    }
}

extension Scene {
    /// Opens the library, imports the source, and mirrors it to stores on these disks.
    func openMirrored(to disks: [SmallDisk]) async throws -> OwnedLibrary {
        let library = try open()
        try await importAll(library)
        for (name, disk) in zip(["one", "two"], disks) {
            try await library.addStore(NewStore(name: name, address: .folder(disk.folder.filePath)))
        }
        try await library.mirror()
        return library
    }
}

extension OwnedLibrary {
    /// All assets by the names of their originals at import.
    func assetsByName() throws -> [String: Asset] {
        var assets: [String: Asset] = [:]
        try forEachAsset { asset in
            if let name = asset.original?.originalFilename?.string { assets[name] = asset }
        }
        return assets
    }
}

extension OffloadedItem.Outcome {
    var obstacle: OffloadObstacle? { if case .kept(let obstacle) = self { obstacle } else { nil } }
    var error: PhotoLibraryError? { if case .failed(let error) = self { error } else { nil } }
    var isOffloaded: Bool { if case .offloaded = self { true } else { false } }
}

/// Stores need disks of their own, because a store on the library's disk does not count.
let disks: ConditionTrait = .enabled(if: SmallDisk.isPossible, "this process may not mount a disk")
