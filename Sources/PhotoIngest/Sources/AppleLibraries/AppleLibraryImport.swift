internal import ApplePhotosLibrary
internal import ArchiveReading
internal import Foundation
internal import PhotoCatalog
internal import PhotoInspection
internal import PhotoModel
internal import Synchronization
internal import SystemPackage
internal import SystemSupport

/// The libraries of Apple's Photos that an import meets.
///
/// The walk gets the files of their assets, each original before its other files. After the last file is committed,
/// their albums are made. Albums and folders have the identifiers of the Photos library, so that another import makes
/// no second ones.
final class AppleLibraryImport: Sendable {
    private let request: ImportRequest
    /// The folder for the copies of databases.
    private let scratch: FilePath
    private let libraries = Mutex<[(library: ApplePhotosLibrary, contents: SourceLibrary)]>([])

    init(_ request: ImportRequest, scratch: FilePath) {
        self.request = request
        self.scratch = scratch
    }

    /// What the libraries contain, in the order in which they were met.
    var contents: [SourceLibrary] { libraries.withLock { $0.map(\.contents) } }

    /// Whether a folder is a library that this import reads as such.
    func reads(_ folder: FilePath) -> Bool {
        request.readsPhotoLibraries && ApplePhotosLibrary.isLibrary(folder)
    }

    /// The folders of libraries in an archive, which this import would read as such if they were unpacked.
    func libraries(in archive: Archive) -> Set<FilePath> {
        request.readsPhotoLibraries ? ApplePhotosLibrary.libraries(among: archive.entries.lazy.map(\.path)) : []
    }

    /// Visits the files of a library, until `visit` returns false.
    ///
    /// A library that cannot be read is a failed item.
    ///
    /// - Returns: False if `visit` ended the walk.
    /// - Throws: The errors of `visit`.
    func walk(_ folder: FilePath, below root: FilePath, _ visit: (SourceFinding) throws -> Bool) throws -> Bool {
        var visitError: (any Error)?
        var goesOn = true
        func visiting(_ finding: SourceFinding) throws {
            guard goesOn else { return }
            do { goesOn = try visit(finding) } catch {
                visitError = error
                throw error
            }
        }
        do {
            guard request.mode != .move else { throw PhotoLibraryError.wouldBeDamaged(folder) }
            let library = try ApplePhotosLibrary(at: folder, scratch: scratch)
            var contents = SourceLibrary(path: folder)
            try library.visitAssets { asset in
                guard includes(asset, of: folder, below: root) else {
                    try visiting(.notImported(ImportItem(asset.originalPath, .skipped(.excludedPhoto))))
                    return goesOn
                }
                contents.count(asset)
                if let skip = asset.skip {
                    try visiting(.notImported(ImportItem(asset.originalPath, .skipped(skip))))
                }
                for file in asset.files { try visiting(Self.finding(file, of: asset)) }
                return goesOn
            }
            try library.visitUnknownOriginals { path in
                contents.unknown += 1
                try visiting(.notImported(ImportItem(path, .skipped(.unknownToSource))))
                return goesOn
            }
            if goesOn { try library.collections().forEach { contents.count($0) } }
            libraries.withLock { $0.append((library, contents)) }
        } catch {
            if let visitError { throw visitError }
            let error = error as? PhotoLibraryError ?? PhotoLibraryError(converting: error)
            try visiting(.notImported(ImportItem(folder, .failed(error))))
        }
        return goesOn
    }

    /// Whether the filter includes the asset, as if the library were a folder of files with their original names.
    private func includes(_ asset: ApplePhotosAsset, of library: FilePath, below root: FilePath) -> Bool {
        request.filter.includes(library.appending(asset.originalName), below: root, isFolder: false)
    }

    private static func finding(_ file: ApplePhotosAsset.File, of asset: ApplePhotosAsset) -> SourceFinding {
        var status = stat()
        guard lstat(file.path.platform, &status) == 0 else {
            let errno = Errno(rawValue: errno)
            return .notImported(
                ImportItem(
                    file.path,
                    .failed(
                        PhotoLibraryError(
                            .unreadable, "Cannot be read: \(errno). Check that it exists and may be read.",
                            path: file.path.string, cause: errno))))
        }
        guard status.st_size > 0 else { return .notImported(ImportItem(file.path, .skipped(.emptyFile))) }
        let stated = StatedFile(
            in: .applePhotos, kind: file.kind, original: asset.originalPath, name: FilePath(root: nil, [file.name]),
            description: file.kind == .original ? asset.description : nil)
        return .file(
            SourceFile(path: file.path, identity: FileIdentity(status), isLink: false, stated: stated))
    }

