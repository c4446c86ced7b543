package import Foundation
internal import Glibc
package import ImageDecoding
package import PhotoModel

/// Gets the bytes of a rendition in order.
package typealias RenditionBytes = (Data) throws(PhotoLibraryError) -> Void

/// Decodes pictures, in this process or in workers.
///
/// Any number of threads may use it at a time; each call blocks its thread. A worker is started when a call finds no
/// idle one. Workers stay for later calls until ``endWorkers()`` is called or this object is released.
package final class PictureDecoder: Sendable {
    private let limits: DecodeLimits
    private let computesPDQ: Bool
    private let budget: DecoderMemoryBudget
    private let pool: WorkerPool?

    /// Creates a decoder with this mode.
    ///
    /// The results are the same in all modes.
    package init(
        _ mode: DecodingMode, computesPDQ: Bool = false, limits: DecodeLimits = .standard,
        budget: DecoderMemoryBudget = .shared
    ) {
        self.limits = limits
        self.computesPDQ = computesPDQ
        self.budget = budget
        pool =
            if case .jailed(let configuration) = mode.resolved {
                WorkerPool(configuration, memoryBytes: budget.bytes)
            } else { nil }
    }

    /// Decodes an open file of `size` bytes.
    ///
    /// If a worker crashes or hangs, the result has no picture: its condition is `damaged` with the warning
    /// `decoderCrashed`, or `limited` with `decoderTimedOut`.
    ///
    /// - Parameters:
    ///   - file: The descriptor, which is read with pread(2) only.
    ///   - monitor: Receives progress on this thread, and can cancel the decode within 200 ms.
    /// - Throws: `ioFailure` if the file cannot be read, `cancelled`, `internalError`.
    package func picture(
        of file: Int32, size: Int, monitor: DecodeMonitor = .none
    ) throws(PhotoLibraryError) -> DecodedPicture {
        guard let pool, let worker = pool.take() else {
            let decoder = ImageDecoder(limits: limits, budget: budget)
            return try DecodedPicture(
                decoding: .file(descriptor: file, size: size), with: decoder, computesPDQ: computesPDQ, monitor: monitor
            )
        }
        let answer: Result<DecodedPicture, PhotoLibraryError>
        do throws(WorkerEnd) {
            answer = try picture(by: worker, of: pool, file, size, decodesPixels: true, monitor)
        } catch {
            let (condition, warning) = try error.outcome()
            var rest = try metadata(of: file, size, pool, monitor)
            rest.reading.fail(condition, warning)
            return rest
        }
        return try answer.get()
    }

    /// Renders an open file of `size` bytes as a JPEG, as ``ImageDecoder/render(_:as:monitor:into:)`` does.
    ///
    /// - Parameters:
    ///   - file: The descriptor, which is read with pread(2) only.
    ///   - monitor: Receives progress on this thread, and can cancel within 200 ms.
    ///   - take: Gets the bytes of the JPEG in order, while it is made. After an error they are not those of a whole
    ///     JPEG.
    /// - Throws: `unsupportedFile` if no picture can be decoded, also if a worker crashes; `limitExceeded`, also if a
    ///   worker hangs; `ioFailure` if the file cannot be read; `cancelled`; `internalError`; the errors of `take`.
    package func render(
        _ file: Int32, size: Int, as rendition: Rendition, monitor: DecodeMonitor = .none,
        into take: @escaping RenditionBytes
    ) throws(PhotoLibraryError) {
        guard let pool, let worker = pool.take() else {
            let decoder = ImageDecoder(limits: limits, budget: budget)
            let output = FallibleOutput(take)
            do throws(PhotoLibraryError) {
                try decoder.render(
                    .file(descriptor: file, size: size), as: rendition, monitor: output.ending(monitor)
                ) { output.add($0) }
            } catch { throw output.failure ?? error }
            if let failure = output.failure { throw failure }
            return
        }
        try rendered(
            file, request(size, decodesPixels: true, rendition), by: worker, of: pool, monitor, into: take)
    }

    /// Returns the JPEG of ``render(_:size:as:monitor:into:)``.
    package func render(
        _ file: Int32, size: Int, as rendition: Rendition, monitor: DecodeMonitor = .none
    ) throws(PhotoLibraryError) -> Data {
        let jpeg = CollectedData()
        try render(file, size: size, as: rendition, monitor: monitor) { jpeg.bytes += $0 }
        return jpeg.bytes
    }

    /// Renders an open file of `size` bytes as pixels, as ``ImageDecoder/pixels(_:as:monitor:)`` does.
    ///
    /// - Parameters:
    ///   - file: The descriptor, which is read with pread(2) only.
    ///   - monitor: Receives progress on this thread, and can cancel within 200 ms.
    /// - Throws: As ``render(_:size:as:monitor:)``.
    package func pixels(
        _ file: Int32, size: Int, as rendition: Rendition, monitor: DecodeMonitor = .none
    ) throws(PhotoLibraryError) -> PixelBuffer {
        guard let pool, let worker = pool.take() else {
            let decoder = ImageDecoder(limits: limits, budget: budget)
            return try decoder.pixels(.file(descriptor: file, size: size), as: rendition, monitor: monitor)
        }
        var samples: [UInt8] = []
        let request = request(size, decodesPixels: true, rendition, encodes: false)
        let answer = try rendered(file, request, by: worker, of: pool, monitor) { samples += $0 }
        guard case .samples(let size, let channels) = answer else {
            throw PhotoLibraryError(.internalError, "The decoder sent no samples.")
        }
        return PixelBuffer(size: size, channels: channels, samples: samples)
    }

    /// Reads everything except the pixels of an open file of `size` bytes.
    ///
    /// - Parameter file: The descriptor, which is read with pread(2) only.
    /// - Returns: A reading without rows; only the format of the file if a worker crashes or hangs.
    /// - Throws: `ioFailure` if the file cannot be read; `internalError`.
    package func inspect(_ file: Int32, size: Int) throws(PhotoLibraryError) -> ImageReading {
        guard let pool, let worker = pool.take() else {
            return try ImageDecoder(limits: limits, budget: budget).inspect(.file(descriptor: file, size: size))
        }
        let answer: Result<DecodedPicture, PhotoLibraryError>
        do throws(WorkerEnd) {
            answer = try picture(by: worker, of: pool, file, size, decodesPixels: false, .none)
        } catch {
            return ImageReading(format: imageFormat(ofFirstBytes: firstBytes(of: file)))
        }
        return try answer.get().reading
    }

    /// Ends the workers and waits for them, so that their CPU time is added to that of this process.
    ///
    /// Call it after the last file.
    package func endWorkers() { pool?.end() }

    /// The metadata of the file, read by another worker; only the format of the file if that worker fails too.
    private func metadata(
        of file: Int32, _ size: Int, _ pool: WorkerPool, _ monitor: DecodeMonitor
    ) throws(PhotoLibraryError) -> DecodedPicture {
        if let worker = pool.take(),
            let picture = try? picture(by: worker, of: pool, file, size, decodesPixels: false, monitor)
        {
            return try picture.get()
        }
        return DecodedPicture(format: imageFormat(ofFirstBytes: firstBytes(of: file)))
    }

    private func picture(
        by worker: WorkerProcess, of pool: WorkerPool, _ file: Int32, _ size: Int, decodesPixels: Bool,
        _ monitor: DecodeMonitor
    ) throws(WorkerEnd) -> Result<DecodedPicture, PhotoLibraryError> {
        let request = request(size, decodesPixels: decodesPixels)
        switch try answer(request, by: worker, of: pool, file, monitor, into: { _ in }) {
        case .picture(let picture): return .success(picture)
        case .failure(let code, let message): return .failure(PhotoLibraryError(code, message))
        case .rendition, .samples: throw .invalidAnswer
        }
    }

    private func request(
        _ size: Int, decodesPixels: Bool, _ rendition: Rendition? = nil, encodes: Bool = true
    ) -> DecodeRequest {
        DecodeRequest(
            size: size, decodesPixels: decodesPixels, computesPDQ: computesPDQ, rendition: rendition,
            encodesRendition: encodes, limits: limits, memoryBytes: budget.bytes)
    }

    /// A worker's answer to a request for a rendition, with the errors of ``render(_:size:as:monitor:into:)``.
    @discardableResult
    private func rendered(
        _ file: Int32, _ request: DecodeRequest, by worker: WorkerProcess, of pool: WorkerPool,
        _ monitor: DecodeMonitor, into take: RenditionBytes
    ) throws(PhotoLibraryError) -> DecodeAnswer {
        let answer: DecodeAnswer
        do throws(WorkerEnd) {
            answer = try self.answer(request, by: worker, of: pool, file, monitor, into: take)
        } catch {
            let (condition, warning) = try error.outcome()
            throw PhotoLibraryError(condition == .limited ? .limitExceeded : .unsupportedFile, warning.message)
        }
        if case .failure(let code, let message) = answer { throw PhotoLibraryError(code, message) }
        return answer
    }

    /// Decodes in a worker, and returns the worker to the pool if it still runs.
    private func answer(
        _ request: DecodeRequest, by worker: WorkerProcess, of pool: WorkerPool, _ file: Int32,
        _ monitor: DecodeMonitor, into take: RenditionBytes
    ) throws(WorkerEnd) -> DecodeAnswer {
        // The worker gets a separate read-only descriptor, so that the file is protected even if the jail is
        // incomplete.
        let ownFile = open("/proc/thread-self/fd/\(file)", O_RDONLY | O_CLOEXEC)
        defer { if ownFile >= 0 { close(ownFile) } }
        let answer = try worker.answer(
            request, file: ownFile >= 0 ? ownFile : file, pool.configuration, memory: budget, monitor: monitor,
            into: take)
        pool.giveBack(worker)
        return answer
    }

    private func firstBytes(of file: Int32) -> [UInt8] {
        [UInt8](unsafeUninitializedCapacity: 64) { buffer, count in
            count = max(0, pread(file, buffer.baseAddress, buffer.count, 0))
        }
    }
}

