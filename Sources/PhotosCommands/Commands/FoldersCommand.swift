internal import ArgumentParser
internal import OpenPhotoKit
internal import PhotoModel

struct FoldersCommand: LibraryCommand {
    static let configuration = CommandConfiguration(
        commandName: "list",
        abstract: "List the folders and albums of the library as the tree they are.",
        discussion: """
            photos folders           all, in your order
            photos folders Travels   what is in one
            """)

    @OptionGroup var options: GlobalOptions

    @Argument(help: "Only what is in this folder, by title or identifier.", completion: .folders)
    var folder: String?

    func execute() throws -> Exit {
        let library = try options.openLibrary()
        var tally = (folders: 0, albums: 0)
        func list(_ collections: FetchResult<UserCollection>, depth: Int) throws {
            try collections.enumerateObjects { collection in
                switch collection {
                case .folder(let folder):
                    tally.folders += 1
                    print(FolderObject(folder), "\(Terminal.safe(folder.title))/", depth: depth)
                    try list(library.fetchCollections(in: folder), depth: depth + 1)
                case .album(let album):
                    tally.albums += 1
                    print(AlbumObject(album), "\(Terminal.safe(album.title))  \(album.assetCount)", depth: depth)
                }
            }
        }
        let top = try folder.map { try library.fetchCollections(in: library.folder(named: $0)) }
        try list(top ?? library.fetchTopLevelCollections(), depth: 0)
        if options.json {
            JSONLines.printSummary(["folders": tally.folders, "albums": tally.albums])
        } else if !options.quiet {
            options.terminal.write("\(tally.folders) folders, \(tally.albums) albums\n")
        }
        return .done
    }

    private func print(_ object: some Encodable, _ line: String, depth: Int) {
        if options.json {
            JSONLines.print(object)
        } else {
            StandardOutput.print(String(repeating: "    ", count: depth) + line)
        }
    }
}
