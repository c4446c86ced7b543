internal import DecoderProcess
internal import Foundation
internal import LibraryInterface
internal import PhotoCatalog
internal import PhotoIngest
internal import PhotoMatching
internal import PhotoModel
internal import Synchronization
internal import SystemPackage

/// A block of changes of a library in this process.
final class LocalChangeSession: ChangeSession {
    private struct State {
        var staging: Staging?
        var isCancelled = false
    }

    private let library: LocalLibrary
    private let decoding: DecodingMode
    /// Identifies the block of an app.
    private let id: UUID?
    private let state = Mutex(State())
    /// Whether the block was committed or can no longer be committed; locked while it is committed.
    private let hasEnded = Mutex(false)

    /// - Throws: The errors of a library that may not be changed.
    init(_ library: LocalLibrary, _ decoding: DecodingMode, _ id: UUID? = nil) throws(PhotoLibraryError) {
        try library.catalog.permission.check()
        if case .none = library.catalog.access {
            throw PhotoLibraryError(
                .accessUserDenied, "The owner of the library does not let this app add photos. Ask for access.")
        }
        self.library = library
        self.decoding = decoding
        self.id = library.catalog.access == .owner ? nil : id
    }

    func beginUpload() throws(PhotoLibraryError) -> Int {
        try PhotoLibraryError.converting { try staging().uploads.begin() }
    }

    func append(_ bytes: Data, toUpload number: Int) throws(PhotoLibraryError) {
        try PhotoLibraryError.converting { try staging().uploads.append(bytes, to: number) }
    }

    func stage(_ files: [UploadedFile]) throws(PhotoLibraryError) -> StagedAsset {
        try PhotoLibraryError.converting {
            let staging = try staging()
            var request = AssetCreationRequest()
            defer { for file in files { staging.uploads.remove(file.upload) } }
            for file in files {
                request.addResource(
                    file.kind, .file(try staging.uploads.finish(file.upload)),
                    named: file.filename, mediaType: file.mediaType)
            }
            return try staging.stage(request)
        }
    }

    func stageEdit(
        of asset: String, rendered: UploadedFile, _ adjustmentData: AdjustmentData
    ) throws(PhotoLibraryError) -> [Int] {
        try PhotoLibraryError.converting {
            let staging = try staging()
            defer { staging.uploads.remove(rendered.upload) }
            return try staging.stageEdit(
                of: asset, .file(staging.uploads.finish(rendered.upload)), named: rendered.filename, adjustmentData)
        }
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
        do {
            return try hasEnded.withLock { hasEnded throws(PhotoLibraryError) in
                guard !hasEnded else { throw .blockHasEnded }
                hasEnded = true
                return try PhotoLibraryError.converting { try commitAll(steps) }
            }
        } catch {
            // The owner may allow an app to change what it did not add.
            if error.code == .accessUserDenied, error.identifier != nil { try library.ask(for: .change) }
            throw error
        }
    }

    /// Waits for the end of a running commit, and refuses a later one.
    func end() { hasEnded.withLock { $0 = true } }

    private func commitAll(_ steps: [ChangeStep]) throws -> [String] {
        // The next run removes files that this one could not remove.
        defer { discard() }
        // The block may have taken a long time, so the permission is checked again.
        try library.catalog.permission.check()
        let confirmed = try library.confirm(steps) { isCancelled }
        guard !isCancelled else { throw PhotoLibraryError.changeCancelled }
        // Files that a reverted edit no longer uses are removed by a run.
        if steps.contains(where: \.isRevert) { _ = try staging() }
        guard let staging = state.withLock({ $0.staging }) else {
            return try steps.isEmpty
                ? [] : library.catalog.perform(steps.compactMap(\.change), id: id, confirmed: confirmed).assets
        }
        let (result, hasNewPhotos) = try staging.commit(steps, id: id, confirmed: confirmed)
        if hasNewPhotos { compareNewPhotos() }
        return result.assets
    }

    private var isCancelled: Bool { state.withLock { $0.isCancelled } }

    private func compareNewPhotos() {
        // Only a few hundred pictures are compared, so that a change does not wait for pictures that older imports did
        // not compare.
        let compare: @Sendable () -> Void = { [weak owners = library.owners] in
            _ = owners?.matcher.compareNewPhotos(atMost: 500)
        }
        // An app must not learn from the time how many photos look alike.
        if library.catalog.access == .owner { compare() } else { Self.comparisons.async(execute: compare) }
    }

    private static let comparisons = DispatchQueue(label: "photos.comparisons", qos: .utility)

    func discard() { try? state.withLock { $0.staging }?.clear() }

    private func staging() throws -> Staging {
        try state.withLock { state in
            guard !state.isCancelled else { throw PhotoLibraryError.changeCancelled }
            if let staging = state.staging { return staging }
            let staging = try Staging(library.owners.context, as: library.catalog, decoding)
            state.staging = staging
            return staging
        }
    }
}

extension UploadedFile {
    /// The name without folders, because the sender is not trusted.
    fileprivate var filename: FilePath.Component? { name.flatMap { FilePath(bytes: $0) }?.lastComponent }
}

extension ChangeStep {
    /// The change for a step without files.
    fileprivate var change: LibraryChange? { if case .change(let change) = self { change } else { nil } }

    fileprivate var isRevert: Bool { if case .change(.revert) = self { true } else { false } }
}

extension PhotoLibraryError {
    fileprivate static let blockHasEnded = PhotoLibraryError(.changeNotSupported, "This block of changes has ended.")
}
