internal import DecoderProcess
internal import LibraryRPC
internal import PhotoCatalog
internal import PhotoIngest
internal import PhotoMatching
internal import PhotoModel
internal import Synchronization

/// A block of changes of a library in this process.
final class LocalChangeSession: ChangeSession {
    private struct State {
        var staging: Staging?
        var isCancelled = false
    }

    private let library: LocalLibrary
    private let decoding: DecodingMode
    private let state = Mutex(State())

    /// - Throws: The errors of a library that may not be changed.
    init(_ library: LocalLibrary, _ decoding: DecodingMode) throws(PhotoLibraryError) {
        try library.catalog.permission.check()
        self.library = library
        self.decoding = decoding
    }

    func stage(_ request: AssetCreationRequest) throws(PhotoLibraryError) -> StagedAsset {
        try PhotoLibraryError.converting { try staging().stage(request) }
    }

    func stageEdit(
        of asset: String, rendered: AssetCreationRequest.Content, _ adjustmentData: AdjustmentData
    ) throws(PhotoLibraryError) -> [Int] {
        try PhotoLibraryError.converting { try staging().stageEdit(of: asset, rendered, adjustmentData) }
    }

    func cancel() {
        state.withLock { state in
            state.isCancelled = true
            state.staging?.loading.cancel()
        }
    }

    func commit(_ steps: [ChangeStep]) throws(PhotoLibraryError) -> [String] {
        try PhotoLibraryError.converting { try commitAll(steps) }
    }

    private func commitAll(_ steps: [ChangeStep]) throws -> [String] {
        // The next run removes files that this one could not remove.
        defer { discard() }
        // The block may have taken a long time, so the permission is checked again.
        try library.catalog.permission.check()
        // Files that a reverted edit no longer uses are removed by a run.
        if steps.contains(where: \.isRevert) { _ = try staging() }
        guard let staging = state.withLock({ $0.staging }) else {
            return try steps.isEmpty ? [] : library.catalog.perform(steps.compactMap(\.change)).assets
        }
        let (result, hasNewPhotos) = try staging.commit(steps)
        if hasNewPhotos {
            // Only a few hundred pictures are compared, so that a change does not wait for pictures that older imports
            // did not compare.
            _ = library.matcher.compareNewPhotos(atMost: 500)
        }
        return result.assets
    }

    func discard() { try? state.withLock { $0.staging }?.clear() }

    private func staging() throws -> Staging {
        try state.withLock { state in
            guard !state.isCancelled else { throw PhotoLibraryError.changeCancelled }
            if let staging = state.staging { return staging }
            let staging = try Staging(library.store, decoding)
            state.staging = staging
            return staging
        }
    }
}

extension ChangeStep {
    /// The change for a step without files.
    fileprivate var change: LibraryChange? { if case .change(let change) = self { change } else { nil } }

    fileprivate var isRevert: Bool { if case .change(.revert) = self { true } else { false } }
}

extension PhotoLibraryError {
    static let changeCancelled = PhotoLibraryError(.cancelled, "The change was cancelled: nothing is changed.")
}
