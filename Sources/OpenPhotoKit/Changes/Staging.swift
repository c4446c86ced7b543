internal import AssetLoading
internal import DecoderProcess
internal import Foundation
internal import ImageDecoding
internal import PhotoCatalog
internal import PhotoModel
internal import Synchronization
internal import SystemPackage

/// The files that a block of changes brings: copied durably and looked at when they are named, put in their places just
/// before the change is made.
///
/// What a change that fails leaves behind goes with its run, or is cleared away by the next import or change.
final class Staging: Sendable {
    let loading = LoadProgress()
    private let library: PhotoLibrary
    private let runFolder: RunFolder
    private let analyser: PhotoAnalyser
    private let files = Mutex<(all: [File], judgements: Judgements)>(([], Judgements()))
    /// What the owner deleted is brought back when it is made again.
    private let rules = JudgingRules(keepsCopies: true, restoresDeleted: true)

    private struct File {
        let parcel: Parcel
        /// What it was said to be part of.
        let asset: String
        /// Part of an edit: it is not judged, for it is nobody's photo.
        let isEdit: Bool
        /// Bytes from memory have no source to be remembered.
        let hasSource: Bool
    }

    init(_ library: PhotoLibrary, _ decoding: DecodingMode) throws {
        self.library = library
        analyser = PhotoAnalyser(decoding)
        try RunFolder.clearAbandoned(library: library.folder, catalog: library.catalog)
        runFolder = try RunFolder(library: library.folder, catalog: library.catalog)
    }

    /// Clears away what did not become part of an asset, or is none any more.
    func clear() throws {
        loading.finish(succeeded: !loading.isCancelled)
        analyser.finish()
        try runFolder.close()
    }

    // MARK: Staging

    /// Stages the files of an asset: their numbers, and its identifier.
    func stage(_ request: AssetCreationRequest) throws -> (files: [Int], asset: String) {
        try AssetCreationRequest.check(request.resources.map(\.kind))
        let ordered =
            request.resources.filter { $0.kind == .original } + request.resources.filter { $0.kind != .original }
        var parcels: [Parcel] = []
        for resource in ordered {
            let parcel = try load(resource.content, as: resource.kind)
            try AssetCreationRequest.check(
                parcel.analysed, as: resource.kind, resource.mediaType, isSidecar: parcel.sidecar != nil,
                beside: parcels.first?.analysed)
            parcels.append(parcel)
        }
        return try files.withLock { files in
            try Self.checkCount(files.all.count + parcels.count)
            let first = files.all.count
            var judgements = files.judgements
            var asset: String?
            for (var parcel, resource) in zip(parcels, ordered) {
                parcel.analysed.attachment = asset.map { Attachment(to: $0, as: resource.kind) }
                let owner = try judge(&parcel, after: &judgements).asset ?? parcel.localIdentifier
                asset = asset ?? owner
                files.all.append(
                    File(parcel: parcel, asset: asset ?? owner, isEdit: false, hasSource: resource.content.isFile))
            }
            files.judgements = judgements
            return (Array(first..<files.all.count), asset ?? "")
        }
    }

    /// Stages the files of an edit: their numbers.
    func stageEdit(
        of asset: String, _ rendered: AssetCreationRequest.Content, _ adjustmentData: AdjustmentData
    ) throws -> [Int] {
        let description = try AdjustmentFile.encode(adjustmentData)
        let contents: [(AssetResource.Kind, AssetCreationRequest.Content)] = [
            (.fullSizePhoto, rendered), (.adjustmentData, .data(description, filename: AdjustmentFile.name)),
        ]
        let parcels = try contents.map { kind, content in
            var parcel = try load(content, as: kind)
            try AssetCreationRequest.check(parcel.analysed, as: kind)
            parcel.analysed.attachment = Attachment(to: asset, as: kind)
            // Two photos may have the same edit.
            parcel.analysed.copy = 1
            return parcel
        }
        return try files.withLock { files in
            try Self.checkCount(files.all.count + parcels.count)
            files.all += parcels.map { File(parcel: $0, asset: asset, isEdit: true, hasSource: false) }
            return Array((files.all.count - parcels.count)..<files.all.count)
        }
    }

    private static func checkCount(_ count: Int) throws {
        guard count <= ChangeRequests.maximumFiles else {
            throw PhotoLibraryError(
                .limitExceeded,
                "A block brings at most \(ChangeRequests.maximumFiles) files: bring the others in another.")
        }
    }

