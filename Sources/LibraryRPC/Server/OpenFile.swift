internal import AssetLoading
internal import Foundation
internal import PhotoModel
internal import Synchronization

/// A file of an asset that a client reads.
final class OpenFile: Sendable {
    let resource: AssetResource
    /// Whether the owner selected the photo for the client, which may read it without access to the library.
    let isPicked: Bool
    /// The state of the file.
    ///
    /// An app learns its size only, because the numbers of files count other files.
    var identity: FileIdentity { shown(original) }
    let isImported: Bool
    private let original: FileIdentity
    private let isApps: Bool
    private let source: Mutex<any AssetByteSource>
    private let reservation: Reservation
    private let isEnded = Mutex(false)

    /// The maximum number of bytes in an answer.
    private static let maximumBytes = 1 << 20

    init(
        _ resource: AssetResource, isPicked: Bool = false, _ reservation: Reservation,
        _ open: () throws -> sending OpenedBytes
    ) rethrows {
        let opened = try open()
        self.isPicked = isPicked
        self.resource = resource
        self.reservation = reservation
        original = opened.source.identity
        isApps = if case .withheld = resource.location { true } else { false }
        isImported = opened.isImported
        source = Mutex(opened.source)
    }

    /// Ends reading: the owner has taken the access to the asset back.
    func end() { isEnded.withLock { $0 = true } }

    func currentIdentity() throws -> FileIdentity {
        try checkIsOpen()
        return shown(try source.withLock { try $0.currentIdentity() })
    }

    private func shown(_ state: FileIdentity) -> FileIdentity {
        guard isApps else { return state }
        return FileIdentity(
            device: 0, inode: 0, size: state.size, modifiedNanoseconds: state == original ? 0 : 1, changedNanoseconds: 0
        )
    }

    /// The next bytes; none at the end.
    func read(upTo count: Int) throws -> Data {
        try checkIsOpen()
        var bytes = Data(count: min(max(0, count), Self.maximumBytes))
        let size = try source.withLock { source in try bytes.withUnsafeMutableBytes { try source.read(into: $0) } }
        return bytes.prefix(size)
    }

    private func checkIsOpen() throws {
        guard !isEnded.withLock({ $0 }) else {
            throw PhotoLibraryError(
                .accessUserDenied, "The owner of the library has taken back the access to this photo.")
        }
    }
}
