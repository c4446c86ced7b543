internal import DeviceRegistry
internal import Foundation
internal import LibraryStorage
internal import PhotoModel
internal import SystemPackage
internal import SystemSupport

/// How a library reaches its registry: the file `sync.json` in the library's folder, which only the owner can read.
struct RegistryConnection: Codable, Sendable {
    /// The id that the registry must have.
    let registry: UUID
    /// The name of this device among the others.
    let deviceName: String
    /// What the library takes over from the other devices.
    let taking: Taking
    private let folder: String
    /// The secret key `AGE-SECRET-KEY-1…`; `nil` for a registry that is not encrypted.
    private let secret: String?

    init(_ registry: RegistryFolder, key: RegistryKey?, deviceName: String, taking: Taking) {
        self.registry = registry.id
        self.deviceName = deviceName
        self.taking = taking
        folder = registry.path.string
        secret = key?.text
    }

    var path: FilePath { FilePath(folder) }

    var key: RegistryKey? { get throws { try secret.map { try RegistryKey(text: $0) } } }

    /// The registry's folder.
    ///
    /// - Throws: `changeNotSupported` if another registry is there; the errors of ``RegistryFolder/init(at:)``.
    func open() throws -> RegistryFolder {
        let found = try RegistryFolder(at: path)
        guard found.id == registry else {
            throw PhotoLibraryError(
                .changeNotSupported,
                "The folder has another registry than the one that this library joined. Leave that one, or put its folder "
                    + "back.", path: path.string)
        }
        return found
    }

    // MARK: The file

    private static func file(of library: LibraryFolder) -> FilePath { library.path.appending("sync.json") }

    /// The connection of a library; `nil` if it joined no registry.
    ///
    /// - Throws: `libraryDamaged`, `ioFailure`.
    static func stored(in library: LibraryFolder) throws -> RegistryConnection? {
        let file = file(of: library)
        // Most libraries joined none: they cost one system call.
        guard access(file.platform, F_OK) == 0 else { return nil }
        let data: Data
        do { data = try Data(contentsOf: URL(fileURLWithPath: file.string)) } catch {
            throw PhotoLibraryError(
                .ioFailure, "sync.json cannot be read. Make it readable for you.", path: file.string, cause: error)
        }
        // The error of the decoder may contain the file's text, and so the key.
        guard let connection = try? JSONDecoder().decode(RegistryConnection.self, from: data) else {
            throw PhotoLibraryError(
                .libraryDamaged, "sync.json cannot be read. Remove it, and join the registry again.", path: file.string)
        }
        return connection
    }

    func write(in library: LibraryFolder) throws {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
        let file = try ReplacementFile(at: Self.file(of: library))
        try file.setMode(0o600)
        try encoder.encode(self).withUnsafeBytes { try file.append($0) }
        try file.finish()
    }

    static func remove(from library: LibraryFolder) throws {
        let file = file(of: library)
        guard unlink(file.platform) == 0 || errno == ENOENT else {
            throw PhotoLibraryError(Errno(rawValue: errno), couldNot: "remove the file", file)
        }
        try DurableFile.syncFolder(library.path)
    }
}
