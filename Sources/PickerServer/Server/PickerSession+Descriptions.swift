internal import Foundation
internal import LibraryRPC
internal import OpenPhotoKit
internal import PhotoCatalog
internal import PhotoModel

// What the page shows of a session. These methods read the library and block.
extension PickerSession {
    func description() throws -> SessionDescription {
        let app: PickingApp? = if case .pick(let app) = purpose { app } else { nil }
        return SessionDescription(
            purpose: app == nil ? "browse" : "pick", app: app, limit: configuration.selectionLimit,
            ordered: configuration.selection.isOrdered, continuous: configuration.selection.isContinuous,
            preselected: preselected.count, disabled: configuration.disabledCapabilities.names,
            mayIncludePlaces: false, includesPlaces: true, count: try photos(of: "all").count,
            selected: selectedCount, events: eventCount)
    }

    func months(of view: String) throws -> MonthsDescription {
        guard let query = try query(of: view) else { throw PickerRefusal("There is no such view.") }
        return MonthsDescription(
            count: try photos(of: view).count,
            months: try library.monthCounts(of: query).map { [$0.year, $0.month, $0.count] })
    }

    func grid(_ photos: ArraySlice<UInt32>) throws -> Data {
        let rows = photos.map { snapshot.rows[Int($0)] }
        let assets = try library.service.reader.assets(rows: rows)
        var data = Data(capacity: 16 * rows.count)
        for (photo, row) in zip(photos, rows) {
            GridRecord(photo, assets[row], isPreselected: preselected.contains(photo)).append(to: &data)
        }
        return data
    }

    func grayPictures(_ photos: ArraySlice<UInt32>) throws -> Data {
        let rows = photos.map { snapshot.rows[Int($0)] }
        let pictures = try library.grayPictures(rows: rows)
        let size = ContentSignature.thumbnailSide * ContentSignature.thumbnailSide
        var data = Data(capacity: size * rows.count)
        for row in rows {
            let picture = pictures[row]
            data.append(picture?.count == size ? picture ?? Data() : Data(count: size))
        }
        return data
    }

    func position(of photo: UInt32?, in view: String) throws -> PositionDescription {
        guard let photo else { throw PickerRefusal("The request names no photo.") }
        return PositionDescription(position: try photos(of: view).firstIndex(of: photo))
    }

    func details(of photo: UInt32) throws -> PhotoDescription {
        guard let asset = try asset(photo) else { throw PickerRefusal("The photo was deleted.") }
        let albums = try library.service.reader.albums(of: CollectionQuery(.containingAsset(asset.localIdentifier)))
            .map(\.title)
        return PhotoDescription(asset, albums: albums)
    }

    // MARK: Albums

    func albums() throws -> [AlbumDescription] {
        let reader = library.service.reader
        let folders = Dictionary(
            try reader.folders(of: CollectionQuery()).map { ($0.localIdentifier, $0) }, uniquingKeysWith: { $1 })
        func titles(of folder: String?) -> [String] {
            // A folder of a damaged catalogue can contain itself.
            sequence(first: folder.flatMap { folders[$0] }) { $0?.folderIdentifier.flatMap { folders[$0] } }
                .prefix { $0 != nil }.prefix(Self.deepestFolder).compactMap { $0?.title }.reversed()
        }
        let albums = try reader.albums(of: CollectionQuery())
        let keys = try reader.assets(albums.compactMap(\.keyAssetIdentifier))
        let own = try albums.map { album in
            let row = try album.keyAssetIdentifier.flatMap { keys[$0] }.flatMap {
                try reader.row(of: $0.localIdentifier, .asset)
            }
            return AlbumDescription(
                id: album.localIdentifier, title: album.title, count: album.assetCount,
                key: row.flatMap(snapshot.photo),
                folder: titles(of: album.folderIdentifier), smart: false)
        }
        return try smartAlbums() + own
    }

    private static let deepestFolder = 100

    private func smartAlbums() throws -> [AlbumDescription] {
        let kinds: [SmartAlbum] = [.favorites, .videos, .livePhotos, .screenshots, .panoramas, .bursts]
        return try kinds.compactMap { kind in
            let photos = try photos(of: "album:\(kind.rawValue)")
            guard let last = photos.last else { return nil }
            return AlbumDescription(
                id: kind.rawValue, title: kind.title, count: photos.count, key: last, folder: [], smart: true)
        }
    }
}

extension PickerConfiguration.Capabilities {
    /// The page's names of the parts.
    fileprivate var names: [String] {
        let parts: [(Self, String)] = [
            (.search, "search"), (.collectionNavigation, "albums"), (.stagingArea, "staging"),
            (.selectionActions, "select"),
        ]
        return parts.filter { contains($0.0) }.map(\.1)
    }
}
