internal import Foundation
internal import LibraryStorage
internal import PhotoModel
internal import SystemPackage
internal import SystemSupport

/// How a library reaches one of its stores: the file `stores/ID.json` in the library's folder, which only the owner can
/// read.
struct StoreConnection: Codable, Sendable, Hashable {
    /// The identifier that the store states.
    let id: UUID
    let name: String
    let address: StoreAddress
    /// The user or access key; `nil` for a folder.
    var user: String?
    /// The password or secret key.
    var secret: String?
    /// A file of certificates that sign the server's certificate; `nil` for those of the system.
    var certificates: String?
    /// The age identity of an encrypted store; `nil` for a store that is not encrypted.
    var key: String?

    init(
        id: UUID, name: String, address: StoreAddress, user: String?, secret: String?, certificates: String?,
        key: String?
    ) {
        (self.id, self.name, self.address) = (id, name, address)
        (self.user, self.secret, self.certificates, self.key) = (user, secret, certificates, key)
    }
}

/// The connections of a library's stores.
struct StoreConnections: Sendable {
    private let folder: FilePath

    init(in library: LibraryFolder) { folder = library.stores }

    /// All connections; none if the library has no stores.
    ///
    /// - Throws: `accessUserDenied` or `ioFailure` if a file cannot be read; `libraryDamaged` if it has wrong contents.
    func all() throws -> [StoreConnection] {
        // Most libraries have no stores: they cost one system call.
        guard access(folder.platform, F_OK) == 0 else { return [] }
        return try FileManager.default.contentsOfDirectory(atPath: folder.string).sorted()
            .filter { $0.hasSuffix(Self.suffix) }.map { name in try read(folder.appending(name)) }
    }

    /// Writes a connection, durably; only the owner can read the file.
    func write(_ connection: StoreConnection, in library: LibraryFolder) throws {
        try library.makeFolder(FilePath(LibraryFolder.storesName))
        guard chmod(folder.platform, 0o700) == 0 else {
            throw PhotoLibraryError(Errno(rawValue: errno), couldNot: "restrict the folder", folder)
        }
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
        let file = try ReplacementFile(at: path(of: connection.id))
        try file.setMode(0o600)
        try encoder.encode(connection).withUnsafeBytes { try file.append($0) }
        try file.finish()
    }

    /// Removes a connection, durably.
    func remove(_ store: UUID) throws {
        guard unlink(path(of: store).platform) == 0 || errno == ENOENT else {
            throw PhotoLibraryError(Errno(rawValue: errno), couldNot: "remove the file", path(of: store))
        }
        try DurableFile.syncFolder(folder)
    }

    private static let suffix = ".json"

    private func path(of store: UUID) -> FilePath { folder.appending(store.uuidString + Self.suffix) }

    private func read(_ path: FilePath) throws -> StoreConnection {
        let data: Data
        do { data = try Data(contentsOf: URL(fileURLWithPath: path.string)) } catch {
            throw PhotoLibraryError(
                .ioFailure, "The file with the address of a store cannot be read: \(error.localizedDescription)",
                path: path.string, cause: error)
        }
        // The error of the decoder may contain the file's text, and so a password.
        guard let connection = try? JSONDecoder().decode(StoreConnection.self, from: data) else {
            throw PhotoLibraryError(
                .libraryDamaged, "The file with the address of a store is damaged. Remove it, and add the store again.",
                path: path.string)
        }
        return connection
    }
}
