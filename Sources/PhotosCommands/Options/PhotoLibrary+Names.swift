internal import OpenPhotoKitOwner
internal import PhotoModel

// Finds albums and folders by identifier or title.
extension OwnedLibrary {
    /// The album with this identifier, else the one with this title.
    ///
    /// - Throws: as ``albumIdentifier(named:)``.
    func album(named name: String) throws -> Album {
        let query = try CollectionQuery(.localIdentifiers([albumIdentifier(named: name)])).withEveryFrame
        guard let album = try albums(query).first else { throw try noAlbum(name) }
        return album
    }

    /// The identifier of the album with this identifier, else of the one with this title.
    ///
    /// - Throws: `identifierNotFound` if no album has it, `multipleIdentifiersFound` if several have the title.
    func albumIdentifier(named name: String) throws -> String {
        if try !fetchAlbums(withLocalIdentifiers: [name]).isEmpty { return name }
        let albums = try albums(CollectionQuery(.title(TextMatch(.equals, name))).withEveryFrame)
        guard let first = albums.first else { throw try noAlbum(name) }
        guard albums.count == 1 else {
            throw PhotoLibraryError.several(
                "albums", named: name,
                albums.map { ($0.localIdentifier, counted($0.assetCount, "photo")) })
        }
        return first.localIdentifier
    }

    /// The error for a name that no album has, with the built-in album or the title that may be meant.
    private func noAlbum(_ name: String) throws -> PhotoLibraryError {
        let alike = try albums(CollectionQuery(.title(TextMatch(.equals, name, ignoringCase: true)))).first
        let remedy =
            if let smart = SmartAlbum(argument: name) {
                "It is a built-in album: “photos list --smart \(smart.rawValue)” lists its photos."
            } else if let alike { "There is “\(alike.title)”." } else { "See “photos albums”." }
        return PhotoLibraryError(.identifierNotFound, "There is no such album. \(remedy)", identifier: name)
    }

    /// The folder with this identifier, else the one with this title.
    ///
    /// - Throws: `identifierNotFound` if no folder has it, `multipleIdentifiersFound` if several have the title.
    func folder(named name: String) throws -> Folder {
        if let folder = try fetchFolders(CollectionQuery(.localIdentifiers([name]))).firstObject { return folder }
        let fetched = try fetchFolders(CollectionQuery(.title(TextMatch(.equals, name))))
        let folders = try fetched.objects(in: fetched.indices)
        guard let folder = folders.first else {
            throw PhotoLibraryError(
                .identifierNotFound, "There is no such folder. See “photos folders”.", identifier: name)
        }
        guard folders.count == 1 else {
            throw try PhotoLibraryError.several(
                "folders", named: name,
                folders.map { ($0.localIdentifier, try walkCollections(in: $0) { _, _ in }.displayText) })
        }
        return folder
    }
}

extension PhotoLibraryError {
    /// - Parameter found: The identifiers and the contents.
    fileprivate static func several(
        _ noun: String, named name: String, _ found: [(identifier: String, contents: String)]
    ) -> PhotoLibraryError {
        let list = found.map { "\($0.identifier) (\($0.contents))" }.joined(separator: ", ")
        return PhotoLibraryError(
            .multipleIdentifiersFound, "Several \(noun) have this title: \(list). Name one by its identifier.",
            identifier: name, localIdentifiers: found.map(\.identifier))
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
}
