internal import ArgumentParser
internal import Foundation
internal import OpenPhotoKitOwner
internal import PhotoModel

/// `photos folders`: lists folders of albums, and has commands that change them.
struct FoldersGroup: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "folders", abstract: "List, make and change folders of albums.",
        discussion: """
            photos folders                   lists all folders as a tree
            photos folders create Travels    prints its identifier
            photos folders move 'Summer in Rome' Winter --to Travels

            A folder is named by its identifier or its title. Photos are never deleted by these commands.
            """,
        subcommands: [
            FoldersCommand.self, FoldersCreateCommand.self, FoldersRenameCommand.self, FoldersDeleteCommand.self,
            FoldersMoveCommand.self,
        ], defaultSubcommand: FoldersCommand.self)
}

struct FoldersCreateCommand: LibraryCommand {
    static let configuration = CommandConfiguration(
        commandName: "create", abstract: "Make a folder of albums, and print its identifier.",
        discussion: CollectionExitCodes.change)

    @OptionGroup var options: PlainOptions
    @Argument(help: "The title. Several folders may have the same title.") var title: String
    @Option(help: "The folder to make it in, by identifier or title.", completion: .folders) var folder: String?

    func execute() throws -> Exit {
        let library = try options.openLibrary()
        let parent = try folder.map { try library.folder(named: $0).localIdentifier }
        let made = try library.performChangesAndWait { try $0.createFolder(title: title, inFolder: parent) }
        return reportCreation(of: made.localIdentifier)
    }
}

struct FoldersRenameCommand: LibraryCommand {
    static let configuration = CommandConfiguration(
        commandName: "rename", abstract: "Give a folder another title.", discussion: CollectionExitCodes.change)

    @OptionGroup var options: PlainOptions
    @Argument(help: "The folder.", completion: .folders) var folder: String
    @Argument(help: "The new title.") var title: String

    func execute() throws -> Exit {
        let library = try options.openLibrary()
        let folder = try library.folder(named: folder).localIdentifier
        return try change(library, [folder], "renamed", of: ("folder", "folders")) { changes, _ in
            try changes.renameFolder(folder, to: title)
        }
    }
}

struct FoldersDeleteCommand: LibraryCommand {
    static let configuration = CommandConfiguration(
        commandName: "delete", abstract: "Delete folders with all albums and folders in them. The photos stay.",
        discussion: """
            photos folders delete --dry-run Travels   says how many albums and folders are in it

            \(CollectionExitCodes.change)
            """)

    @OptionGroup var options: PlainOptions
    @Argument(help: "The folders; - reads them from standard input.", completion: .folders) var folders: [String]
    @OptionGroup var deletion: CollectionDeletion

    func execute() throws -> Exit {
        let library = try options.openLibrary()
        let named = try names(folders).map(library.folder(named:)).withoutRepeats(by: \.localIdentifier)
        var inside: Set<String> = []
        let walked = try named.map { folder in
            let counts = try library.walkCollections(in: folder) { collection, _ in
                inside.insert(collection.localIdentifier)
            }
            return (folder, counts)
        }
        // A folder inside another named folder is deleted with that one, and counted there.
        let deleted = walked.filter { !inside.contains($0.0.localIdentifier) }
        if !deletion.dryRun {
            try library.performChangesAndWait { try $0.deleteFolders(deleted.map(\.0.localIdentifier)) }
        }
        for (folder, counts) in deleted {
            deletion.report(
                folder.localIdentifier, folder.title, ", with \(counts.displayText) in it", options,
                folders: counts.folders, albums: counts.albums)
        }
        if options.json {
            JSONLines.printSummary([
                deletion.status: deleted.count,
                "folders": deleted.map(\.1.folders).reduce(0, +), "albums": deleted.map(\.1.albums).reduce(0, +),
            ])
        }
        return .done
    }
}

struct FoldersMoveCommand: LibraryCommand {
    static let configuration = CommandConfiguration(
        commandName: "move", abstract: "Move albums and folders into a folder, or to another place in it.",
        discussion: """
            photos folders move 'Summer in Rome' 'Winter' --to Travels
            photos folders move Travels --top --at 0

            \(CollectionExitCodes.change)
            """)

    @OptionGroup var options: PlainOptions
    @Argument(
        help: "Albums and folders, by identifiers or titles; - reads them from standard input.",
        completion: .collections)
    var collections: [String]
    @Option(help: "The folder, by identifier or title.", completion: .folders) var to: String?
    @Flag(help: "Move to the top level, out of all folders.") var top = false
    @Option(
        parsing: .unconditional,
        help: ArgumentHelp("The number of other items before them. The default is last.", valueName: "index"))
    var at: Int?

    func validate() throws {
        guard (to == nil) == top else { throw ValidationError("Name the destination: --to FOLDER or --top.") }
        try checkIsNotNegative(("at", at))
    }

    func execute() throws -> Exit {
        let library = try options.openLibrary()
        let folder = try to.map { try library.folder(named: $0).localIdentifier }
        let collections = try names(collections).map { name in
            do { return try library.albumIdentifier(named: name) } catch let error as PhotoLibraryError
                where error.code == .identifierNotFound
            { return try library.folder(named: name).localIdentifier }
        }
        if let at {
            let inside = try library.collections(in: to.map { try library.folder(named: $0) }).map(\.localIdentifier)
            let others = inside.count { !collections.contains($0) }
            guard at <= others else {
                throw ValidationError(
                    "--at is \(at), but there \(others == 1 ? "is 1 other item" : "are \(others) other items"): --at must be "
                        + (others == 0 ? "0." : "from 0 to \(others)."))
            }
        }
        let noun = ("album or folder", "albums or folders")
        return try change(library, collections, in: folder, "moved", of: noun) { changes, collections in
            if let at {
                try changes.placeCollections(collections, at: at, inFolder: folder)
            } else {
                try changes.addCollections(collections, toFolder: folder)
            }
        }
    }
}
