import Foundation
import PhotoCatalog
import PhotoModel

// Albums and folders of one device.
extension History {
    func changeCollections(_ device: Device, _ photos: [Device.Photo]) throws {
        // By title, because the ids are random.
        let collections = try device.collections().sorted { $0.title < $1.title }
        let albums = collections.filter { !$0.isFolder }
        switch numbers.below(100) {
        case ..<15: try make(isFolder: false, collections, device)
        case ..<25: try make(isFolder: true, collections, device)
        case ..<32: try numbers.element(of: collections).map { try rename($0, device) }
        case ..<50: try numbers.element(of: collections).map { try move($0, collections, device) }
        case ..<54: try numbers.element(of: collections).map { try delete($0, collections, device) }
        default:
            guard let album = numbers.element(of: albums) else { return try make(isFolder: false, collections, device) }
            try changeMembers(album, photos, device)
        }
    }

    private func make(isFolder: Bool, _ collections: [Device.Collection], _ device: Device) throws {
        let folders = collections.filter(\.isFolder)
        let parent = numbers.happens(0.5) ? numbers.element(of: folders) : nil
        let (identifier, title) = (UUID().uuidString, "title \(step)")
        let id = isFolder ? try StableID.ofFolder(identifier) : try StableID.ofAlbum(identifier)
        try perform(
            [
                .request(
                    isFolder
                        ? .makeFolder(identifier, title: title, folder: parent?.localIdentifier)
                        : .makeAlbum(identifier, title: title, folder: parent?.localIdentifier))
            ], isFolder ? "makeFolder" : "makeAlbum",
            ["id": id.hexadecimal, "title": title, "parent": orNull(parent?.id)], device)
    }

    private func rename(_ collection: Device.Collection, _ device: Device) throws {
        let title = "title \(step)"
        try perform(
            [change(collection, .rename(title), .rename(title))], "rename", fields(collection, ["title": title]), device
        )
    }

    private func delete(
        _ collection: Device.Collection, _ collections: [Device.Collection], _ device: Device
    ) throws {
        var tree = [collection]
        var next = 0
        while next < tree.count {
            tree += collections.filter { $0.parent == tree[next].id }
            next += 1
        }
        try perform(
            [change(collection, .delete, .delete)], "deleteCollections",
            ["tree": tree.map { ["id": $0.id, "isFolder": $0.isFolder] }], device)
    }

    private func move(
        _ collection: Device.Collection, _ collections: [Device.Collection], _ device: Device
    ) throws {
        let target = numbers.happens(0.7) ? numbers.element(of: collections.filter(\.isFolder)) : nil
        let others = collections.filter { $0.parent == target?.id && $0.id != collection.id }
        try perform(
            [
                .request(
                    .folder(
                        target?.localIdentifier,
                        .place([collection.localIdentifier], at: numbers.below(others.count + 1))))
            ], "move",
            fields(collection, ["parent": orNull(target?.id), "former": orNull(collection.parent)]), device)
    }

    private func change(
        _ collection: Device.Collection, _ album: AlbumChange, _ folder: FolderChange
    ) -> CatalogChange {
        .request(
            collection.isFolder
                ? .folder(collection.localIdentifier, folder) : .album(collection.localIdentifier, album))
    }

    private func fields(_ collection: Device.Collection, _ more: [String: Any]) -> [String: Any] {
        more.merging(["id": collection.id, "isFolder": collection.isFolder]) { $1 }
    }

    // MARK: Members

    private func changeMembers(
        _ album: Device.Collection, _ photos: [Device.Photo], _ device: Device
    ) throws {
        let former = try device.members(of: album.localIdentifier)
        let members = photos.filter { former.contains($0.id) }
        let chosen: [Device.Photo]
        let change: AlbumChange
        let action: String
        switch numbers.below(10) {
        case ..<5:
            chosen = numbers.some(of: photos, atMost: 3)
            (change, action) = (.add(chosen.map(\.localIdentifier)), "addMembers")
        case ..<7:
            chosen = numbers.some(of: members, atMost: 2)
            (change, action) = (.remove(chosen.map(\.localIdentifier)), "removeMembers")
        case ..<9:
            chosen = numbers.some(of: members, atMost: 2)
            let index = numbers.below(members.count - chosen.count + 1)
            (change, action) = (.place(chosen.map(\.localIdentifier), at: index), "reorder")
        default:
            chosen = Array(numbers.some(of: members, atMost: 1))
            (change, action) = (.setKeyAsset(chosen.first?.localIdentifier), "setKey")
        }
        guard !chosen.isEmpty else { return }
        try perform(
            [.request(.album(album.localIdentifier, change))], action,
            ["album": album.id, "photos": chosen.map(\.id), "former": former], device)
    }
}
