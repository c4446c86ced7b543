public import Foundation
public import PhotoModel
internal import RemoteStores
public import SystemPackage

/// Where a store of originals is.
public enum StoreAddress: Sendable, Hashable, Codable {
    /// A folder of a mounted disk or network share; the path is absolute.
    case folder(FilePath)
    /// A folder of a WebDAV server (RFC 4918), such as Nextcloud.
    case webDAV(URL)
    /// A bucket of a service with the interface of Amazon S3, and what the keys in it begin with.
    ///
    /// Without an endpoint the service is Amazon's in the region.
    case s3(bucket: String, prefix: String, endpoint: URL?, region: String?)
    /// A remote that the program rclone knows, and a path in it: `REMOTE:PATH`.
    case rclone(String)

    /// Reads `/mnt/nas/photos`, `webdav:https://…`, `s3://bucket/prefix` or `rclone:REMOTE:PATH`.
    ///
    /// - Parameters:
    ///   - endpoint: The service of an S3 bucket; `nil` for Amazon's.
    ///   - region: The region of an S3 bucket; `nil` for `us-east-1`.
    /// - Throws: `changeNotSupported` if the text is no address, or contains a password.
    public init(
        _ text: String, endpoint: URL? = nil, region: String? = nil
    ) throws(PhotoLibraryError) {
        let isS3 = text.hasPrefix("s3://")
        guard isS3 || endpoint == nil && region == nil else {
            throw Self.wrong("An endpoint and a region belong to an address that begins with s3://.")
        }
        if isS3 {
            let parts = text.dropFirst(5).split(separator: "/", maxSplits: 1, omittingEmptySubsequences: false)
            guard let bucket = parts.first, !bucket.isEmpty, !bucket.contains("@") else {
                throw Self.wrong("The address of a bucket is s3://BUCKET/PREFIX.")
            }
            let prefix = parts.count > 1 ? parts[1].split(separator: "/").joined(separator: "/") : ""
            if let endpoint { try Self.check(endpoint) }
            self = .s3(bucket: String(bucket), prefix: prefix, endpoint: endpoint, region: region)
        } else if text.hasPrefix("webdav:") {
            guard let url = URL(string: String(text.dropFirst(7))) else {
                throw Self.wrong("The address of a WebDAV folder is webdav:https://HOST/PATH.")
            }
            try Self.check(url)
            self = .webDAV(url)
        } else if text.hasPrefix("rclone:") {
            let remote = String(text.dropFirst(7))
            let name = remote.prefix { $0 != ":" }
            guard remote.contains(":"), !name.isEmpty, !name.hasPrefix("-"), !name.contains(",") else {
                throw Self.wrong("The address of a remote of rclone is rclone:REMOTE:PATH.")
            }
            self = .rclone(remote)
        } else if text.contains("://") {
            // The text may have a password, so it is not printed.
            throw Self.wrong("An address begins with webdav:, s3:// or rclone:, or is the path of a folder.")
        } else {
            self = .folder(
                FilePath(FileManager.default.currentDirectoryPath).pushing(FilePath(text)).lexicallyNormalized())
        }
    }

    private static func check(_ url: URL) throws(PhotoLibraryError) {
        guard let scheme = url.scheme?.lowercased(), ["http", "https"].contains(scheme), let host = url.host,
            !host.isEmpty
        else { throw wrong("The address of a service begins with https:// and a host.") }
        guard url.user == nil, url.password == nil else {
            throw wrong("An address has no user and no password, because other programs see it. Give them separately.")
        }
        guard scheme == "https" || ["localhost", "127.0.0.1", "::1"].contains(host) else {
            throw wrong(
                "The address begins with http://, so everybody on the way could read the password. Use https://.")
        }
    }

    private static func wrong(_ message: String) -> PhotoLibraryError {
        PhotoLibraryError(.changeNotSupported, message)
    }

    /// The kind, as output names it.
    public var kind: String {
        switch self {
        case .folder: "folder"
        case .webDAV: "webdav"
        case .s3: "s3"
        case .rclone: "rclone"
        }
    }

    /// Whether new stores there are encrypted unless the owner says otherwise.
    public var isEncryptedByDefault: Bool { !isFolder }

    /// Whether this is a folder of this computer, and not a service.
    var isFolder: Bool { if case .folder = self { true } else { false } }

    /// Whether this is the folder of a store on a disk.
    ///
    /// Without its disk, the place of a store may be an empty folder on another one.
    ///
    /// - Throws: `ioFailure` if the disk of the folder is unknown.
    func isOn(_ disk: DiskIdentity) throws -> Bool {
        guard case .folder(let path) = self,
            FileManager.default.fileExists(atPath: path.appending(StoreFormat.fileName).string)
        else { return false }
        return try DiskIdentity(of: path) == disk
    }
}

extension StoreAddress: CustomStringConvertible {
    /// The address as it was given, without credentials.
    public var description: String {
        switch self {
        case .folder(let path): path.string
        case .webDAV(let url): "webdav:\(url.absoluteString)"
        case .s3(let bucket, let prefix, let endpoint, _):
            "s3://\(bucket)\(prefix.isEmpty ? "" : "/\(prefix)")\(endpoint.map { " at \($0.absoluteString)" } ?? "")"
        case .rclone(let remote): "rclone:\(remote)"
        }
    }
}
