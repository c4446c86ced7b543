internal import AssetLoading
internal import Foundation
internal import PhotoModel

/// Opens the files of a library in another process.
struct RemoteResources: ResourceOpener {
    private let connection: Connection

    init(_ connection: Connection) { self.connection = connection }

    func open(_ resource: AssetResource, allowingNetwork: Bool) throws -> OpenedBytes {
        try connection.open(.openResource(resource, allowingNetwork: allowingNetwork))
    }
}

extension Connection {
    /// The bytes of the file that a request opens.
    func open(_ request: LibraryRequest) throws -> OpenedBytes {
        let opened: OpenedResource = try send(request)
        return OpenedBytes(RemoteFile(opened, self), isImported: opened.isImported)
    }
}

/// The bytes of an open file in another process.
private final class RemoteFile: AssetByteSource {
    private let file: Int
    private let connection: Connection
    let identity: FileIdentity

    init(_ opened: OpenedResource, _ connection: Connection) {
        file = opened.file
        identity = opened.identity
        self.connection = connection
    }

    deinit { _ = try? connection.send(.close(file: file)) as Bool }

    func currentIdentity() throws -> FileIdentity { try connection.send(.identity(file: file)) }

    func read(into buffer: UnsafeMutableRawBufferPointer) throws -> Int {
        let (count, bytes): (Int, Data) = try connection.sendForBytes(.read(file: file, upTo: buffer.count))
        guard count == bytes.count, count <= buffer.count else { throw Connection.unreadable() }
        return bytes.copyBytes(to: buffer)
    }
}
