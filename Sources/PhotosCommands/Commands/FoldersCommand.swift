internal import ArgumentParser
internal import OpenPhotoKitOwner
internal import PhotoModel

struct FoldersCommand: LibraryCommand {
    static let configuration = CommandConfiguration(
        commandName: "list",
        abstract: "List the folders and albums of the library as a tree.",
        discussion: """
            photos folders           all folders and albums, in your order
            photos folders Travels   the folders and albums in this folder

            \(CollectionExitCodes.list)
            """)

    @OptionGroup var options: PlainOptions

    @Argument(help: "Only the contents of this folder, by title or identifier.", completion: .folders)
    var folder: String?

    func execute() throws -> Exit {
        let library = try options.openLibrary()
        let counts = try library.walkCollections(in: folder.map(library.folder(named:))) { collection, depth in
            switch collection {
            case .folder(let folder):
                print(FolderObject(folder), folder.localIdentifier, "", "\(Terminal.safe(folder.title))/", depth)
            case .album(let album):
                let title = Terminal.safe(album.title)
                print(AlbumObject(album), album.localIdentifier, "\(album.assetCount)", title, depth)
            }
        }
        if options.json {
            JSONLines.printSummary(["folders": counts.folders, "albums": counts.albums])
        } else if !options.quiet {
            options.terminal.write("\(counts.displayText)\n")
        }
        return .done
    }

    private func print(
        _ object: some Encodable, _ identifier: String, _ count: String, _ title: String, _ depth: Int
    ) {
        if options.json {
            JSONLines.print(object)
        } else {
            let indentation = String(repeating: "    ", count: depth)
            StandardOutput.print("\(identifier)  \(count.padded(6))  \(indentation)\(title)")
        }
    }
}
