internal import ArgumentParser
internal import Foundation
internal import OpenPhotoKitOwner
internal import PhotoModel

struct StoresListCommand: LibraryCommand {
    static let configuration = CommandConfiguration(
        commandName: "list", abstract: "List the stores of the library. Asks no store.")

    @OptionGroup var options: PlainOptions

    func execute() async throws -> Exit {
        let library = try options.openLibrary()
        let stores = try library.stores
        if options.json {
            for store in stores { JSONLines.print(StoreObject(store)) }
            JSONLines.printSummary(["stores": stores.count])
        } else if stores.isEmpty {
            StandardOutput.print("The library has no store. “photos stores add NAME DIR” adds one.")
        } else {
            for line in stores.flatMap(\.indentedLines) { StandardOutput.print(line) }
        }
        return .done
    }
}

struct StoresAddCommand: LibraryCommand {
    static let configuration = CommandConfiguration(
        commandName: "add", abstract: "Add a store. It is made if the address has none.",
        discussion: """
            ADDRESS is the path of a folder on another disk, webdav:https://HOST/PATH, s3://BUCKET/PREFIX or \
            rclone:REMOTE:PATH. With the name of a store of the library, the store gets the new address, user and password. \
            Stores on services are encrypted unless you say otherwise: their owner sees only the number \
            and the sizes of files.
            Exit codes: 0 added, 1 the store cannot be reached or used.
            """)

    @OptionGroup var options: PlainOptions
    @OptionGroup var newStore: NewStoreOptions

    @Argument(help: "The name of the store in this library.")
    var name: String

    @Argument(help: "Where the store is.", completion: .directory)
    var address: String

    @Flag(inversion: .prefixedNo, help: "Encrypt the files of a new store.")
    var encrypt: Bool?

    func execute() async throws -> Exit {
        var store = try newStore.store(name, at: address)
        store.isEncrypted = encrypt
        if case .folder(let folder) = store.address {
            try folder.checkIsFolder(writing: true, orElse: "Mount its disk, or make the folder first.")
        }
        let library = try options.openLibrary()
        let isKnown = try library.stores.contains { $0.name == name && $0.address != nil }
        let isNew = try await library.addStore(store)
        guard let added = try library.stores.first(where: { $0.name == name }) else { return .failed }
        if options.json {
            JSONLines.print(StoreObject(added))
            JSONLines.printSummary(["added": 1, "new": isNew ? 1 : 0])
        } else if !options.quiet {
            StandardOutput.print(
                isNew
                    ? "A new store was made and added."
                    : isKnown ? "The store has this address now." : "The store was there already, and was added.")
            for line in added.indentedLines { StandardOutput.print(line) }
            if added.isEncrypted, !added.isKeyConfirmed {
                StandardOutput.print(
                    "Without its key you cannot read the store. Keep a copy of the key outside of this "
                        + "computer:\n    photos stores key \(name) --export FILE\n    photos stores key \(name) --check FILE"
                )
            }
            if added.isOnDiskOfLibrary {
                StandardOutput.print(
                    "The store is on the disk of the library. If the disk fails, both are lost, so its copies do not count for an "
                        + "offload. Use another disk.")
            }
            StandardOutput.print("“photos mirror” copies the originals to it.")
        }
        return .done
    }
}

struct StoresCheckCommand: LibraryCommand {
    static let configuration = CommandConfiguration(
        commandName: "check", abstract: "Read the copies in a store back, and compare them with their digests.",
        discussion: """
            “photos verify --stores” does this with all stores.
            Exit codes: 0 every copy has the right bytes, 1 the store cannot be reached, 2 some copies are lost or changed: \
            “photos mirror” writes them again if the originals are here or in another store.
            """)

    @OptionGroup var options: PlainOptions

    @Argument(help: "The name of the store.")
    var name: String

    @Option(help: ArgumentHelp("Check one of so many parts: the copies whose last check is oldest.", valueName: "m"))
    var parts = 1

    func validate() throws {
        guard parts > 0 else { throw ValidationError("--parts needs a number, at least 1.") }
    }

    func execute() async throws -> Exit {
        var request = StoreCheckRequest()
        request.stores = [name]
        request.parts = parts
        return try await StoreCheckPrinter(options).check(request, in: options.openLibrary())
    }
}

struct StoresKeyCommand: LibraryCommand {
    static let configuration = CommandConfiguration(
        commandName: "key", abstract: "Export the key of an encrypted store, or show that you have it.",
        discussion: """
            The key is a file of the program age, which reads the files of the store too: age -d -i KEY FILE. Originals leave \
            this computer only after the exported key was given back once.
            """)

    @OptionGroup var options: PlainOptions

    @Argument(help: "The name of the store.")
    var name: String

    @Option(help: ArgumentHelp("Write the key to this new file. - prints it.", valueName: "file"), completion: .file())
    var export: String?

    @Option(
        help: ArgumentHelp("Compare the key with this file. - reads standard input.", valueName: "file"),
        completion: .file())
    var check: String?

    func validate() throws {
        guard (export == nil) != (check == nil) else { throw ValidationError("Use --export FILE or --check FILE.") }
    }

    func execute() async throws -> Exit {
        let library = try options.openLibrary()
        if let check {
            try library.confirmKey(NewStoreOptions.text(of: check), ofStore: name)
            if !options.quiet { StandardOutput.print("This is the key of the store “\(name)”.") }
        } else if let export {
            let key = try library.exportedKey(ofStore: name)
            guard export != "-" else {
                StandardOutput.write(Data(key.utf8))
                return .done
            }
            let path = FilePath(export).absolute
            try SecretFile.write(key, to: path)
            if !options.quiet {
                StandardOutput.print(
                    "\(path.shown) has the key. Move it to a place outside of this computer, and try it: photos stores key "
                        + "\(name) --check FILE")
            }
        }
        return .done
    }
}

struct StoresRemoveCommand: LibraryCommand {
    static let configuration = CommandConfiguration(
        commandName: "remove", abstract: "Forget a store. Nothing in the store is removed.",
        discussion: "Refused if an original is in this store only.")

    @OptionGroup var options: PlainOptions

    @Argument(help: "The name of the store.")
    var name: String

    func execute() async throws -> Exit {
        let library = try options.openLibrary()
        try await library.removeStore(named: name)
        if options.json {
            JSONLines.printSummary(["removed": 1])
        } else if !options.quiet {
            StandardOutput.print("The library does not use the store “\(name)” any more. Its files are still there.")
        }
        return .done
    }
}
