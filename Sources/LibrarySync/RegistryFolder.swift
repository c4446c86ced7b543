internal import DeviceRegistry
internal import Foundation
internal import LibraryStorage
internal import PhotoModel
internal import SystemPackage
internal import SystemSupport

/// A registry: a folder with what the devices of a person wrote, which another program copies between them.
///
///     registry.json              the registry's id, its format, and the public key
///     logs/WRITER/….opkl         the values that a device set: see `SegmentLog`
struct RegistryFolder: Sendable {
    let path: FilePath
    let id: UUID
    /// The public key to which the files are encrypted; `nil` if they are not encrypted.
    let recipient: String?

    private static let formatVersion = 1
    private static let name: FilePath.Component = "registry.json"

    private struct Contents: Codable {
        let formatVersion: Int
        let id: UUID
        let recipient: String?
    }

    // MARK: Making

    /// Makes a registry in a new or empty folder.
    ///
    /// - Parameter id: The id of a registry that was lost; a new one by default.
    /// - Throws: `changeNotSupported` if the folder is in a library or has other files; `ioFailure`, `notEnoughSpace`.
    static func make(at path: FilePath, _ id: UUID? = nil, key: RegistryKey?) throws -> RegistryFolder {
        try checkIsOutsideOfLibraries(path)
        try LibraryFolder(path: "/").makeFolder(path)
        let names = try FileManager.default.contentsOfDirectory(atPath: path.string)
        // Programs that synchronise folders mark them by hidden files. A folder with logs is a registry of which such a
        // program has not brought everything yet.
        guard names.allSatisfy({ $0.hasPrefix(".") || id != nil && $0 == "logs" }) else {
            throw PhotoLibraryError(
                .changeNotSupported,
                names.contains(name.string) || names.contains("logs")
                    ? "There is a registry here already. Join it, or name a new folder."
                    : "This folder has other files. Name a new or empty folder for a registry.", path: path.string)
        }
        let id = id ?? UUID()
        let contents = Contents(formatVersion: formatVersion, id: id, recipient: key?.recipient)
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.prettyPrinted, .sortedKeys]
        try encoder.encode(contents).withUnsafeBytes { try DurableFile.write($0, to: path.appending(name)) }
        return RegistryFolder(path: path, id: id, recipient: key?.recipient)
    }

    /// A folder in a library must not be synchronised.
    private static func checkIsOutsideOfLibraries(_ path: FilePath) throws {
        var folder = path.resolvingExistingLinks
        repeat {
            let manifest = folder.appending("library.json")
            guard access(manifest.platform, F_OK) != 0 else {
                throw PhotoLibraryError(
                    .changeNotSupported,
                    "The folder is in a photo library. Name a folder outside of it, which a program like Syncthing copies "
                        + "to the other devices.", path: path.string)
            }
        } while folder.removeLastComponent()
    }

    // MARK: Opening

    /// - Throws: `changeNotSupported` if there is no registry; `libraryFormatTooNew`; `libraryDamaged`; `ioFailure`.
    init(at path: FilePath) throws {
        try Self.checkIsOutsideOfLibraries(path)
        let file = path.appending(Self.name)
        let data: Data
        do { data = Data(try SegmentFile.bytes(at: file, limit: 1 << 16)) } catch {
            throw PhotoLibraryError(
                access(path.platform, F_OK) == 0 ? .changeNotSupported : .ioFailure,
                access(path.platform, F_OK) == 0
                    ? "The folder has no registry.json. Name the folder of a registry, or wait until it was copied here."
                    : "The folder of the registry is not there. Mount its disk, or copy the folder from another device. "
                        + "If it was moved, join it at its new path.",
                path: path.string, cause: error)
        }
        struct Version: Decodable { let formatVersion: Int }
        let decoder = JSONDecoder()
        guard let version = try? decoder.decode(Version.self, from: data) else { throw Self.damaged(file) }
        guard version.formatVersion <= Self.formatVersion else {
            throw PhotoLibraryError(
                .libraryFormatTooNew,
                "A newer version of OpenPhotoKit made this registry. Update this program to use it.",
                path: path.string)
        }
        guard let contents = try? decoder.decode(Contents.self, from: data) else { throw Self.damaged(file) }
        (self.path, id, recipient) = (path, contents.id, contents.recipient)
    }

    private init(path: FilePath, id: UUID, recipient: String?) {
        (self.path, self.id, self.recipient) = (path, id, recipient)
    }

    private static func damaged(_ file: FilePath) -> PhotoLibraryError {
        PhotoLibraryError(
            .libraryDamaged,
            "registry.json cannot be read. Copy it from another device; the files beside it are untouched.",
            path: file.string)
    }

    /// The files of all devices.
    ///
    /// - Throws: `accessUserDenied` without the registry's key.
    func log(_ key: RegistryKey?) throws -> SegmentLog {
        guard recipient == key?.recipient else {
            throw PhotoLibraryError(
                .accessUserDenied,
                recipient == nil
                    ? "The registry is not encrypted, so it has no key. Give none."
                    : key == nil
                        ? "The registry is encrypted. Give its key, which was shown when the registry was made."
                        : "The key is not that of this registry. Give the key that was shown when this registry was made.",
                path: path.string)
        }
        return SegmentLog(in: path, of: id, encryptedWith: key)
    }
}
