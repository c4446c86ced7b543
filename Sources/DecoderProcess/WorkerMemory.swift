internal import ImageDecoding
internal import PhotoModel

/// The memory budget of the client process.
///
/// Memory is requested over the socket, except for small pictures.
///
/// @unchecked: a worker has one thread.
final class WorkerMemory: DecoderMemory, @unchecked Sendable {
    /// A decode that needs at most this many bytes does not request them, because the request takes as long as the
    /// decode of a small picture.
    private static let bytesWithoutRequest = 2 << 20

    let bytes: Int
    private let channel: Channel

    init(bytes: Int, channel: Channel) {
        self.bytes = bytes
        self.channel = channel
    }

    func take(
        _ count: Int, whileWaiting: () throws(PhotoLibraryError) -> Void
    ) throws(PhotoLibraryError) -> Bool {
        guard isRequested(count) else { return true }
        guard channel.send(.memoryWanted, .init(number: count)) else { throw Self.clientHasEnded }
        switch channel.receive(timeout: -1) {
        case .frame(.memoryGranted, _): return true
        case .frame(.memoryRefused, _): return false
        default: throw Self.clientHasEnded
        }
    }

    func giveBack(_ count: Int) { if isRequested(count) { _ = channel.send(.memoryReturned) } }

    private func isRequested(_ count: Int) -> Bool { count > min(Self.bytesWithoutRequest, bytes) }

    private static let clientHasEnded = PhotoLibraryError(
        .cancelled, "The process that requested the picture has ended.")
}
