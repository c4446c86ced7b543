package import AssetLoading
internal import ContentDigests
internal import Foundation
package import LibraryStorage
internal import PhotoCatalog
internal import PhotoIngest
internal import PhotoInspection
internal import PhotoModel
package import SystemPackage
internal import SystemSupport

/// Replaces the library's files that a check found missing or damaged.
package struct FileHealer {
    private let library: LibraryStore
    private var folder: LibraryFolder { library.folder }
    private var catalog: PhotoCatalog { library.catalog }

    package init(_ library: LibraryStore) { self.library = library }

    /// Replaces the files by files below `paths` that have exactly the right bytes, and blocks.
    package func run(_ paths: [FilePath], _ loading: LoadProgress, onFile: (HealedFile) -> Void) throws {
        var succeeded = false
        defer { loading.finish(succeeded: succeeded) }
        try catalog.permission.check()
        try RunFolder.clearAbandoned(in: library)
        let run = try RunFolder(in: library)
        defer { try? run.close() }
        var damaged: [FilePath: DamagedFile] = [:]
        for file in try catalog.damagedFiles() { damaged[file.path] = file }
        loading.walkFinished()
        loading.setPhase(.loading)
        let here = FilePath(FileManager.default.currentDirectoryPath)
        for root in paths where !damaged.isEmpty {
            _ = try FolderWalk(library: folder.path).walk(here.pushing(root)) { entry in
                guard case .file(let source, let identity, let isLink) = entry, !isLink else {
                    return isGoingOn(loading)
                }
                let sameSize = damaged.values.filter { Int64($0.bytes) == identity.size }
                guard !sameSize.isEmpty else { return isGoingOn(loading) }
                // A file that cannot be read is skipped, because another file may have the right bytes.
                guard let sha256 = try? ReadBack.sha256(of: source) else { return isGoingOn(loading) }
                for file in sameSize where file.sha256 == sha256 {
                    if try heal(file, with: source, in: run) {
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
            if (try? ReadBack.sha256(of: folder.path.pushing(file.path))) == file.sha256 {
                try catalog.record(.checkedFiles(damaged: [], sound: [file.path]))
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

    private func isGoingOn(_ loading: LoadProgress) -> Bool { !loading.isCancelled }

    /// Replaces a damaged file by a copy of `source`, durably.
    ///
    /// - Returns: False if `source` was changed and has other bytes now.
    private func heal(_ file: DamagedFile, with source: FilePath, in run: RunFolder) throws -> Bool {
        let place = folder.path.pushing(file.path)
        let copy = run.path.appending("healed")
        guard try copyBytes(of: source, to: copy) == file.sha256 else {
            unlink(copy.platform)
            return false
        }
        // The lock prevents an import from restoring the same file at the same time.
        try folder.withExclusiveLock {
            guard (try? ReadBack.sha256(of: place)) != file.sha256 else {
                unlink(copy.platform)
                return
            }
            try folder.setAside(file.path)
            try folder.makeFolder(file.path.removingLastComponent())
            guard try DurableFile.renameWithoutReplacing(copy, to: place) else {
                throw PhotoLibraryError(
                    .libraryBusy, "Another program created a file at this path. Try again.", path: place.string)
            }
            try folder.syncUpwards(from: file.path.removingLastComponent())
        }
        guard try ReadBack.sha256(of: place) == file.sha256 else {
            throw PhotoLibraryError(
                .ioFailure, "The healed file was read back with other bytes. The library's disk may fail.",
                path: place.string, identifier: file.asset)
        }
        try catalog.record(.checkedFiles(damaged: [], sound: [file.path]))
        return true
    }

    /// Copies the bytes and the modification time of a file, durably.
    ///
    /// - Returns: The digest of the bytes that were copied.
    private func copyBytes(of source: FilePath, to target: FilePath) throws -> Digest {
        let hasher = try ContentHasher(.sha256)
        let input: FileDescriptor
        do {
            input = try FileDescriptor.open(source, .readOnly, options: [.closeOnExec, .noFollow, .nonBlocking])
        } catch let errno as Errno { throw PhotoLibraryError(errno, couldNot: "open the file", source) }
        defer { try? input.close() }
        let output = try ReplacementFile(at: target)
        let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: 1 << 20, alignment: 4096)
        defer { buffer.deallocate() }
        do {
            while case let count = try input.read(into: buffer), count > 0 {
                let bytes = UnsafeRawBufferPointer(rebasing: buffer.prefix(count))
                hasher.update(bytes)
                try output.append(bytes)
            }
        } catch let errno as Errno { throw PhotoLibraryError(errno, couldNot: "read the file", source) }
        try output.finish()
        var status = stat()
        if fstat(input.rawValue, &status) == 0 {
            let times = [status.st_mtim, status.st_mtim]
            // The result is ignored, because not all file systems store modification times.
            _ = times.withUnsafeBufferPointer { utimensat(AT_FDCWD, target.platform, $0.baseAddress, 0) }
        }
        return try hasher.finish()
    }
}

extension HealedFile {
    fileprivate init(_ file: DamagedFile, in folder: LibraryFolder, source: FilePath?, error: PhotoLibraryError?) {
        self.init(localIdentifier: file.asset, path: folder.path.pushing(file.path), source: source, error: error)
    }
}
