internal import ArgumentParser
internal import Foundation
internal import OpenPhotoKit

struct AlbumsCommand: LibraryCommand {
    static let configuration = CommandConfiguration(
        commandName: "list",
        abstract: "List the albums of the library.",
        discussion: """
            photos import --albums-from-folders ~/Pictures   makes an album of each folder
            photos albums
            photos list --album 'Summer in Rome'
            """)

    @OptionGroup var options: GlobalOptions

    func execute() throws -> Exit {
        let albums = try options.openLibrary().albums()
        for album in albums {
            if options.json {
                JSONLines.print(Item(album))
            } else {
                StandardOutput.print(
                    "\(album.localIdentifier)  \("\(album.assetCount)".padded(6))  \(Terminal.safe(album.title))")
            }
        }
        if options.json {
            JSONLines.printSummary(["albums": albums.count])
        } else if !options.quiet {
            options.terminal.write("\(albums.count) \(albums.count == 1 ? "album" : "albums")\n")
        }
        return .done
    }

    private struct Item: Encodable {
        let localIdentifier: String
        let title: String
        let createdDate: String
        let assets: Int

        init(_ album: Album) {
            localIdentifier = album.localIdentifier
            title = album.title
            createdDate = album.createdDate.formatted(.iso8601)
            assets = album.assetCount
        }
    }
}