    private func load(_ content: AssetCreationRequest.Content, as kind: AssetResource.Kind) throws -> Parcel {
        let (store, path): (any AssetStore, FilePath) =
            switch content {
            case .file(let path):
                (LocalFileStore(), FilePath(FileManager.default.currentDirectoryPath).pushing(path))
            case .data(let data, let name): (MemoryStore(data), FilePath(OriginalName.sanitised(.init(name))))
            }
        let arrival = Mutex<Result<Parcel?, any Error>?>(nil)
        let done = DispatchSemaphore(value: 0)
        let libraryID = library.manifest.libraryID
        let progress = loading.beginFile(bytes: 0, name: path.lastComponent?.string)
        AssetLoader(ioJobs: 1, jobs: 1, store: store).load(
            path, to: .file(inFolder: runFolder.path), progress: progress
        ) { [analyser] file, progress in
            if kind == .sidecar || kind == .adjustmentData, let sidecar = try Sidecar(file) {
                return Arrival.Content.sidecar(sidecar)
            }
            return .analysed(try analyser.analyse(file, progress: progress))
        } completion: { result in
            progress.finish()
            arrival.withLock {
                $0 = Result {
                    let (file, content) = try result.get()
                    return try Parcel(ArrivedFile(file, keepsCopy: true), content, library: libraryID)
                }
            }
            done.signal()
        }
        done.wait()
        guard let parcel = try arrival.withLock({ $0 })?.get() else {
            throw PhotoLibraryError(.internalError, "A file did not arrive.", path: path.string)
        }
        return parcel
    }

    // MARK: Making the change

    /// What a file is to the library; a film or raw file that is also another photo's becomes this photo's too.
    private func judge(_ parcel: inout Parcel, after judgements: inout Judgements) throws -> Verdict {
        let verdict = try library.catalog.judge(
            parcel.analysed, localIdentifier: parcel.localIdentifier, by: rules, after: &judgements)
        guard let attachment = parcel.analysed.attachment, verdict.asset != attachment.localIdentifier else {
            return verdict
        }
        parcel.analysed.copy = 1
        return .attached(to: attachment.localIdentifier, as: attachment.kind)
    }

    /// Puts the files in their places and makes the change.
    ///
    /// - Returns: Whether there are new photos.
    func commit(_ steps: [ChangeRequests.Step]) throws -> Bool {
        let files = files.withLock { $0.all }
        // Between being judged and being committed no other process may store the same photo.
        return try library.folder.alone {
            let (parcels, verdicts) = try judgeAgain(files)
            let shelving = Shelving(library, run: runFolder.name)
            for (parcel, verdict) in zip(parcels, verdicts) {
                if case .restored(_, let path) = verdict { try shelving.putBack(parcel.file, at: path) }
            }
            let stored = files.indices.filter { verdicts[$0].isAdmitted }
            var admissions = zip(files, parcels).map { file, parcel in
                var admission = Admission(
                    file: parcel.analysed, localIdentifier: parcel.localIdentifier, path: parcel.file.seen.path,
                    isReference: false)
                if !file.hasSource { admission.addedDate = Date() }
                return admission
            }
            var placed = stored.map { admissions[$0] }
            try shelving.putAway(stored.map { parcels[$0].file }, &placed, as: stored.map { verdicts[$0] })
            for (index, admission) in zip(stored, placed) { admissions[index] = admission }
            let changes: [CatalogChange] = steps.map { step in
                switch step {
                case .change(let change): change
                case .create(let index): .admit(admissions[index], as: verdicts[index])
                case .edit(let indices, let asset): .edit(indices.map { admissions[$0] }, asset: asset)
                }
            }
            try library.catalog.perform(changes, run: runFolder.name)
            return verdicts.contains(.new)
        }
    }

    /// What the files are to the library now.
    ///
    /// - Throws: `operationInterrupted` if that is not what their placeholders say.
    private func judgeAgain(_ files: [File]) throws -> (parcels: [Parcel], verdicts: [Verdict]) {
        var judgements = Judgements()
        var parcels = files.map(\.parcel)
        let verdicts = try files.enumerated().map { index, file in
            if file.isEdit, let attachment = file.parcel.analysed.attachment {
                return Verdict.attached(to: attachment.localIdentifier, as: attachment.kind)
            }
            let verdict = try judge(&parcels[index], after: &judgements)
            guard verdict.asset ?? file.parcel.localIdentifier == file.asset else {
                throw PhotoLibraryError(
                    .operationInterrupted,
                    "Another program stored the same picture at this moment: nothing is changed. Try again.",
                    path: file.parcel.path.string)
            }
            return verdict
        }
        return (parcels, verdicts)
    }
}

extension AssetCreationRequest.Content {
    fileprivate var isFile: Bool { if case .file = self { true } else { false } }
}

/// Bytes that are in memory already, as a store of one file.
private struct MemoryStore: AssetStore {
    private let data: Data

    init(_ data: Data) { self.data = data }

    func open(_ path: FilePath) -> any AssetByteSource { Source(data) }

    private final class Source: AssetByteSource {
        private var rest: Data
        let identity: FileIdentity

        init(_ data: Data) {
            rest = data
            identity = FileIdentity(
                device: 0, inode: 0, size: Int64(data.count),
                modifiedNanoseconds: Int64(Date().timeIntervalSince1970) * 1_000_000_000, changedNanoseconds: 0)
        }

        func currentIdentity() -> FileIdentity { identity }

        func read(into buffer: UnsafeMutableRawBufferPointer) -> Int {
            let count = rest.copyBytes(to: buffer)
            rest = rest.dropFirst(count)
            return count
        }
    }
}
