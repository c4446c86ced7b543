internal import ArgumentParser
internal import OpenPhotoKitOwner
internal import PhotoModel

struct AlbumsCommand: LibraryCommand {
    static let configuration = CommandConfiguration(
        commandName: "list",
        abstract: "List the albums of the library, or the photos of one.",
        discussion: """
            photos import --albums-from-folders ~/Pictures   makes an album of each folder
            photos albums                                    all albums, by title
            photos albums 'Summer in Rome'                   the photos of this album, in its order
            photos albums --folder Travels                   the albums of a folder, in its order
            photos albums --smart                            the built-in albums, with one frame of each burst
            photos list --smart raw                          the photos of a built-in album

            unableToRead has photos that are damaged, too large or of an unknown format. Photos of known formats that are not \
            decoded are not in it: photos list --condition unsupported lists both.

            \(CollectionExitCodes.list)
            """)

    @OptionGroup var options: PlainOptions

    @Argument(help: "List the photos of this album, by title or identifier.", completion: .albums)
    var album: String?

    @Option(
        help: ArgumentHelp("Only albums of this folder, by title or identifier.", valueName: "folder"),
        completion: .folders)
    var folder: String?

    @Option(help: ArgumentHelp("Only albums with this text in their titles.", valueName: "text"))
    var search: String?

    @Flag(help: "List the smart albums instead.")
    var smart = false

    func validate() throws {
        guard [album != nil, folder != nil, search != nil, smart].filter({ $0 }).count <= 1 else {
            throw ValidationError("Use only one of an album, --folder, --search and --smart.")
        }
    }

    func execute() throws -> Exit {
        let library = try options.openLibrary()
        if let album {
            var query = AssetQuery().withEveryFrame
            query.album = try library.albumIdentifier(named: album)
            try AssetPrinter(library: library, options: options).print(library.fetchAssets(query))
            return .done
        }
        let count = try smart ? printSmartAlbums(library) : printAlbums(library)
        if options.json {
            JSONLines.printSummary(["albums": count])
        } else if !options.quiet {
            options.terminal.write("\(counted(count, "album"))\n")
        }
        return .done
    }

    private func printSmartAlbums(_ library: OwnedLibrary) throws -> Int {
        for album in SmartAlbum.allCases {
            let count = try library.count(of: album.query)
            if options.json {
                JSONLines.print(SmartAlbumObject(name: album.rawValue, title: album.title, assets: count))
            } else {
                StandardOutput.print("\(album.rawValue.padded(15))  \("\(count)".padded(6))  \(album.title)")
            }
        }
        return SmartAlbum.allCases.count
    }

    private func printAlbums(_ library: OwnedLibrary) throws -> Int {
        let albums = try albums(library)
        for album in albums {
            if options.json {
                JSONLines.print(AlbumObject(album))
            } else {
                StandardOutput.print(
                    "\(album.localIdentifier)  \("\(album.assetCount)".padded(6))  \(Terminal.safe(album.title))")
            }
        }
        return albums.count
    }

    private func albums(_ library: OwnedLibrary) throws -> [Album] {
        if let folder {
            return try library.collections(in: library.folder(named: folder)).compactMap { collection in
                if case .album(let album) = collection { album } else { nil }
            }
        }
        let filter = search.map { CollectionFilter.title(TextMatch(.contains, $0, ignoringCase: true)) } ?? .all
        return try library.albums(CollectionQuery(filter).withEveryFrame)
    }
}
