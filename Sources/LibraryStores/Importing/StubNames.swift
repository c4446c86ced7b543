internal import Foundation
internal import LibraryStorage
internal import PhotoCatalog
internal import PhotoModel
internal import SystemPackage

/// The files that stand at the places of originals in stores, and that the catalogue does not know: it was made again.
struct StubNames {
    private let library: LibraryContext
    /// The stubs with the digests of their originals, relative to the library's folder.
    private let stubs: [(path: FilePath, sha256: String)]
    /// The names of the originals at import by their digests.
    private let names: [String: String]

    /// Reads them.
    init(in library: LibraryContext) throws {
        self.library = library
        var stubs: [(path: FilePath, sha256: String)] = []
        var names: [String: String] = [:]
        for subfolder in LibraryFolder.Subfolder.allCases {
            let folder = FilePath(subfolder.rawValue)
            let files = FileManager.default.enumerator(atPath: library.folder.path.pushing(folder).string)
            while let name = files?.nextObject() as? String {
                let path = folder.pushing(FilePath(name))
                guard LibraryFolder.isStub(path), try !library.catalog.isStub(path),
                    let stub = OffloadStub(at: library.folder.path.pushing(path))
                else { continue }
                stubs.append((path, stub.sha256))
                names[stub.sha256] = stub.name
            }
        }
        (self.stubs, self.names) = (stubs, names)
    }

    /// The name of an original at import; `nil` if it is unknown, or if a file cannot have it.
    subscript(sha256: Digest) -> String? {
        guard let name = names[sha256.hex], name.utf8.count <= 255, let component = FilePath.Component(name),
            component.kind == .regular
        else { return nil }
        return component.string
    }

    /// Removes the stubs whose originals are in the library's folder again.
    func removeSuperfluous() throws {
        for (path, text) in stubs {
            guard let sha256 = [UInt8](hexadecimal: text).flatMap({ Digest($0) }),
                let own = try library.catalog.ownFiles(with: sha256).first, own.content.location != .elsewhere
            else { continue }
            unlink(library.folder.path.pushing(path).platform)
        }
    }
}
