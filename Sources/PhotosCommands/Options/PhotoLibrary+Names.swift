internal import OpenPhotoKit
internal import PhotoModel

// Finds albums and folders by identifier or title.
extension PhotoLibrary {
    /// The local identifiers of the album with this identifier, else of those with this title.
    ///
    /// - Throws: `identifierNotFound` if no album has it.
    func albums(named name: String) throws -> [String] {
        if try !fetchAlbums(withLocalIdentifiers: [name]).isEmpty { return [name] }
        let identifiers = try fetchAlbums(CollectionQuery(.title(TextMatch(.equals, name)))).localIdentifiers
        guard !identifiers.isEmpty else { throw PhotoLibraryError.noAlbum(name) }
        return identifiers
    }

    /// The album with this identifier, else the one with this title.
    ///
    /// - Throws: as ``albumIdentifier(named:)``.
    func album(named name: String) throws -> Album {
        let query = try CollectionQuery(.localIdentifiers([albumIdentifier(named: name)])).withEveryFrame
        guard let album = try albums(query).first else { throw PhotoLibraryError.noAlbum(name) }
        return album
    }

    /// The identifier of the album with this identifier, else of the one with this title.
    ///
    /// - Throws: `identifierNotFound` if no album has it, `multipleIdentifiersFound` if several have the title.
    func albumIdentifier(named name: String) throws -> String {
        let albums = try albums(named: name)
        guard albums.count == 1 else {
            throw PhotoLibraryError(
                .multipleIdentifiersFound, "Several albums have this title. Name one by its identifier.",
                identifier: name, localIdentifiers: albums)
        }
        return albums[0]
    }

    /// The folder with this identifier, else the one with this title.
    ///
    /// - Throws: `identifierNotFound` if no folder has it, `multipleIdentifiersFound` if several have the title.
    func folder(named name: String) throws -> Folder {
        if let folder = try fetchFolders(CollectionQuery(.localIdentifiers([name]))).firstObject { return folder }
        let folders = try fetchFolders(CollectionQuery(.title(TextMatch(.equals, name))))
        guard let folder = try folders.firstObject else {
            throw PhotoLibraryError(
                .identifierNotFound, "There is no such folder. See “photos folders”.", identifier: name)
        }
        guard folders.count == 1 else {
            throw PhotoLibraryError(
                .multipleIdentifiersFound, "Several folders have this title. Name one by its identifier.",
                identifier: name, localIdentifiers: try folders.localIdentifiers)
        }
        return folder
    }
}

extension PhotoLibraryError {
    fileprivate static func noAlbum(_ name: String) -> PhotoLibraryError {
        PhotoLibraryError(.identifierNotFound, "There is no such album. See “photos albums”.", identifier: name)
    }
}

// Commands list every frame of a burst. Pickers and apps show one.
extension CollectionQuery {
    /// The same query, counting every frame of a burst.
    var withEveryFrame: CollectionQuery {
        var query = self
        query.includesAllBurstAssets = true
        return query
    }
}

extension AssetQuery {
    /// The same query, with every frame of a burst.
    var withEveryFrame: AssetQuery {
        var query = self
        query.includesAllBurstAssets = true
        return query
    }

    /// Adds a condition: assets of these albums.
    ///
    /// The assets of a single album are in its order.
    mutating func narrow(to albums: [String]) {
        if albums.count == 1 { album = albums[0] } else { filter = .and([filter, .or(albums.map { .album($0) })]) }
    }
}
