internal import Foundation
internal import PhotoCatalog
internal import PhotoModel
internal import Synchronization
internal import SystemPackage
internal import SystemSupport

/// The sidecars that exports of this library wrote to the checked folders, as the records of the exports state them.
///
/// Such a file, if it has not changed since, says what the library said of its photo when it was exported.
final class ExportedSidecars: Sendable {
    private let catalog: PhotoCatalog
    private let sidecars = Mutex<[Digest: String]>([:])

    /// The part of a record's line that is needed (`ExportRecord.Entry`).
    private struct Line: Decodable {
        let localIdentifier: String
        let sidecar: String?
    }

    init(_ catalog: PhotoCatalog) { self.catalog = catalog }

    /// Reads the record of an export in a folder, if there is one.
    ///
    /// Lines that are not complete are ignored: their sidecars count like other files.
    func read(in folder: FilePath) {
        guard let data = Self.record(in: folder) else { return }
        let decoder = JSONDecoder()
        for line in data.split(separator: UInt8(ascii: "\n")) {
            guard let line = try? decoder.decode(Line.self, from: Data(line)),
                let digest = line.sidecar.flatMap({ [UInt8](hexadecimal: $0) }).flatMap({ Digest($0) })
            else { continue }
            sidecars.withLock { $0[digest] = line.localIdentifier }
        }
    }

    /// The content of a record, which is a regular file.
    private static func record(in folder: FilePath) -> Data? {
        let path = folder.appending(OwnXMP.exportRecordFile)
        var status = stat()
        guard lstat(path.platform, &status) == 0, status.st_mode & S_IFMT == S_IFREG else { return nil }
        return try? Data(contentsOf: URL(fileURLWithPath: path.string), options: .mappedIfSafe)
    }

    /// The photo of this library, not deleted, whose exported sidecar has these bytes.
    func asset(ofSidecar digest: Digest) throws -> String? {
        guard let asset = sidecars.withLock({ $0[digest] }) else { return nil }
        return try catalog.assets([asset])[asset].flatMap { $0.deletedDate == nil ? asset : nil }
    }
}
