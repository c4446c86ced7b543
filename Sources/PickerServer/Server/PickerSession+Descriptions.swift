internal import Foundation
internal import LibraryInterface
internal import OpenPhotoKitOwner
internal import PhotoCatalog
internal import PhotoModel
internal import PickerPage

// What the page shows of a session. These methods read the library and block.
extension PickerSession {
    func description() throws -> SessionDescription {
        let (name, request): (String, AppAccess.Request?) =
            switch purpose {
            case .pick: ("pick", nil)
            case .browse: ("browse", nil)
            case .answer(_, .selection): ("select", nil)
            case .answer(_, let request): ("authorize", request)
            case .confirm: ("confirm", nil)
            }
        let change: ChangeRequestDescription? =
            if case .confirm(_, let deleted, let changed) = purpose { .init(deleted: deleted, changed: changed) } else {
                nil
            }
        return SessionDescription(
            purpose: name, level: request?.rawValue, change: change, app: purpose.app,
            limit: configuration.selectionLimit,
            ordered: configuration.selection.isOrdered, continuous: configuration.selection.isContinuous,
            preselected: preselected.count, disabled: configuration.disabledCapabilities.names,
            mayIncludePlaces: hasPlacesSwitch, includesPlaces: includesPlaces, count: try photos(of: "all").count,
            selected: selectedCount, events: events.count)
    }

    func months(of view: String) throws -> MonthsDescription {
        let list = try list(of: view)
        let photos = try photos(ofList: list)
        return MonthsDescription(
            list: list, count: photos.count,
            months: snapshot.monthCounts(of: photos).map { [$0.year, $0.month, $0.count] })
    }

    func grid(_ photos: ArraySlice<UInt32>) throws -> Data {
        let assets = try assets(photos)
        var writer = ByteWriter()
        for photo in photos {
            GridRecord(photo, assets[photo], isPreselected: preselected.contains(photo)).append(to: &writer)
        }
        return Data(writer.bytes)
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

    /// The selected photos as they are now, and where one of them is.
    func selected(_ photo: UInt32?) throws -> SelectedDescription {
        let list = listOfSelection()
        let photos = try photos(ofList: list)
        guard let position = photo.flatMap({ photos.firstIndex(of: $0) }) else {
            throw PickerRefusal("This photo is not selected any more.")
        }
        return SelectedDescription(list: list, count: photos.count, position: position)
    }

    func details(of photo: UInt32) throws -> PhotoDescription {
        guard let asset = try asset(photo) else { throw PickerRefusal("The photo was deleted.") }
        let albums = try library.service.reader.albums(of: CollectionQuery(.containingAsset(asset.localIdentifier)))
            .map(\.title)
        let state = library.isSynced ? try library.syncStatesAndWait(ofAssets: [asset.localIdentifier]) : [:]
        return PhotoDescription(asset, albums: albums, syncState: state[asset.localIdentifier])
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
        var isShown = Array(repeating: false, count: snapshot.rows.count)
        for photo in try photos(of: "all") { isShown[Int(photo)] = true }
        let overviews = try library.albumOverviews { row in snapshot.photo(row).map { isShown[Int($0)] } ?? false }
        let own = overviews.map { album in
            AlbumDescription(
                id: album.localIdentifier, title: album.title, count: album.count,
                key: album.chosenKey.flatMap(snapshot.photo) ?? album.first.flatMap(snapshot.photo),
                folder: titles(of: album.folderIdentifier), smart: false)
        }
        // Albums that are empty because of the app's filter only confuse.
        return try smartAlbums() + own.filter { $0.count > 0 || configuration.filter == nil }
    }

    private static let deepestFolder = 100

    private func smartAlbums() throws -> [AlbumDescription] {
        try Self.smartAlbums.compactMap { kind in
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
