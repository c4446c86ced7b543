internal import ImageDecoding
internal import PhotoModel

/// The memory budget of the client process, requested over the socket.
///
/// @unchecked: a worker has one thread.
final class WorkerMemory: DecoderMemory, @unchecked Sendable {
    let bytes: Int
    private let channel: Channel

    init(bytes: Int, channel: Channel) {
        self.bytes = bytes
        self.channel = channel
    }

    func take(
        _ count: Int, whileWaiting: () throws(PhotoLibraryError) -> Void
    ) throws(PhotoLibraryError) -> Bool {
        guard channel.send(.memoryWanted, .init(number: count)) else { throw Self.clientHasEnded }
        switch channel.receive(timeout: -1) {
        case .frame(.memoryGranted, _): return true
        case .frame(.memoryRefused, _): return false
        default: throw Self.clientHasEnded
        }
    }

    func giveBack(_ count: Int) { _ = channel.send(.memoryReturned) }

    private static let clientHasEnded = PhotoLibraryError(
        .cancelled, "The process that requested the picture has ended.")
}
