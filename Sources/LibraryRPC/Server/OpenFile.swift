internal import Foundation
internal import Originals
internal import PhotoModel
internal import Synchronization

/// A file of an asset that a client reads.
final class OpenFile: Sendable {
    let resource: AssetResource
    /// Whether the owner selected the photo for the client, which may read it without access to the library.
    let isPicked: Bool
    /// The number of bytes.
    let length: Int64
    let isImported: Bool
    /// Ends a read that waits.
    let cancel: @Sendable () -> Void
    /// The first version that the client asked for.
    private let original = Mutex<ByteVersion?>(nil)
    private let isApps: Bool
    private let source: Mutex<any ByteSource>
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
        length = opened.source.length
        cancel = opened.source.cancel
        isApps = if case .withheld = resource.location { true } else { false }
        isImported = opened.isImported
        source = Mutex(opened.source)
    }

    /// Ends reading: the owner has taken the access to the asset back.
    func end() {
        isEnded.withLock { $0 = true }
        cancel()
    }

    /// The version of the bytes.
    ///
    /// An app learns only whether it changed, because the numbers of files count other files.
    func version() throws -> ByteVersion {
        try checkIsOpen()
        let version = try source.withLock { try $0.version() }
        guard isApps else { return version }
        let original = original.withLock { original in
            original = original ?? version
            return original
        }
        return .tag(version == original ? "unchanged" : "changed")
    }

    /// The next bytes; none at the end.
    func read(upTo count: Int) throws -> Data {
        try checkIsOpen()
        var bytes = Data(count: min(max(0, count), Self.maximumBytes))
        let size: Int
        do {
            size = try source.withLock { source in try bytes.withUnsafeMutableBytes { try source.read(into: $0) } }
        } catch {
            try checkIsOpen()
            throw error
        }
        return bytes.prefix(size)
    }

    private func checkIsOpen() throws {
        guard !isEnded.withLock({ $0 }) else {
            throw PhotoLibraryError(
                .accessUserDenied, "The owner of the library has taken back the access to this photo.")
        }
    }
}
