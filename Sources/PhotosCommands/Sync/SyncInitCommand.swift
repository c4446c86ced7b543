internal import ArgumentParser
internal import Foundation
internal import OpenPhotoKitOwner

struct SyncInitCommand: LibraryCommand {
    static let configuration = CommandConfiguration(
        commandName: "init", abstract: "Make a registry in a new folder, and join it.",
        discussion: """
            Prints the key of the registry, which the other devices need. Who has the key and the folder can read the titles, \
            dates and places in it, and can change them on your devices. Without --unencrypted, the folder itself shows only \
            the number of devices, and when and how much they wrote.
            If the folder of the registry was lost, the same command makes it again.
            """)

    @OptionGroup var options: PlainOptions

    @Argument(help: "A new or empty folder, which a program copies to the other devices.", completion: .directory)
    var folder: String

    @Option(help: "The name of this device among the others.")
    var name: String

    @Flag(help: "Do not encrypt the files.")
    var unencrypted = false

    @Option(help: Taking.help)
    var taking: Taking?

    func execute() async throws -> Exit {
        let library = try options.openLibrary()
        var registry = NewRegistry(in: FilePath(folder).absolute, deviceName: name)
        registry.isEncrypted = !unencrypted
        registry.taking = taking
        let key = try await library.makeRegistry(registry)
        if options.json {
            JSONLines.printSummary(["key": key])
            return .done
        }
        guard !options.quiet else { return .done }
        StandardOutput.print(Terminal.safe("The registry was made in \(registry.folder.shown)."))
        if let key {
            StandardOutput.print(
                "The other devices need this key. Keep a copy of it outside of this computer:\n    \(key)")
        }
        StandardOutput.print(
            "When the folder is on another computer: photos sync join FOLDER --name NAME. “photos sync status” says what the "
                + "devices know.")
        return .done
    }
}

struct SyncKeyCommand: LibraryCommand {
    static let configuration = CommandConfiguration(
        commandName: "key", abstract: "Print the key of the registry.",
        discussion: "The key is an identity of the program age, which reads the files of the registry too.")

    @OptionGroup var options: PlainOptions

    func execute() async throws -> Exit {
        guard let key = try options.openLibrary().registryKey() else {
            options.terminal.printError("The registry is not encrypted, so it has no key.")
            return .notFound
        }
        StandardOutput.print(key)
        return .done
    }
}

struct SyncLeaveCommand: LibraryCommand {
    static let configuration = CommandConfiguration(
        commandName: "leave", abstract: "Leave the registry; everything stays as it is.")

    @OptionGroup var options: PlainOptions

    func execute() async throws -> Exit {
        try await options.openLibrary().leaveRegistry()
        if !options.quiet { StandardOutput.print("This library has left the registry. Nothing else was changed.") }
        return .done
    }
}
