package import AssetLoading
internal import Foundation
package import LibraryStorage
internal import Originals
internal import PhotoCatalog
internal import PhotoIngest
internal import PhotoInspection
internal import PhotoModel
package import SystemPackage

/// Replaces the library's files that a check found missing or damaged.
package struct FileHealer {
    private let library: LibraryContext
    private var folder: LibraryFolder { library.folder }
    private var catalog: PhotoCatalog { library.catalog }

    package init(_ library: LibraryContext) { self.library = library }

    /// Replaces the files by files below `paths` that have exactly the right bytes, and blocks.
    package func run(_ paths: [FilePath], _ loading: LoadProgress, onFile: (HealedFile) -> Void) throws {
        var succeeded = false
        defer { loading.finish(succeeded: succeeded) }
        try catalog.permission.check()
        try RunFolder.clearAbandoned(in: library)
        let run = try RunFolder(in: library)
        defer { try? run.close() }
        let restorer = FileRestorer(library, in: run)
        var damaged: [FilePath: DamagedFile] = [:]
        // References are files of their owner, which the library does not write.
        for file in try catalog.damagedFiles() where !file.content.isReference { damaged[file.path] = file }
        loading.walkFinished()
        loading.setPhase(.loading)
        let here = FilePath(FileManager.default.currentDirectoryPath)
        for root in paths where !damaged.isEmpty {
            _ = try FolderWalk(library: folder.path).walk(here.pushing(root)) { entry in
                guard case .file(let source, let identity, let isLink) = entry, !isLink else {
                    return isGoingOn(loading)
                }
                let sameSize = damaged.values.filter { $0.content.size == identity.size }
                guard !sameSize.isEmpty else { return isGoingOn(loading) }
                // A file that cannot be read is skipped, because another file may have the right bytes.
                guard let sha256 = try? LocalFiles().sha256(of: source) else { return isGoingOn(loading) }
                for file in sameSize where file.content.sha256 == sha256 {
                    if try heal(file, with: source, restorer) {
                        damaged[file.path] = nil
                        onFile(HealedFile(file, in: folder, source: source, error: nil))
                    }
                }
                return isGoingOn(loading) && !damaged.isEmpty
            }
        }
        guard !loading.isCancelled else {
            throw PhotoLibraryError(.cancelled, "Cancelled. The healed files stay.")
        }
        for file in damaged.values.sorted(by: { $0.path.string < $1.path.string }) {
            if isIntact(file) {
                try catalog.record(.checkedFiles(damaged: [], sound: [FileOfAsset(asset: file.asset, path: file.path)]))
                onFile(HealedFile(file, in: folder, source: nil, error: nil))
            } else {
                onFile(
                    HealedFile(
                        file, in: folder, source: nil,
                        error: PhotoLibraryError(
                            .missingResource,
                            "No file with exactly the right bytes was found, so this file was not healed.",
                            path: folder.path.pushing(file.path).string, identifier: file.asset)))
            }
        }
        succeeded = true
    }

    /// Whether the library's file has the right bytes, which are read back from the disk.
    private func isIntact(_ file: DamagedFile) -> Bool {
        if case .here = library.originals.stateAfterReadingBack(file.content) { true } else { false }
    }

    private func isGoingOn(_ loading: LoadProgress) -> Bool { !loading.isCancelled }

    /// Replaces a damaged file by a copy of `source`, durably.
    ///
    /// - Returns: False if `source` was changed and has other bytes now.
    private func heal(_ file: DamagedFile, with source: FilePath, _ restorer: FileRestorer) throws -> Bool {
        guard try restorer.restore(file.path, file.content.sha256, from: source) else { return false }
        let place = folder.path.pushing(file.path)
        guard isIntact(file) else {
            throw PhotoLibraryError(
                .ioFailure, "The healed file was read back with other bytes. The library's disk may fail.",
                path: place.string, identifier: file.asset)
        }
        try catalog.record(.checkedFiles(damaged: [], sound: [FileOfAsset(asset: file.asset, path: file.path)]))
        return true
    }
}

extension HealedFile {
    fileprivate init(_ file: DamagedFile, in folder: LibraryFolder, source: FilePath?, error: PhotoLibraryError?) {
        self.init(localIdentifier: file.asset, path: folder.path.pushing(file.path), source: source, error: error)
    }
}
