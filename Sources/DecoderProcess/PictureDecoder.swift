internal import Glibc
package import ImageDecoding
package import PhotoModel

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
            let warning: ImageWarning
            let condition: PictureCondition
            switch error {
            case .cancelled: throw PhotoLibraryError(.cancelled, "Reading the image was cancelled.")
            case .crashed(let how):
                condition = .damaged
                warning = ImageWarning(
                    code: "decoderCrashed", message: "The decoder \(how): the file is kept, without its picture.")
            case .timedOut(let time):
                condition = .limited
                warning = ImageWarning(
                    code: "decoderTimedOut",
                    message: "The decoder got no further within \(time): the file is kept, without its picture.")
            }
            var rest = try metadata(of: file, size, pool, monitor)
            rest.reading.fail(condition, warning)
            return rest
        }
        return try answer.get()
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

    /// Decodes in a worker, and returns the worker to the pool if it still runs.
    private func picture(
        by worker: WorkerProcess, of pool: WorkerPool, _ file: Int32, _ size: Int, decodesPixels: Bool,
        _ monitor: DecodeMonitor
    ) throws(WorkerEnd) -> Result<DecodedPicture, PhotoLibraryError> {
        let request = DecodeRequest(
            size: size, decodesPixels: decodesPixels, computesPDQ: computesPDQ, limits: limits,
            memoryBytes: budget.bytes)
        // The worker gets a separate read-only descriptor, so that the file is protected even if the jail is
        // incomplete.
        let ownFile = open("/proc/thread-self/fd/\(file)", O_RDONLY | O_CLOEXEC)
        defer { if ownFile >= 0 { close(ownFile) } }
        let answer = try worker.answer(
            request, file: ownFile >= 0 ? ownFile : file, pool.configuration, memory: budget, monitor: monitor)
        pool.giveBack(worker)
        switch answer {
        case .picture(let picture): return .success(picture)
        case .ioFailure(let message): return .failure(PhotoLibraryError(.ioFailure, message))
        case .internalError(let message): return .failure(PhotoLibraryError(.internalError, message))
        }
    }

    private func firstBytes(of file: Int32) -> [UInt8] {
        [UInt8](unsafeUninitializedCapacity: 64) { buffer, count in
            count = max(0, pread(file, buffer.baseAddress, buffer.count, 0))
        }
    }
}
