internal import ArgumentParser
internal import Foundation
internal import OpenPhotoKitOwner
internal import PhotoModel

/// `photos albums`: lists albums, and has commands that change them.
struct AlbumsGroup: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "albums", abstract: "List, make and change albums.",
        discussion: """
            photos albums                           lists all albums
            photos albums create 'Summer in Rome'   prints its identifier
            photos albums add 'Summer in Rome' ID …
            photos albums move 'Summer in Rome' ID … --to 0

            An album is named by its identifier or its title. Photos are never deleted by these commands.
            """,
        subcommands: [
            AlbumsCommand.self, AlbumsCreateCommand.self, AlbumsRenameCommand.self, AlbumsDeleteCommand.self,
            AlbumsAddCommand.self, AlbumsRemoveCommand.self, AlbumsMoveCommand.self, AlbumsKeyCommand.self,
        ], defaultSubcommand: AlbumsCommand.self)
}

struct AlbumsCreateCommand: LibraryCommand {
    static let configuration = CommandConfiguration(
        commandName: "create",
        abstract: "Make an album, with the named photos if there are any, and print its identifier.",
        discussion: CollectionExitCodes.change)

    @OptionGroup var options: PlainOptions
    @Argument(help: "The title. Several albums may have the same title.") var title: String
    @Argument(help: PhotoNames.help) var photos: [String] = []
    @Option(help: "The folder to make it in, by identifier or title.", completion: .folders) var folder: String?

    func execute() throws -> Exit {
        let library = try options.openLibrary()
        let folder = try folder.map { try library.folder(named: $0).localIdentifier }
        let photos = try existingPhotos(photos, in: library)
        let others = try library.fetchAlbums(CollectionQuery(.title(TextMatch(.equals, title)))).localIdentifiers
        let album = try naming(photos) {
            try library.performChangesAndWait { changes in
                let album = try changes.createAlbum(title: title, inFolder: folder)
                if !photos.isEmpty {
                    try changes.addAssets(photos.map(\.identifier), toAlbum: album.localIdentifier)
                }
                return album
            }
        }
        if !others.isEmpty, !options.quiet {
            options.terminal.printWarning(
                "There \(others.count == 1 ? "is another album" : "are \(others.count) other albums") with this title: "
                    + "\(others.joined(separator: ", ")). Use identifiers to distinguish them.")
        }
        return reportCreation(of: album.localIdentifier)
    }
}

struct AlbumsRenameCommand: LibraryCommand {
    static let configuration = CommandConfiguration(
        commandName: "rename", abstract: "Give an album another title.", discussion: CollectionExitCodes.change)

    @OptionGroup var options: PlainOptions
    @Argument(help: "The album.", completion: .albums) var album: String
    @Argument(help: "The new title.") var title: String

    func execute() throws -> Exit {
        let library = try options.openLibrary()
        let album = try library.albumIdentifier(named: album)
        return try change(library, [album], "renamed", of: ("album", "albums")) { changes, _ in
            try changes.renameAlbum(album, to: title)
        }
    }
}

struct AlbumsDeleteCommand: LibraryCommand {
    static let configuration = CommandConfiguration(
        commandName: "delete", abstract: "Delete albums. Their photos stay.",
        discussion: """
            photos albums delete --dry-run 'Summer in Rome'   says how many photos are in it

            \(CollectionExitCodes.change)
            """)

    @OptionGroup var options: PlainOptions
    @Argument(help: "The albums; - reads them from standard input.", completion: .albums) var albums: [String]
    @OptionGroup var deletion: CollectionDeletion

    func execute() throws -> Exit {
        let library = try options.openLibrary()
        let albums = try names(albums).map(library.album(named:)).withoutRepeats(by: \.localIdentifier)
        if !deletion.dryRun {
            try library.performChangesAndWait { try $0.deleteAlbums(albums.map(\.localIdentifier)) }
        }
        for album in albums {
            let count = album.assetCount
            deletion.report(
                album.localIdentifier, album.title, "; \(counted(count, "photo")) \(count == 1 ? "stays" : "stay")",
                options, assets: count)
        }
        if options.json { JSONLines.printSummary([deletion.status: albums.count, "unchanged": 0]) }
        return .done
    }
}

struct AlbumsAddCommand: LibraryCommand {
    static let configuration = CommandConfiguration(
        commandName: "add",
        abstract: "Add photos at the end of an album. Photos that are already in it keep their place.",
        discussion: CollectionExitCodes.change)

    @OptionGroup var options: PlainOptions
    @Argument(help: "The album.", completion: .albums) var album: String
    @Argument(help: PhotoNames.help) var photos: [String]

    func execute() throws -> Exit {
        try change(album: album, photos) { album, photos in
            let present = try photos.count(where: album.members().contains)
            let state = present == 0 ? "" : ", \(present) \(present == 1 ? "was" : "were") already in the album"
            return "\(counted(photos.count - present, "photo")) added\(state)."
        } body: {
            try $0.addAssets($2, toAlbum: $1)
        }
    }
}

