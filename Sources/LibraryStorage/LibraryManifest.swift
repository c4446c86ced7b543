package import Foundation
internal import PhotoModel
internal import SystemPackage
internal import SystemSupport

/// `library.json`: the identity and format of the library, readable without the catalogue.
package struct LibraryManifest: Codable, Sendable {
    /// Version 2 has one schema of the catalogue, with stable identifiers.
    static let currentFormatVersion = 2

    /// The version of the folder's layout and catalogue.
    let formatVersion: Int
    /// This library's own identifier.
    ///
    /// Local identifiers are derived from it, so it never changes.
    package let libraryID: UUID
    let createdDate: Date

    package static func read(from folder: LibraryFolder) throws -> LibraryManifest {
        let path = folder.manifestPath
        let data: Data
        do { data = try Data(contentsOf: URL(fileURLWithPath: path.string)) } catch {
            guard access(path.platform, F_OK) != 0, errno == ENOENT || errno == ENOTDIR else {
                throw PhotoLibraryError(
                    .unreadable, "The library cannot be read. Check the folder's permissions and disk.",
                    path: path.string, cause: error)
            }
            try folder.checkHasNotLostManifest()
            throw PhotoLibraryError(
                .libraryNotFound,
                "There is no library here yet. Make one, or name the folder of a library.",
                remedy: .makeLibrary,
                path: folder.path.string, cause: error)
        }
        let decoder = JSONDecoder()
        decoder.dateDecodingStrategy = .iso8601
        // The version is read first, because a newer manifest may have other fields.
        struct Version: Decodable { let formatVersion: Int }
        do {
            guard try decoder.decode(Version.self, from: data).formatVersion <= currentFormatVersion else {
                throw PhotoLibraryError(
                    .libraryFormatTooNew,
                    "This library was made by a newer version of OpenPhotoKit. Update this program to open it.",
                    path: folder.path.string)
            }
            return try decoder.decode(LibraryManifest.self, from: data)
        } catch let error as DecodingError {
            throw PhotoLibraryError(
                .libraryDamaged,
                "library.json cannot be read; the originals are untouched. A repair makes a new one.",
                remedy: .repair,
                path: path.string, cause: error)
        }
    }

    /// Makes the manifest of a new library.
    ///
    /// If another process makes one at the same time, the first one stays.
    ///
    /// - Parameter libraryID: The identifier of a library that has lost its manifest; a new one by default.
    package static func create(in folder: LibraryFolder, libraryID: UUID = UUID()) throws -> LibraryManifest {
        let descriptor = try FileDescriptor.open(folder.path, .readOnly, options: [.directory, .closeOnExec])
        defer { try? descriptor.close() }
        // The lock is released with the descriptor.
        do { try descriptor.lock() } catch {
            throw PhotoLibraryError(error, couldNot: "lock the folder", folder.path)
        }
        guard access(folder.manifestPath.platform, F_OK) != 0 else { return try read(from: folder) }
        try removeUnfinished(in: folder)
        try LibraryManifest(formatVersion: currentFormatVersion, libraryID: libraryID, createdDate: Date()).write(
            in: folder)
        return try read(from: folder)
    }

    /// Writes the present format version into the manifest of a library that was brought over to it.
    ///
    /// An earlier version of the program then says that it cannot open the library.
    package func raiseVersion(in folder: LibraryFolder) throws {
        guard formatVersion < Self.currentFormatVersion else { return }
        try LibraryManifest(formatVersion: Self.currentFormatVersion, libraryID: libraryID, createdDate: createdDate)
            .write(in: folder)
    }

    private func write(in folder: LibraryFolder) throws {
        let encoder = JSONEncoder()
        encoder.dateEncodingStrategy = .iso8601
        encoder.outputFormatting = [.prettyPrinted, .sortedKeys]
        try encoder.encode(self).withUnsafeBytes { try DurableFile.write($0, to: folder.manifestPath) }
    }

    /// Removes temporary files of a process that ended while it wrote the manifest.
    ///
    /// It needs the folder's lock, and removes only files with the name of such a temporary file, so that other files
    /// with the ending `.part`, such as downloads, stay.
    private static func removeUnfinished(in folder: LibraryFolder) throws {
        for name in try FileManager.default.contentsOfDirectory(atPath: folder.path.string) {
            guard name.hasSuffix(".part"), UUID(uuidString: String(name.dropLast(5))) != nil else { continue }
            unlink(folder.path.appending(name).string)
        }
    }
}
