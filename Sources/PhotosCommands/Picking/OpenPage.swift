internal import Foundation
internal import LibraryRPC
internal import OpenPhotoKitOwner

/// A page that waits for the owner, as “photos access pending” shows it.
///
/// Each page has a file in the owner's runtime folder, because no other user can read that folder.
struct OpenPage: Codable {
    let app: String
    let address: String
    /// The process that serves the page.
    private let process: Int32

    init(for app: String, at address: String) {
        self.app = app
        self.address = address
        process = getpid()
    }

    /// Writes the file, if the owner has a runtime folder.
    ///
    /// - Returns: The path of the file, which the caller removes at the end of the page.
    func announce() -> String? {
        guard let folder = Self.folder else { return nil }
        let path = "\(folder)/\(process)"
        do {
            let manager = FileManager.default
            try manager.createDirectory(
                atPath: folder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
            try JSONEncoder().encode(self).write(to: URL(fileURLWithPath: path))
            return path
        } catch { return nil }
    }

    /// The pages of processes that run.
    static func all() -> [OpenPage] {
        guard let folder, let names = try? FileManager.default.contentsOfDirectory(atPath: folder) else { return [] }
        return names.sorted().compactMap { name in
            guard let data = FileManager.default.contents(atPath: "\(folder)/\(name)") else { return nil }
            return try? JSONDecoder().decode(OpenPage.self, from: data)
        }.filter { kill($0.process, 0) == 0 }
    }

    private static var folder: String? { BrokerSockets.defaultFolder.map { "\($0)/pages" } }
}
