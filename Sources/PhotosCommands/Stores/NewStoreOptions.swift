internal import ArgumentParser
internal import Foundation
internal import OpenPhotoKitOwner

/// The options that say how a store is reached.
struct NewStoreOptions: ParsableArguments {
    @Option(help: ArgumentHelp("The service of an S3 bucket; without it Amazon's.", valueName: "url"))
    var endpoint: String?

    @Option(help: ArgumentHelp("The region of an S3 bucket.", valueName: "name"))
    var region: String?

    @Option(help: ArgumentHelp("The user of WebDAV, or the access key of S3.", valueName: "name"))
    var user: String?

    @Option(
        help: ArgumentHelp(
            "A file with the password or the secret key; without it the terminal asks. - reads standard input.",
            valueName: "file"))
    var secretFrom: String?

    @Option(
        help: ArgumentHelp("A file of certificates that sign the server's certificate.", valueName: "file"),
        completion: .file())
    var ca: String?

    @Option(
        help: ArgumentHelp(
            "The exported key of an existing encrypted store. - reads standard input.", valueName: "file"),
        completion: .file())
    var key: String?

    @Option(
        help: ArgumentHelp(
            "The place where the store stands; copies at one site count as one. By default the host, or the disk. A "
                + "remote of rclone needs it.",
            valueName: "name"))
    var site: String?

    /// The store at an address, with what these options say.
    func store(_ name: String, at address: String) throws -> NewStore {
        var store = NewStore(
            name: name,
            address: try StoreAddress(address, endpoint: try endpoint.map(Self.url), region: region))
        store.site = site
        store.credentials.user = user
        store.credentials.certificates = ca.map { FilePath($0).absolute.string }
        store.credentials.secret = try secret(for: store)
        store.key = try key.map { try Self.text(of: $0) }
        return store
    }

    /// The password: of a file, or of a person at the terminal.
    ///
    /// The command line has none, because all programs see it.
    private func secret(for store: NewStore) throws -> String? {
        if let secretFrom {
            return try Self.text(of: secretFrom).trimmingCharacters(in: .newlines)
        }
        guard user != nil else { return nil }
        let terminal = try InteractiveTerminal(orElse: "Give the password by --secret-from FILE.")
        return terminal.secret(for: "Password of \(user ?? "") at \(store.address): ")
    }

    private static func url(_ text: String) throws -> URL {
        guard let url = URL(string: text) else { throw ValidationError("“\(text)” is no address of a service.") }
        return url
    }

    static func text(of file: String) throws -> String {
        if file == "-" { return String(decoding: FileHandle.standardInput.readDataToEndOfFile(), as: UTF8.self) }
        let path = FilePath(file).absolute
        do { return String(decoding: try Data(contentsOf: URL(fileURLWithPath: path.string)), as: UTF8.self) } catch {
            throw PhotoLibraryError(
                .unreadable, "The file cannot be read: \(error.localizedDescription)", path: path.string, cause: error)
        }
    }
}
