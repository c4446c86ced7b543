internal import Dispatch
internal import OpenPhotoKit

extension PHPhotoLibrary {
    /// Changes the library.
    ///
    /// The requests of the block are carried out all together or not at all.
    ///
    /// The block runs on an arbitrary serial queue, on which this is the shared library. An invalid request, in the
    /// wrong context or for objects of another library, fails the whole block. A block inside a block is not performed,
    /// and fails both. A request outside of all blocks ends the process. PhotoKit raises an exception in these cases.
    ///
    /// - Parameter completionHandler: Called on an arbitrary serial queue, with whether the change was made and is
    ///   durable, and otherwise with a ``PHPhotosError``.
    public func performChanges(
        _ changeBlock: @escaping () -> Void, completionHandler: (@Sendable (Bool, (any Error)?) -> Void)? = nil
    ) {
        // `changeBlock` is not Sendable. Only the queue below uses it, once, after this call has passed it on.
        nonisolated(unsafe) let changeBlock = changeBlock
        let outer = refuseNesting()
        DispatchQueue(label: "photoscompat.changes").async { [self] in
            let outcome = Result {
                if let outer { throw outer }
                try ChangeBlock.perform(in: self, changeBlock)
            }
            switch outcome {
            case .success: completionHandler?(true, nil)
            case .failure(let error): completionHandler?(false, error)
            }
        }
    }

    /// Changes the library; see ``performChanges(_:completionHandler:)``.
    ///
    /// - Throws: ``PHPhotosError``: nothing is changed then.
    public func performChanges(_ changeBlock: @escaping () -> Void) async throws {
        try await withCheckedThrowingContinuation { (continuation: CheckedContinuation<Void, any Error>) in
            performChanges(changeBlock) { _, error in
                if let error { continuation.resume(throwing: error) } else { continuation.resume() }
            }
        }
    }

    /// Changes the library, on this thread; see ``performChanges(_:completionHandler:)``.
    ///
    /// - Throws: ``PHPhotosError``: nothing is changed then.
    public func performChangesAndWait(_ changeBlock: @escaping () -> Void) throws {
        if let error = refuseNesting() { throw error }
        try ChangeBlock.perform(in: self, changeBlock)
    }

    /// Fails the current block, if there is one; returns the error.
    private func refuseNesting() -> (any Error)? {
        guard let block = ChangeBlock.current else { return nil }
        let error = ChangeRequests.blockInside
        block.fail(error)
        return PHPhotosError(error)
    }
}