struct AlbumsRemoveCommand: LibraryCommand {
    static let configuration = CommandConfiguration(
        commandName: "remove", abstract: "Remove photos from an album. They stay in the library.",
        discussion: CollectionExitCodes.change)

    @OptionGroup var options: PlainOptions
    @Argument(help: "The album.", completion: .albums) var album: String
    @Argument(help: PhotoNames.help) var photos: [String]

    func execute() throws -> Exit {
        try change(album: album, photos) { album, photos in
            let members = try album.members()
            let absent = photos.count { !members.contains($0) }
            let state = absent == 0 ? "" : ", \(absent) \(absent == 1 ? "was" : "were") not in the album"
            return "\(counted(photos.count - absent, "photo")) removed\(state)."
        } body: {
            try $0.removeAssets($2, fromAlbum: $1)
        }
    }
}

struct AlbumsMoveCommand: LibraryCommand {
    static let configuration = CommandConfiguration(
        commandName: "move", abstract: "Move photos to another place in an album, or add them there.",
        discussion: """
            The index counts the other photos of the album: --to 0 moves the photos to the front. It counts the photos that
            “photos list --album” shows: every frame of a burst, and no hidden photo.
            \(CollectionExitCodes.change)
            """)

    @OptionGroup var options: PlainOptions
    @Argument(help: "The album.", completion: .albums) var album: String
    @Argument(help: PhotoNames.help) var photos: [String]
    @Option(
        parsing: .unconditional, help: ArgumentHelp("The number of other photos before them.", valueName: "index"))
    var to: Int

    func validate() throws { try checkIsNotNegative(("to", to)) }

    func execute() throws -> Exit {
        try change(album: album, photos) { album, photos in
            let others = try album.shown().count { !photos.contains($0) }
            guard to <= others else {
                throw ValidationError(
                    "--to is \(to), but the album has \(counted(others, "other photo")): --to must be "
                        + (others == 0 ? "0." : "from 0 to \(others)."))
            }
            let members = try album.members()
            let added = photos.count { !members.contains($0) }
            return "\(counted(photos.count - added, "photo")) moved\(added == 0 ? "" : ", \(added) added")."
        } body: {
            try $0.placeAssets($2, at: to, inAlbum: $1, includingAllBurstAssets: true)
        }
    }
}

struct AlbumsKeyCommand: LibraryCommand {
    static let configuration = CommandConfiguration(
        commandName: "key", abstract: "Choose the key photo that represents an album.",
        discussion: CollectionExitCodes.change)

    @OptionGroup var options: PlainOptions
    @Argument(help: "The album.", completion: .albums) var album: String
    @Argument(help: "A photo of the album, by identifier, file name or path. “none” lets the library choose.")
    var photo: String

    func execute() throws -> Exit {
        try change(album: album, photo == "none" ? [] : [photo]) { _, photos in
            photos.isEmpty ? "The library chooses the key photo." : "The key photo was set."
        } body: {
            try $0.setKeyAsset($2.first, ofAlbum: $1)
        }
    }
}

/// The photos of an album before a change.
private struct AlbumMembers {
    private let library: OwnedLibrary
    private let query: AssetQuery

    init(_ album: String, in library: OwnedLibrary) {
        self.library = library
        var query = AssetQuery().withEveryFrame
        query.album = album
        self.query = query
    }

    /// Reads all of them, also the hidden ones.
    func members() throws -> Set<String> {
        var query = query
        query.includesHidden = true
        return try Set(library.localIdentifiers(of: query))
    }

    /// Reads those that “photos list --album” shows.
    func shown() throws -> [String] { try library.localIdentifiers(of: query) }
}

extension LibraryCommand {
    /// Changes the album with this name.
    ///
    /// - Parameters:
    ///   - sentence: The output, from the album's contents before the change and the photos without repetitions. It
    ///     throws if the change is not possible.
    ///   - body: Requests the changes. Its arguments are the local identifiers of the album and of the photos.
    fileprivate func change(
        album name: String, _ photos: [String], saying sentence: (AlbumMembers, [String]) throws -> String,
        body: (ChangeRequests, String, [String]) throws -> Void
    ) throws -> Exit {
        let library = try options.openLibrary()
        let album = try library.albumIdentifier(named: name)
        let named = try existingPhotos(photos, in: library)
        let identifiers = named.map(\.identifier).withoutRepeats(by: \.self)
        let sentence = try sentence(AlbumMembers(album, in: library), identifiers)
        return try naming(named) {
            try change(library, [album], "changed", of: ("album", "albums"), saying: sentence) { changes, _ in
                try body(changes, album, identifiers)
            }
        }
    }
}
