internal import AssetLoading
internal import Foundation
internal import LibraryStorage
internal import Originals
internal import PhotoCatalog
internal import PhotoIngest
internal import PhotoModel
internal import SystemPackage
internal import SystemSupport

extension Offloader {
    /// Removes the files of photos that were prepared.
    ///
    /// The files are read back before the library is locked, because that takes long. Under the lock, their inodes and
    /// times show whether anybody wrote to them since.
    struct Removal {
        private let library: LibraryContext
        private let loading: LoadProgress

        init(_ library: LibraryContext, _ loading: LoadProgress) { (self.library, self.loading) = (library, loading) }

        /// - Returns: Why photos stay, by their identifiers; the files of the others are removed.
        func run(_ assets: [PreparedAsset]) throws -> [String: PhotoLibraryError] {
            guard !assets.isEmpty else { return [:] }
            var failures: [String: PhotoLibraryError] = [:]
            var read: [FilePath: ReadFile] = [:]
            let run = try RunFolder(in: library)
            do {
                let planned = try plan(assets, run, &failures)
                try writeStubs(planned.flatMap(\.files), run)
                for asset in planned {
                    do { for file in asset.files { read[file.record.path] = try readBack(file) } } catch {
                        try loading.checkIsNotCancelled()
                        failures[asset.identifier] = PhotoLibraryError(converting: error)
                    }
                }
                try library.folder.withExclusiveLock {
                    for asset in planned where failures[asset.identifier] == nil {
                        guard !asset.files.allSatisfy({ isUnchanged($0.record.path, read) }) else { continue }
                        failures[asset.identifier] = .changed(asset)
                    }
                    let leaving = planned.filter { failures[$0.identifier] == nil }
                    let refused = try library.catalog.record(
                        .store(.offloaded(leaving.map(\.leaving), run: run.name)))
                    for asset in leaving where asset.files.contains(where: { refused.contains($0.record.path) }) {
                        failures[asset.identifier] = .changed(asset)
                    }
                }
            } catch {
                _ = try? run.close { isUnchanged($0, read) }
                throw error
            }
            // Removes the files, and the stubs of those that stay.
            var left: Set<FilePath> = []
            let unremovable = try run.close { path in
                if isUnchanged(path, read) { return true }
                left.insert(path)
                return false
            }
            left.formUnion(unremovable)
            for asset in assets where failures[asset.identifier] == nil {
                guard let file = asset.files.first(where: { left.contains($0.record.path) }) else { continue }
                failures[asset.identifier] = PhotoLibraryError(
                    .ioFailure,
                    "The original is in the stores, but this file could not be removed, or was changed at this moment.",
                    path: library.folder.path.pushing(file.record.path).string, identifier: asset.identifier)
            }
            return failures
        }

        /// A file that was read back, with its state before.
        private struct ReadFile {
            let content: ResourceBytes
            let identity: FileIdentity
        }

        /// Plans the stubs, so that a run that ends early leaves none.
        ///
        /// - Returns: The photos whose stubs can be written.
        private func plan(
            _ assets: [PreparedAsset], _ run: RunFolder, _ failures: inout [String: PhotoLibraryError]
        ) throws -> [PreparedAsset] {
            let stubs = Set(assets.flatMap(\.files).map(\.record.stub))
            let refused = try library.catalog.plan(Array(stubs), run: run.name)
            var used: Set<FilePath> = []
            for asset in assets {
                let taken = asset.files.map(\.record.stub).first {
                    refused.contains($0) || !used.insert($0).inserted
                }
                guard let stub = taken else { continue }
                failures[asset.identifier] = PhotoLibraryError(
                    .libraryBusy,
                    "Another process writes a file at this path, or another original needs it. Try again.",
                    path: stub.string, identifier: asset.identifier)
            }
            return assets.filter { failures[$0.identifier] == nil }
        }

        /// Writes the stubs of files, durably.
        private func writeStubs(_ files: [PreparedAsset.File], _ run: RunFolder) throws {
            let folder = library.folder.path
            for result in inParallel(
                files, width: 8,
                { file in Result { try file.stub.write(to: folder.pushing(file.record.stub), in: run.path) } })
            { try result.get() }
        }

        private func readBack(_ file: PreparedAsset.File) throws -> ReadFile {
            let state = library.originals.stateAfterReadingBack(file.content, until: loading.cancellation)
            guard case .here(_, let identity) = state else {
                throw state.fault
                    ?? PhotoLibraryError(
                        .internalError, "The file is not on this device.", path: file.record.path.string)
            }
            return ReadFile(content: file.content, identity: identity)
        }

        /// Whether a file has not been written to since it was read back; true for a file that was not read back.
        private func isUnchanged(_ path: FilePath, _ read: [FilePath: ReadFile]) -> Bool {
            guard let file = read[path] else { return true }
            guard case .here(_, let identity) = library.originals.state(of: file.content) else { return false }
            return identity == file.identity
        }
    }
}

extension PhotoLibraryError {
    fileprivate static func changed(_ asset: PreparedAsset) -> PhotoLibraryError {
        PhotoLibraryError(
            .sourceChanged, "The photo was changed meanwhile, so its files stay. Try again.",
            identifier: asset.identifier)
    }
}
