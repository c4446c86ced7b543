import Foundation
import PhotoModel
import TestSupport

@testable import OpenPhotoKitOwner

/// Random blocks of requests for assets, albums and folders.
///
/// Some blocks are refused, and then change nothing.
enum RandomChanges {
    static func perform(_ library: OwnedLibrary, assets: [String], _ random: inout Seeded) throws {
        let albums = try library.fetchAlbums().localIdentifiers
        let folders = try library.fetchFolders().localIdentifiers
        let count = Int.random(in: 1...4, using: &random)
        do {
            try library.performChangesAndWait { changes in
                for _ in 0..<count {
                    if folders.count + albums.count < 12 || Bool.random(using: &random) {
                        try changeAssets(changes, assets, &random)
                        try make(changes, assets, folders, &random)
                    }
                    if let album = albums.randomElement(using: &random) {
                        try changeAlbum(album, changes, assets, &random)
                    }
                    if let folder = folders.randomElement(using: &random) {
                        try changeFolder(folder, changes, albums + folders, &random)
                    }
                }
            }
        } catch let error as PhotoLibraryError
            where [.changeNotSupported, .identifierNotFound, .requestNotSupportedForAsset].contains(error.code)
        {
            // An earlier request of the block deleted an object that a later request changes.
        }
    }

    private static func changeAssets(_ changes: ChangeRequests, _ assets: [String], _ random: inout Seeded) throws {
        guard let asset = assets.randomElement(using: &random) else { return }
        let number = Int.random(in: 0..<3, using: &random)
        let place = ImageMetadata.Location(latitude: Double(number), longitude: 2, altitude: nil)
        let time = CaptureTime("2020-0\(number + 1)-01T10:00:00")
        let properties: [AssetProperty?] = [
            .favorite(number == 0), .hidden(number == 0), .title("T\(number)"), .caption("C\(number)"),
            .keywords(["K\(number)"]), .location(number == 0 ? .original : .set(place)),
            number == 0 ? .captureTime(.original) : time.map { .captureTime(.set($0)) },
        ]
        if let property = properties.compactMap(\.self).randomElement(using: &random) {
            try changes.set(property, ofAssets: [asset])
        }
    }

    private static func make(
        _ changes: ChangeRequests, _ assets: [String], _ folders: [String], _ random: inout Seeded
    ) throws {
        let parent = folders.randomElement(using: &random)
        if Bool.random(using: &random) {
            _ = try changes.createFolder(title: "F", inFolder: parent)
        } else {
            let album = try changes.createAlbum(title: "A", inFolder: parent)
            try changes.addAssets(Array(assets.prefix(3)), toAlbum: album.localIdentifier)
        }
    }

    private static func changeAlbum(
        _ album: String, _ changes: ChangeRequests, _ assets: [String], _ random: inout Seeded
    ) throws {
        let asset = assets.randomElement(using: &random).map { [$0] } ?? []
        switch Int.random(in: 0..<6, using: &random) {
        case 0: try changes.renameAlbum(album, to: "A\(Int.random(in: 0..<3, using: &random))")
        case 1: try changes.deleteAlbums([album])
        case 2: try changes.addAssets(asset, toAlbum: album)
        case 3: try changes.removeAssets(asset, fromAlbum: album)
        case 4: try changes.moveAssets(at: [0], to: 0, inAlbum: album)
        default: try changes.placeAssets(asset, at: 0, inAlbum: album)
        }
    }

    private static func changeFolder(
        _ folder: String, _ changes: ChangeRequests, _ collections: [String], _ random: inout Seeded
    ) throws {
        let collection = collections.randomElement(using: &random).map { [$0] } ?? []
        switch Int.random(in: 0..<5, using: &random) {
        case 0: try changes.renameFolder(folder, to: "F\(Int.random(in: 0..<3, using: &random))")
        case 1: try changes.deleteFolders([folder])
        case 2: try changes.addCollections(collection, toFolder: folder)
        case 3: try changes.removeCollections(collection, fromFolder: folder)
        default: try changes.placeCollections(collection, at: 0, inFolder: nil)
        }
    }
}
