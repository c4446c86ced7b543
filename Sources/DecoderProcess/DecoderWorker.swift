internal import CSandbox
internal import Foundation
internal import Glibc
internal import ImageDecoding
internal import MessageTransport
internal import PhotoModel

/// The worker process of a jailed decode: it receives files and returns their decoded contents.
///
/// ``DecodingMode/automatic`` searches for the worker program `photos-decoder`. The command `photos` is its own worker
/// program. Your app can be its own worker program too: its `main` must call ``runIfAsked()`` before anything else, and
/// its ``JailConfiguration`` must have the path of the app.
public enum DecoderWorker {
    static let argument = "--openphotokit-decoder-worker"
    /// The worker's end of the socket.
    static let socket: Int32 = 3

    /// Decodes files until the client closes the socket, and then ends the process, if this process was started as a
    /// worker.
    ///
    /// In other processes it returns at once.
    ///
    /// Call it before the process has a second thread, because the restrictions apply to the calling thread only.
    public static func runIfAsked() {
        let arguments = CommandLine.arguments
        guard arguments.count == 3, arguments[1] == argument, let memoryBytes = UInt64(arguments[2]) else { return }
        let channel = Channel(socket: socket, takesDescriptors: true)
        warmUp(channel.coding)
        let missing = opk_jail_enter(memoryBytes)
        guard channel.send(.ready, value: WorkerReady(missing: missing)) else { exit(1) }
        while case .frame(let kind, let payload) = channel.receive(timeout: -1) {
            switch kind {
            case .request: answer(payload, on: channel)
            #if FAULT_HOOKS
                case .probe: probe(payload, on: channel)
            #endif
            default: exit(1)
            }
        }
        exit(0)
    }

    private static func answer(_ payload: Data, on channel: Channel) {
        guard let file = channel.takeDescriptor(),
            let request = try? channel.coding.decode(DecodeRequest.self, from: payload)
        else { exit(1) }
        defer { close(file) }
        #if FAULT_HOOKS
            DecoderFault.happenIfPlanned(for: request, on: channel)
        #endif
        guard channel.send(.answer, value: answer(request, file, channel)) else { exit(1) }
    }

    private static func answer(_ request: DecodeRequest, _ file: Int32, _ channel: Channel) -> DecodeAnswer {
        let decoder = ImageDecoder(
            limits: request.limits, memory: WorkerMemory(bytes: request.memoryBytes, channel: channel))
        let source = ImageSource.file(descriptor: file, size: request.size)
        let monitor = ProgressSender(channel).monitor
        do throws(PhotoLibraryError) {
            if let rendition = request.rendition {
                if request.encodesRendition {
                    try decoder.render(source, as: rendition, monitor: monitor) { send($0, on: channel) }
                    return .rendition
                }
                let (size, channels) = try decoder.samples(source, as: rendition, monitor: monitor) {
                    send($0, on: channel)
                }
                return .samples(size, channels: channels)
            }
            return .picture(
                request.decodesPixels
                    ? try DecodedPicture(
                        decoding: source, with: decoder, computesPDQ: request.computesPDQ, monitor: monitor)
                    : try DecodedPicture(inspecting: source, with: decoder))
        } catch {
            return .failure(error.code, error.message)
        }
    }

    private static func send(_ bytes: UnsafeRawBufferPointer, on channel: Channel) {
        for start in stride(from: 0, to: bytes.count, by: Frame.maxPayload) {
            let piece = UnsafeRawBufferPointer(rebasing: bytes[start...].prefix(Frame.maxPayload))
            guard channel.send(.rendered, Data(piece)) else { exit(1) }
        }
    }

    /// Decodes a picture of each kind, because libraries read files on first use (locales, configurations, time zones),
    /// which the jail forbids later.
    private static func warmUp(_ coding: PayloadCoding) {
        let decoder = ImageDecoder(limits: .standard, memory: DecoderMemoryBudget(bytes: 8 << 20))
        for bytes in WarmUpPictures.all {
            guard (try? decoder.render(.bytes(bytes), as: .thumbnail)) != nil else { exit(1) }
            let picture = try? DecodedPicture(
                decoding: .bytes(bytes), with: decoder, computesPDQ: true, monitor: .none)
            guard let picture, let payload = try? coding.encode(DecodeAnswer.picture(picture)) else { exit(1) }
            _ = try? coding.decode(DecodeAnswer.self, from: payload)
        }
        let request = DecodeRequest(
            size: 0, decodesPixels: false, computesPDQ: false, rendition: .thumbnail, limits: .standard, memoryBytes: 0)
        _ = try? coding.decode(DecodeRequest.self, from: coding.encode(request))
        _ = String(cString: strerror(EIO))
    }
}

/// Sends the progress of a decode to the client, at most every 20 ms.
///
/// A decode that takes less time sends none.
///
/// @unchecked: a worker has one thread.
private final class ProgressSender: @unchecked Sendable {
    private let channel: Channel
    private var last = ContinuousClock.now

    init(_ channel: Channel) { self.channel = channel }

    var monitor: DecodeMonitor {
        DecodeMonitor { [self] bytes in
            let now = ContinuousClock.now
            if now - last < .milliseconds(20) { return true }
            last = now
            return channel.send(.progress, Data(number: bytes))
        }
    }
}
