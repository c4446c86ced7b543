internal import Foundation
internal import LibraryStorage
internal import PhotoModel
internal import SystemPackage
internal import SystemSupport

/// Identifies who writes copies of the catalogue to stores: one library's folder on one computer.
///
/// It is not in the catalogue, because a restored library has the catalogue of another writer.
enum WriterIdentifier {
    /// The identifier of the library's folder, which is made when it is first needed.
    static func current(in library: LibraryFolder) throws -> UUID {
        let path = library.stores.appending("writer")
        if let data = try? Data(contentsOf: URL(fileURLWithPath: path.string)),
            let known = UUID(uuidString: String(decoding: data, as: UTF8.self))
        {
            return known
        }
        let new = UUID()
        let file = try ReplacementFile(at: path)
        try Array(new.uuidString.utf8).withUnsafeBytes { try file.append($0) }
        try file.finish()
        return new
    }
}