/// The bytes of a JPEG that is made in pieces.
private final class CollectedData {
    var bytes = Data()
}

/// Passes on the bytes of a rendition, and ends the decode after the first error.
///
/// @unchecked: the decoding thread alone uses it.
private final class FallibleOutput: @unchecked Sendable {
    private let take: RenditionBytes
    /// The first error.
    private(set) var failure: PhotoLibraryError?

    init(_ take: @escaping RenditionBytes) { self.take = take }

    func add(_ bytes: UnsafeRawBufferPointer) {
        guard failure == nil else { return }
        do throws(PhotoLibraryError) { try take(Data(bytes)) } catch { failure = error }
    }

    /// A monitor that cancels after an error.
    func ending(_ monitor: DecodeMonitor) -> DecodeMonitor {
        DecodeMonitor { [self] in failure == nil && monitor.onBytes($0) }
    }
}

extension WorkerEnd {
    /// The condition of the picture that the worker did not decode, and the warning about it.
    ///
    /// - Throws: `cancelled` if the caller cancelled; the caller's error if it could not take the rendition.
    fileprivate func outcome() throws(PhotoLibraryError) -> (PictureCondition, ImageWarning) {
        switch self {
        case .cancelled: throw PhotoLibraryError(.cancelled, "Reading the image was cancelled.")
        case .refused(let error): throw error
        case .crashed(let how):
            let message = "The decoder \(how): the file is kept, without its picture."
            return (.damaged, ImageWarning(code: "decoderCrashed", message: message))
        case .timedOut(let time):
            let message = "The decoder got no further within \(time): the file is kept, without its picture."
            return (.limited, ImageWarning(code: "decoderTimedOut", message: message))
        }
    }
}
