import DeviceRegistry
import Foundation
import PhotoModel
import SystemPackage
import TestSupport
import Testing

@testable import OpenPhotoKitOwner

/// Two libraries with the same six photos, and a registry in a folder.
struct SyncScene {
    let laptop: Scene
    let desktop: Scene
    let registry: FilePath
    let key: String

    /// - Parameters:
    ///   - photos: The photos of the desktop; the laptop has all six.
    ///   - prepare: Sets values in both libraries before they know of each other.
    init(
        photos: ClosedRange<UInt64> = 1...6, isEncrypted: Bool = true,
        prepare: (OwnedLibrary, OwnedLibrary) async throws -> Void = { _, _ in }
    ) async throws {
        (laptop, desktop) = (try Scene(), try Scene())
        for seed in 1...6 as ClosedRange<UInt64> {
            let name = FilePath("\(seed).jpg")
            try laptop.add(name, TestPhoto.jpeg(seed))
            if photos.contains(seed) { try desktop.add(name, TestPhoto.jpeg(seed)) }
        }
        let (one, other) = (try laptop.open(), try desktop.open())
        try await laptop.importAll(one)
        try await desktop.importAll(other)
        try await prepare(one, other)
        registry = FilePath(laptop.folder.path("Photos.registry"))
        var new = NewRegistry(in: registry, deviceName: "Laptop")
        new.isEncrypted = isEncrypted
        key = try await one.makeRegistry(new) ?? ""
        try await other.joinRegistry(
            JoinRequest(registry, deviceName: "Desktop", key: isEncrypted ? key : nil))
    }

    /// Lets both libraries exchange until neither has anything new.
    func exchange() async throws {
        for _ in 1...2 {
            try await laptop.open().syncNow()
            try await desktop.open().syncNow()
        }
    }

    /// What persons set, as both catalogues have it, by the names that are the same on both.
    func values() throws -> (laptop: SharedValues, desktop: SharedValues) {
        (try SharedValues(in: laptop.libraryPath), try SharedValues(in: desktop.libraryPath))
    }

    /// Exchanges, and expects that both libraries have the same values.
    func expectAgreement(sourceLocation: SourceLocation = #_sourceLocation) async throws {
        try await exchange()
        let (one, other) = try values()
        #expect(one.rows == other.rows, sourceLocation: sourceLocation)
    }
}

extension OwnedLibrary {
    /// The photo that was imported from a file.
    func photo(_ name: String) throws -> String {
        let found = try fetchAssets(AssetQuery()).first { $0.original?.originalFilename?.string == name }
        return try #require(found?.localIdentifier)
    }

    func set(_ property: AssetProperty, of name: String) throws {
        let photo = try photo(name)
        try performChangesAndWait { try $0.set(property, ofAssets: [photo]) }
    }

    func recentlyDeleted() throws -> [String] {
        var query = AssetQuery()
        query.scope = .recentlyDeleted
        return try fetchAssets(query).map(\.localIdentifier)
    }

    /// The title of a photo.
    func title(of name: String) throws -> String? {
        let photo = try photo(name)
        return try assets(withLocalIdentifiers: [photo])[photo]?.metadata.title
    }
}
