internal import Foundation
internal import LibraryStorage
internal import PhotoModel
internal import SystemPackage
internal import SystemSupport

/// Identifies who writes copies of the catalogue to stores: one library's folder on one computer.
///
/// It is not in the catalogue, because a restored library has the catalogue of another writer. The file also identifies
/// the folder and the computer, because a copy of the folder is another writer.
enum WriterIdentifier {
    /// The identifier of the library's folder, which is made when it is first needed.
    static func current(in library: LibraryFolder) throws -> UUID {
        let lines =
            (try? String(contentsOfFile: path(in: library).string, encoding: .utf8))?.split(separator: "\n") ?? []
        if lines.count == 2, let known = UUID(uuidString: String(lines[0])), try lines[1] == place(of: library) {
            return known
        }
        return try renew(in: library)
    }

    /// Gives the library's folder a new identifier.
    static func renew(in library: LibraryFolder) throws -> UUID {
        let new = UUID()
        let text = "\(new.uuidString)\n\(try place(of: library))\n"
        try Array(text.utf8).withUnsafeBytes { try DurableFile.write($0, to: path(in: library)) }
        return new
    }

    private static func path(in library: LibraryFolder) -> FilePath { library.stores.appending("writer") }

    /// The computer, if it has an identifier, and the folder.
    private static func place(of library: LibraryFolder) throws -> String {
        let machine = (try? MachineIdentifier.current()) ?? "-"
        return "\(machine) \(try library.identityOfStores())"
    }
}
