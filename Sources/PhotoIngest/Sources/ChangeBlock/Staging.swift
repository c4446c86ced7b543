package import AssetLoading
package import DecoderProcess
package import Foundation
package import LibraryInterface
package import LibraryStorage
internal import Originals
package import PhotoCatalog
internal import PhotoInspection
package import PhotoModel
internal import Synchronization
package import SystemPackage
internal import SystemSupport

/// The new files of a block of changes.
///
/// Each file is copied durably and analysed when a request names it, and moved to its final path just before the change
/// is made. If a change fails, its files are removed with its run, or by the next import or change.
package final class Staging: Sendable {
    package let loading = LoadProgress()
    /// Files that another process sends.
    package let uploads: Uploads
    private let library: LibraryContext
    /// The catalogue with the access of the change's author.
    private let catalog: PhotoCatalog
    private let policy: ClassificationPolicy
    private let runFolder: RunFolder
    private let analyser: PhotoAnalyser
    private let files: Mutex<(all: [File], classifier: DuplicateClassifier)>
    private struct File {
        var candidate: IngestCandidate
        /// The asset with the identifier of the placeholder.
        let asset: String
        /// Whether the file belongs to an edit.
        ///
        /// It is not classified then, because it is not a photo of its own.
        let isEdit: Bool
    }

    /// - Parameters:
    ///   - library: The library with its owner's access.
    ///   - catalog: The catalogue with the access of the change's author. New files are compared only with the photos
    ///     that the author sees.
    package init(_ library: LibraryContext, as catalog: PhotoCatalog, _ decoding: DecodingMode) throws {
        self.library = library
        self.catalog = catalog
        // Creating a photo that was deleted restores it. An app does not see deleted photos.
        policy = ClassificationPolicy(
            keepsCopies: true, restoresDeleted: true, sharesAttachedFiles: true,
            addsAlternates: catalog.access == .owner)
        analyser = PhotoAnalyser(decoding)
        files = Mutex(([], DuplicateClassifier(library.originals, catalog, policy)))
        try RunFolder.clearAbandoned(in: library)
        runFolder = try RunFolder(in: library)
        uploads = Uploads(in: runFolder.path)
    }

    /// Removes the staged files that belong to no asset.
    package func clear() throws {
        loading.finish(succeeded: !loading.isCancelled)
        analyser.finish()
        try runFolder.close()
    }

    // MARK: Staging

    /// Stages the files of an asset and returns their numbers and the asset's identifier.
    package func stage(_ request: AssetCreationRequest) throws -> StagedAsset {
        try AssetCreationRequest.check(request.resources.map(\.kind))
        let ordered =
            request.resources.filter { $0.kind == .original } + request.resources.filter { $0.kind != .original }
        var candidates: [IngestCandidate] = []
        for resource in ordered {
            var candidate = try load(resource.content, as: resource.kind)
            if let name = resource.name { candidate.insertion.originalFilename = name }
            try AssetCreationRequest.check(
                candidate.file, as: resource.kind, resource.mediaType, isSidecar: candidate.sidecar != nil,
                beside: candidates.first?.file)
            candidates.append(candidate)
        }
        return try files.withLock { files in
            try Self.checkCount(files.all.count + candidates.count)
            let first = files.all.count
            var classifier = files.classifier
            var asset: String?
            for (var candidate, resource) in zip(candidates, ordered) {
                candidate.insertion.attachment = asset.map { Attachment(to: $0, as: resource.kind) }
                try classifier.classify(&candidate.insertion)
                let owner = asset ?? candidate.insertion.asset
                asset = owner
                files.all.append(File(candidate: candidate, asset: owner, isEdit: false))
            }
            files.classifier = classifier
            return StagedAsset(files: Array(first..<files.all.count), localIdentifier: asset ?? "")
        }
    }

    /// Stages the files of an edit and returns their numbers.
    ///
    /// - Parameters:
    ///   - asset: The local identifier of the asset.
    ///   - rendered: The edited picture.
    ///   - name: The name of the edited picture; `nil` for that of its file.
    ///   - adjustmentData: The description of the edit.
    package func stageEdit(
        of asset: String, _ rendered: AssetCreationRequest.Content, named name: FilePath.Component? = nil,
        _ adjustmentData: AdjustmentData
    ) throws -> [Int] {
        // The identifier becomes part of a path.
        let isNew = files.withLock { $0.all.contains { $0.asset == asset } }
        guard try isNew || catalog.row(of: asset, .asset) != nil else {
            throw PhotoLibraryError.noAsset(withLocalIdentifier: asset)
        }
        let description = try AdjustmentFile.encode(adjustmentData)
        let contents: [(AssetResource.Kind, AssetCreationRequest.Content)] = [
            (.fullSizePhoto, rendered), (.adjustmentData, .data(description, filename: AdjustmentFile.name)),
        ]
        let candidates = try contents.map { kind, content in
            var candidate = try load(content, as: kind)
            if kind == .fullSizePhoto, let name { candidate.insertion.originalFilename = name }
            try AssetCreationRequest.check(candidate.file, as: kind)
            candidate.insertion.attachment = Attachment(to: asset, as: kind)
            candidate.insertion.disposition = .attached(to: asset, as: kind)
            // Two photos may have the same edit.
            candidate.insertion.copy = 1
            return candidate
        }
        return try files.withLock { files in
            try Self.checkCount(files.all.count + candidates.count)
            files.all += candidates.map { File(candidate: $0, asset: asset, isEdit: true) }
            return Array((files.all.count - candidates.count)..<files.all.count)
        }
    }

    private static func checkCount(_ count: Int) throws {
        guard count <= ChangeLimits.maximumFiles else {
            throw PhotoLibraryError(
                .limitExceeded,
                "A block brings at most \(ChangeLimits.maximumFiles) files: bring the others in another.")
        }
    }

    private func load(_ content: AssetCreationRequest.Content, as kind: AssetResource.Kind) throws -> IngestCandidate {
        let (bytes, path): (any FileSource, FilePath) =
            switch content {
            case .file(let path):
                (LocalFiles(), FilePath(FileManager.default.currentDirectoryPath).pushing(path))
            case .data(let data, let name): (FileInMemory(data), FilePath(OriginalName.sanitised(.init(name))))
            }
        let progress = loading.beginFile(bytes: 0, name: path.lastComponent?.string)
        var candidate = try AssetLoader(ioJobs: 1, jobs: 1, files: bytes).loadAndWait(
            path, to: .file(inFolder: runFolder.path), progress: progress
        ) { [analyser, library] file, progress in
            if kind == .sidecar || kind == .adjustmentData, let sidecar = try Sidecar(file) {
                return try IngestCandidate(sidecar, file, copy: file, in: library)
            }
            return try IngestCandidate(analyser.analyse(file, progress: progress), copy: file, in: library)
        }
        // Bytes in memory and files that another process sent have no source file whose date could be recorded.
        if path.starts(with: runFolder.path) { candidate.insertion.addedDate = Date() }
        if case .data = content { candidate.insertion.addedDate = Date() }
        if catalog.access != .owner {
            candidate.insertion.albums = []
            // An identifier that is made of the bytes would say whether another asset has these bytes.
            candidate.insertion.localIdentifier = UUID().uuidString
        }
        return candidate
    }

    // MARK: Making the change

    /// Moves the files to their final paths and makes the change.
    ///
    /// - Parameter id: Identifies the block of an app.
    /// - Returns: Whether there are new photos.
    package func commit(
        _ steps: [ChangeStep], id: UUID? = nil, confirmed: Set<String> = []
    ) throws -> (result: ChangeResult, hasNewPhotos: Bool) {
        var files = files.withLock { $0.all }
        try Self.check(steps, files)
        // No other process may store the same photo between the classification and the commit.
        return try library.folder.withExclusiveLock {
            try classify(&files)
            var candidates = files.map(\.candidate)
            var result = ChangeResult()
            try IngestCommitter(library, run: runFolder.name).commit(&candidates) { insertions in
                let changes: [CatalogChange] = steps.map { step in
                    switch step {
                    case .change(let change): .request(change)
                    case .create(let index): .insert(insertions[index])
                    case .edit(let indices, let asset): .edit(indices.map { insertions[$0] }, asset: asset)
                    }
                }
                result = try catalog.perform(changes, run: runFolder.name, id: id, confirmed: confirmed)
            }
            return (result, candidates.contains { $0.insertion.disposition == .new })
        }
    }

    /// Checks that each step uses staged files, an edit those of its asset, and that no other step uses files of an
    /// edit.
    private static func check(_ steps: [ChangeStep], _ files: [File]) throws {
        let isValid = steps.allSatisfy { step in
            switch step {
            case .change: true
            case .create(let index): files.indices.contains(index) && !files[index].isEdit
            case .edit(let indices, let asset):
                indices.allSatisfy { files.indices.contains($0) && files[$0].isEdit && files[$0].asset == asset }
            }
        }
        guard isValid else {
            throw PhotoLibraryError(.changeNotSupported, "A request names a file that was not staged for it.")
        }
    }

    /// Classifies the files again, under the lock.
    ///
    /// - Throws: `operationInterrupted` if the result differs from the placeholders.
    private func classify(_ files: inout [File]) throws {
        var classifier = DuplicateClassifier(library.originals, catalog, policy)
        for index in files.indices where !files[index].isEdit {
            try classifier.classify(&files[index].candidate.insertion)
            let candidate = files[index].candidate
            guard candidate.insertion.asset == files[index].asset else {
                throw PhotoLibraryError(
                    .operationInterrupted,
                    "Another program stored the same picture at this moment: nothing is changed. Try again.",
                    path: candidate.file.source.string)
            }
        }
    }
}

/// One file, whose bytes are in memory.
private struct FileInMemory: FileSource {
    private let data: Data

    init(_ data: Data) { self.data = data }

    func open(_ path: FilePath, followsLinks: Bool) -> any ByteSource { Source(data) }

    private final class Source: ByteSource {
        private var rest: Data
        let length: Int64
        private let identity: FileIdentity

        init(_ data: Data) {
            rest = data
            length = Int64(data.count)
            identity = FileIdentity(
                device: 0, inode: 0, size: length,
                modifiedNanoseconds: Int64(Date().timeIntervalSince1970) * 1_000_000_000, changedNanoseconds: 0)
        }

        func version() -> ByteVersion { .file(identity) }

        func read(into buffer: UnsafeMutableRawBufferPointer) -> Int {
            let count = rest.copyBytes(to: buffer)
            rest = rest.dropFirst(count)
            return count
        }
    }
}
