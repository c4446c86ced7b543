import ArchiveReading
import PhotoModel
import SystemPackage
import TestSupport

/// An archive in a temporary folder.
struct TestArchive {
    let folder: TemporaryFolder
    let archive: Archive

    init(
        _ bytes: [UInt8], limits: Archive.Limits = Archive.Limits(), memory: ArchiveMemory = ArchiveMemory()
    ) throws {
        folder = try TemporaryFolder()
        archive = try Archive(at: folder.write(bytes, to: "archive"), limits: limits, memory: memory)
    }

    var paths: [String] { archive.entries.map(\.path.string) }

    var refused: [String: PhotoLibraryError.Code] {
        Dictionary(archive.refused.map { ($0.name, $0.error.code) }) { first, _ in first }
    }

    func bytes(of path: String) throws -> [UInt8] {
        guard let entry = archive.entries.first(where: { $0.path.string == path }) else { return [] }
        return try archive.bytes(of: entry)
    }
}

extension Archive {
    /// All bytes of an entry.
    ///
    /// - Parameter step: The maximum number of bytes of a read.
    func bytes(of entry: Entry, step: Int = 1000) throws -> [UInt8] {
        let reader = try open(entry)
        var bytes: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: step)
        while true {
            let count = try buffer.withUnsafeMutableBytes { try reader.read(into: $0) }
            guard count > 0 else { return bytes }
            bytes += buffer.prefix(count)
        }
    }
}
