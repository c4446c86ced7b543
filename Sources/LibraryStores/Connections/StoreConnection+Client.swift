internal import AgeEncryption
internal import Foundation
internal import Originals
internal import PhotoModel
internal import RemoteStores
internal import SystemPackage
internal import SystemSupport

extension StoreAddress {
    /// The client of the address.
    ///
    /// - Throws: `changeNotSupported` if this build has no client for it; `invalidResource` if the address or the
    ///   credentials cannot be used, or rclone cannot be started; `cancelled`.
    func client(_ credentials: StoreCredentials, until cancellation: Cancellation) throws -> any StoreClient {
        #if Network
            var settings = HTTPTransport.Settings()
            settings.authorities = credentials.certificates.map { FilePath($0) }
            switch self {
            case .folder(let path): return FolderClient(path)
            case .webDAV(let url):
                settings.user = credentials.user.map { ($0, credentials.secret ?? "") }
                return WebDAVClient(try HTTPEndpoint(url.absoluteString), settings)
            case .s3(let bucket, let prefix, let endpoint, let region):
                guard let user = credentials.user, let secret = credentials.secret else {
                    throw PhotoLibraryError(
                        .invalidResource, "A bucket of S3 needs an access key and a secret key.", remedy: .giveUser)
                }
                let location = try S3Location(
                    bucket: bucket, prefix: prefix, region: region ?? "us-east-1",
                    endpoint: try endpoint.map { try HTTPEndpoint($0.absoluteString) })
                return S3Client(location, S3Credentials(accessKey: user, secretKey: secret), settings)
            case .rclone(let remote): return try RcloneClient(remote, cancellation)
            }
        #else
            if case .folder(let path) = self { return FolderClient(path) }
            throw PhotoLibraryError(
                .changeNotSupported,
                "This build reaches no stores on the network. Use a build with the trait Network.")
        #endif
    }

    /// The site of a store that the owner gave none.
    ///
    /// It does not say where a remote of rclone stands, which may be on this computer.
    ///
    /// - Throws: `ioFailure` if the folder cannot be looked at.
    func defaultSite() throws -> String {
        switch self {
        case .folder(let path): try DiskIdentity(of: path).site
        case .webDAV(let url): url.host?.lowercased() ?? url.absoluteString
        case .s3(_, _, let endpoint, let region):
            endpoint?.host?.lowercased() ?? "amazonaws.com \(region ?? "us-east-1")"
        case .rclone(let remote): "rclone " + String(remote.prefix { $0 != ":" })
        }
    }
}

extension StoreConnection {
    /// Reaches the store.
    ///
    /// - Parameter bytesPerSecond: The limit of the transfer in each direction; `nil` for none.
    /// - Throws: The errors of ``OriginalStore/open(_:name:identity:expecting:_:)``.
    func open(limit bytesPerSecond: Int?, until cancellation: Cancellation) throws -> OriginalStore {
        let client = try address.client(
            StoreCredentials(user: user, secret: secret, certificates: certificates), until: cancellation)
        let store = try OriginalStore.open(
            client, name: name, identity: try key.map { try AgeIdentity(text: $0) }, expecting: id, cancellation)
        store.limits.sent.bytesPerSecond = bytesPerSecond
        store.limits.received.bytesPerSecond = bytesPerSecond
        return store
    }
}

extension StoreCopy {
    /// Records that the bytes were read back from the store now.
    mutating func set(_ stored: StoredCopy, on day: Int) {
        state = .present
        storedSize = stored.storedSize
        version = stored.version.text
        checkedDate = Date()
        checkedDay = day
    }

    /// Whether the store has the object that was read back.
    func isOf(_ stored: StoredCopy) -> Bool { storedSize == stored.storedSize && version == stored.version.text }
}

extension ByteVersion {
    /// The version as a text.
    ///
    /// It is that of the same file after the disk was mounted again with another number.
    fileprivate var text: String {
        switch self {
        case .file(let identity): "\(identity.inode) \(identity.modifiedNanoseconds)"
        case .tag(let tag): tag
        case .unknown: ""
        }
    }
}

extension OriginalStore {
    /// A copy whose bytes were read back now and are right; `nil` if the store has none, or other bytes.
    ///
    /// - Throws: The errors of the store, which say nothing about the copy.
    func soundCopy(of sha256: Digest, length: Int64, _ cancellation: Cancellation) throws -> StoredCopy? {
        do { return try readBack(sha256, length: length, cancellation) } catch let error as PhotoLibraryError
            where error.isOfCopy
        { return nil }
    }
}

extension PhotoLibraryError {
    /// Whether a copy was read back, and the store has none, or has other bytes.
    ///
    /// Other errors say nothing about the copy.
    var isOfCopy: Bool { code == .missingResource || storeFailure == .wrongBytes }
}

extension ScratchFile {
    /// The contents of the file, to be written to a store.
    ///
    /// - Parameter folder: The file's folder, which errors name.
    func upload(in folder: FilePath) throws -> Upload {
        Upload(length: try FileContents(of: self, in: folder).length) { [self] in
            try FileContents(of: self, in: folder)
        }
    }
}

/// The bytes of a temporary file from the first to the last.
private final class FileContents: ByteSource {
    private let file: ScratchFile
    private let folder: FilePath
    private var position: Int64 = 0
    let length: Int64

    init(of file: ScratchFile, in folder: FilePath) throws {
        var status = stat()
        guard fstat(file.descriptor.rawValue, &status) == 0 else {
            throw PhotoLibraryError(Errno(rawValue: errno), couldNot: "examine a file in the folder", folder)
        }
        (self.file, self.folder) = (file, folder)
        length = Int64(status.st_size)
    }

    func version() throws -> ByteVersion { .unknown }

    func read(into buffer: UnsafeMutableRawBufferPointer) throws -> Int {
        do {
            let count = try file.descriptor.read(fromAbsoluteOffset: position, into: buffer)
            position += Int64(count)
            return count
        } catch let errno as Errno {
            throw PhotoLibraryError(errno, couldNot: "read a file in the folder", folder)
        }
    }
}
