import DeviceRegistry
import Foundation
import SystemPackage

/// The folder of the registry on one device.
///
/// Another program copies the files between the replicas: here the functions that deliver them.
final class Replica {
    let path: FilePath
    /// The files that were here since the replica was last lost: only their removal reaches others.
    private var former: Set<String> = []
    private var saved: [String: Data]?

    init(at path: FilePath) throws {
        self.path = path
        try FileManager.default.createDirectory(atPath: path.string, withIntermediateDirectories: true)
    }

    static let manifest = "registry.json"

    /// The paths of the files, relative to the folder.
    var files: Set<String> {
        let all = FileManager.default.enumerator(atPath: path.string)?.compactMap { $0 as? String } ?? []
        return Set(all.filter { $0.hasSuffix(".opkl") || $0.hasSuffix(".part") || $0 == Self.manifest })
    }

    func data(_ file: String) -> Data? { FileManager.default.contents(atPath: path.string + "/" + file) }

    func write(_ data: Data, _ file: String) throws {
        let url = URL(fileURLWithPath: path.string + "/" + file)
        try FileManager.default.createDirectory(
            at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
        try data.write(to: url)
    }

    func remove(_ file: String) { try? FileManager.default.removeItem(atPath: path.string + "/" + file) }

    // MARK: Faults

    /// Copies a file to another replica: whole, torn, or under the name of a conflict copy or an unfinished file.
    func deliver(_ file: String, to other: Replica, _ numbers: inout SeededNumbers) throws {
        // No program writes an older or a torn file over a whole one.
        guard let data = data(file), other.data(file)?.count ?? -1 < data.count else { return }
        switch file == Self.manifest ? 99 : numbers.below(100) {
        case ..<8: try other.write(data.prefix(numbers.below(data.count)), file)
        case ..<12:
            try other.write(data, file.replacing(".opkl", with: ".sync-conflict-20260101-120000-ABCDEF.opkl"))
        case ..<14: try other.write(data.prefix(numbers.below(data.count)), file + ".part")
        default: try other.write(data, file)
        }
    }

    /// Removes files from another replica that were removed here.
    func deliverRemovals(to other: Replica, _ numbers: inout SeededNumbers) {
        let present = files
        former.formUnion(present)
        for file in former.subtracting(present).sorted() where numbers.happens(0.7) { other.remove(file) }
    }

    func save() { saved = Dictionary(uniqueKeysWithValues: files.compactMap { file in data(file).map { (file, $0) } }) }

    /// Puts the files back that were here at an earlier time.
    func restore() throws -> Bool {
        guard let saved else { return false }
        lose(keepingManifest: false)
        for (file, data) in saved { try write(data, file) }
        return true
    }

    func lose(keepingManifest keepsManifest: Bool) {
        former = []
        for file in files where !(keepsManifest && file == Self.manifest) { remove(file) }
    }

    /// Gives all replicas all files, without the faults.
    static func join(_ replicas: [Replica]) throws {
        var all: [String: Data] = [:]
        for replica in replicas {
            for file in replica.files where !file.hasSuffix(".part") {
                guard let data = replica.data(file), data.count > all[file]?.count ?? -1 else { continue }
                all[file] = data
            }
        }
        for replica in replicas {
            for (file, data) in all where replica.data(file) != data { try replica.write(data, file) }
        }
    }

    // MARK: Segments

    /// The files that could be read, with their sizes: reading them again would take most of the time.
    private var sound: [String: Int] = [:]

    /// Whether the file of a segment can be read.
    func isSound(_ name: SegmentName, of writer: WriterID, in log: SegmentLog) -> Bool {
        let file = "logs/\(writer)/\(name.text)"
        let size = (try? FileManager.default.attributesOfItem(atPath: path.string + "/" + file)[.size]) as? Int
        if let size, sound[file] == size { return true }
        guard (try? log.segment(name, of: writer)) != nil else { return false }
        sound[file] = size
        return true
    }

    private struct Manifest: Decodable { let id: UUID }

    /// The files of the devices, as the library reads them; `nil` if there is no registry.
    var log: SegmentLog? {
        data(Self.manifest).flatMap { try? JSONDecoder().decode(Manifest.self, from: $0) }.map {
            SegmentLog(in: path, of: $0.id)
        }
    }
}
