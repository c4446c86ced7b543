internal import Foundation
internal import SystemPackage

/// A place for one store: a small disk, or a folder or bucket of a server of this machine.
package final class StorePlace: Sendable {
    /// What keeps the store.
    package enum Kind: String, CaseIterable, Sendable, CustomStringConvertible {
        case folder, apache, wsgiDAV, rclone, moto

        /// The name of the kind.
        package var description: String { rawValue }

        fileprivate var server: StoreServer.Kind? { StoreServer.Kind(rawValue: rawValue) }

        /// The kinds that are installed.
        package static let installed: [Kind] = allCases.filter { $0.server.map(StoreServer.isInstalled) ?? true }
    }

    /// The address and the options of `photos stores add` and `photos restore`.
    package let address: [String]
    private let disk: SmallDisk?
    private let server: StoreServer?
    /// The folder of the objects; `nil` for a bucket.
    private let folder: TemporaryFolder?
    private let secret: TemporaryFolder
    /// What is before the keys in a bucket.
    private static let prefix = "library/"

    /// Mounts a disk, or starts a server.
    ///
    /// Blocks.
    package init(_ kind: Kind) throws {
        secret = try TemporaryFolder()
        server = try kind.server.map { try StoreServer($0) }
        disk = server == nil ? try SmallDisk(at: TemporaryFolder(), size: "64m") : nil
        guard let server else {
            folder = disk?.folder
            address = folder.map { [$0.url.path] } ?? []
            return
        }
        folder = server.keys == nil ? server.folder : nil
        let url = "http://127.0.0.1:\(server.port)"
        let (user, password): (String, String) = server.keys.map { ($0.access, $0.secret) } ?? StoreServer.user
        let file = try secret.write(password.utf8, to: "secret").string
        address =
            (folder == nil ? ["s3://\(StoreServer.bucket)/\(Self.prefix)", "--endpoint", url] : ["webdav:\(url)/"])
            + ["--user", user, "--secret-from", file, "--site", "\(server.port)"]
    }

    /// Makes an object, as another program would.
    package func write(_ bytes: [UInt8], to key: String) throws {
        if let folder {
            try folder.write(bytes, to: key)
        } else {
            let file = try secret.write(bytes, to: "object").string
            try server?.changeBucket("bucket.upload_file(sys.argv[4], sys.argv[3])", "\(Self.prefix)\(key)", file)
        }
    }

    /// Removes an object or a folder of objects.
    package func remove(_ key: String) throws {
        if let folder {
            try FileManager.default.removeItem(atPath: folder.path(key))
        } else {
            try server?.changeBucket("bucket.objects.filter(Prefix=sys.argv[3]).delete()", "\(Self.prefix)\(key)")
        }
    }

    /// Unmounts the disk, or ends the server.
    package func end() throws {
        try disk?.unmount()
        server?.stop()
    }
}