    // MARK: Albums

    /// Makes the albums and folders that do not exist yet, and adds the imported photos to the albums.
    ///
    /// - Parameter report: Gets a failed item for a library of which not all albums could be made.
    /// - Throws: The errors of the disk and of the catalogue itself.
    func makeAlbums(in catalog: PhotoCatalog, _ report: (ImportItem) -> Void) throws {
        for (library, _) in libraries.withLock({ $0 }) {
            do { try makeAlbums(of: library, in: catalog) } catch let error as PhotoLibraryError
                where error.concernsOneAlbum
            {
                report(ImportItem(library.folder, .failed(.albumsIncomplete(library.folder, error))))
            }
        }
    }

    /// Makes all albums that can be made.
    ///
    /// - Throws: The first error of an album.
    private func makeAlbums(of library: ApplePhotosLibrary, in catalog: PhotoCatalog) throws {
        var failure: PhotoLibraryError?
        for collection in try library.collections() {
            do { try make(collection, of: library, in: catalog) } catch let error as PhotoLibraryError
                where error.concernsOneAlbum
            {
                failure = failure ?? error
            }
        }
        if let failure { throw failure }
    }

    private func make(
        _ collection: ApplePhotosCollection, of library: ApplePhotosLibrary, in catalog: PhotoCatalog
    ) throws {
        try makeIfMissing(collection, in: catalog)
        guard !collection.isFolder else { return }
        try library.visitOriginals(of: collection) { originals in
            do { try add(originals, to: collection, in: catalog) } catch let error as PhotoLibraryError
                where error.code == .identifierNotFound
            {
                // A photo was deleted after it was found: it is not found again. Another error is thrown again too.
                try add(originals, to: collection, in: catalog)
            }
        }
    }

    private func add(_ originals: [FilePath], to album: ApplePhotosCollection, in catalog: PhotoCatalog) throws {
        let files = try catalog.files(importedFrom: originals)
        let assets = originals.compactMap { files[$0]?.asset }
        guard !assets.isEmpty else { return }
        try catalog.perform([.album(album.uuid, .add(assets))])
    }

    private func makeIfMissing(_ collection: ApplePhotosCollection, in catalog: PhotoCatalog) throws {
        let known = try catalog.collections(of: CollectionQuery(.localIdentifiers([collection.uuid])))
        guard known.isEmpty else { return }
        let change: LibraryChange =
            collection.isFolder
            ? .makeFolder(collection.uuid, title: collection.title, folder: collection.parent)
            : .makeAlbum(collection.uuid, title: collection.title, folder: collection.parent)
        try catalog.perform([change])
    }
}

extension ApplePhotosAsset {
    /// Why the asset is not imported; `nil` if it is.
    fileprivate var skip: Skip? {
        let name = originalName.string
        return switch state {
        case .present: nil
        case .inCloudOnly: .inCloudOnly(name: name)
        case .ofSharedAlbum: .inSharedAlbum(name: name)
        case .trashed: .deletedInPhotos(name: name)
        case .elsewhere(let path): .outsideSource(name: name, at: path)
        }
    }
}

extension PhotoLibraryError {
    /// Whether an import goes on after this error of an album: not if the disk or the catalogue itself failed.
    fileprivate var concernsOneAlbum: Bool {
        switch code {
        case .ioFailure, .notEnoughSpace, .libraryDamaged, .libraryBusy, .libraryReadOnly, .libraryVolumeOffline,
            .libraryUnavailable, .cancelled:
            false
        default: true
        }
    }

    fileprivate static func albumsIncomplete(_ library: FilePath, _ error: PhotoLibraryError) -> PhotoLibraryError {
        PhotoLibraryError(
            error.code,
            "The photos were imported, but not all albums of this Photos library could be made: \(error.message)",
            path: library.string, cause: error)
    }

    fileprivate static func wouldBeDamaged(_ library: FilePath) -> PhotoLibraryError {
        PhotoLibraryError(
            .unsupportedFile,
            "An import that removes the sources would damage this Apple Photos library, so nothing of it was imported. "
                + "Import it without removing the sources.",
            path: library.string)
    }
}
