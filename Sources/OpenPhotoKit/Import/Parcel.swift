internal import AssetLoading
internal import Foundation
internal import PhotoCatalog
internal import PhotoModel
internal import SystemPackage

/// A file on its way into the catalogue.
struct Parcel {
    let path: FilePath
    let file: ArrivedFile
    var analysed: AnalysedFile
    /// Names the asset if the file makes a new one.
    private(set) var localIdentifier: String
    /// What the file tells of a photo, if it is no photo itself.
    let sidecar: Sidecar?
    /// What is reported if the file is new.
    let item: ImportItem

    /// Makes the file one more asset of the same bytes.
    ///
    /// - Parameter copy: How many there are already.
    mutating func become(copy: Int, library: UUID) throws {
        become(copy: copy, named: try LocalIdentifier.make(for: analysed.sha256, copy: copy, in: library))
    }

    /// Makes the file one more asset of the same bytes, with the identifier that it had.
    mutating func become(copy: Int, named localIdentifier: String) {
        analysed.copy = copy
        self.localIdentifier = localIdentifier
    }

    /// The file as one that was read, and whose bytes are among those of `asset`.
    func seen(in asset: String?) -> SeenFile {
        var seen = file.seen
        seen.asset = asset
        seen.albums = analysed.albums
        return seen
    }
}

/// An arrival, sorted by whether it has to be judged.
enum Slot {
    case file(Parcel)
    case known(ImportItem, SeenFile)
    case ended(ImportItem)
    case dropped

    /// - Throws: What stops the whole import.
    init(_ arrival: Arrival, _ request: ImportRequest, library: UUID) throws {
        switch arrival.result {
        case .success((let file, .analysed(let analysis))):
            self = .file(try Parcel(file, analysis, request, library: library))
        case .success((let file, .sidecar(let sidecar))):
            self = .file(try Parcel(file, sidecar, request, library: library))
        case .success((let file, .known(let asset))):
            var item = ImportItem(path: arrival.path, status: .duplicate)
            item.localIdentifier = asset
            item.match = .bytes
            item.bytes = file.size
            var seen = file.seen
            seen.asset = asset
            seen.albums = request.albums(for: arrival.path)
            self = .known(item, seen)
        case .failure(let error as PhotoLibraryError) where error.code == .cancelled:
            self = .dropped
        case .failure(let error as PhotoLibraryError) where error.code == .notEnoughSpace:
            throw error
        case .failure(let error as PhotoLibraryError) where error.code == .notAPhoto:
            self = .ended(ImportItem(path: arrival.path, status: .skipped, error: error))
        case .failure(let error):
            let reason =
                error as? PhotoLibraryError
                ?? PhotoLibraryError(.internalError, "\(error)", path: arrival.path.string, cause: error)
            self = .ended(ImportItem(path: arrival.path, status: .failed, error: reason))
        }
    }

    /// What is reported of a file that needs no judgement.
    var item: ImportItem? {
        switch self {
        case .known(let item, _), .ended(let item): item
        case .file, .dropped: nil
        }
    }

    /// The file whose bytes the library may have now.
    var file: SeenFile? {
        switch self {
        case .file(let parcel): parcel.file.seen
        case .known(_, let seen): seen
        case .ended, .dropped: nil
        }
    }
}

extension Parcel {
    init(_ file: ArrivedFile, _ analysis: PhotoAnalysis, _ request: ImportRequest, library: UUID) throws {
        path = analysis.path
        self.file = file
        analysed = AnalysedFile(
            source: analysis.path, identity: file.seen.identity, sha256: analysis.sha256, bytes: analysis.bytes,
            format: analysis.format, condition: analysis.condition, size: analysis.size, metadata: analysis.metadata,
            colorProfile: analysis.colorProfile, imageDataDigest: analysis.imageDataDigest,
            signature: analysis.signature)
        analysed.albums = request.albums(for: analysis.path)
        localIdentifier = try LocalIdentifier.make(for: analysis.sha256, in: library)
        sidecar = nil
        item = ImportItem(analysis, status: request.isDryRun ? .planned : .imported)
    }

    init(_ file: ArrivedFile, _ sidecar: Sidecar, _ request: ImportRequest, library: UUID) throws {
        path = file.seen.path
        self.file = file
        analysed = AnalysedFile(
            source: path, identity: file.seen.identity, sha256: file.seen.sha256, bytes: file.size, format: .unknown,
            condition: .unsupported, size: nil, metadata: sidecar.metadata, colorProfile: .none, imageDataDigest: nil,
            signature: nil)
        analysed.isFavorite = sidecar.isFavorite == true
        analysed.albums =
            request.albums(for: path) + sidecar.albums.map { AlbumPlace(folder: nil, title: $0) }
        localIdentifier = try LocalIdentifier.make(for: file.seen.sha256, in: library)
        self.sidecar = sidecar
        var item = ImportItem(path: path, status: request.isDryRun ? .planned : .imported)
        item.bytes = file.size
        self.item = item
    }

    /// A file that is known without having been read.
    init(_ analysed: AnalysedFile, at path: FilePath, library: UUID) throws {
        self.path = path
        self.analysed = analysed
        file = ArrivedFile(
            SeenFile(path: path, identity: analysed.identity, sha256: analysed.sha256), size: analysed.bytes)
        localIdentifier = try LocalIdentifier.make(for: analysed.sha256, in: library)
        sidecar = nil
        item = ImportItem(path: path, status: .imported)
    }

    /// A file that no import brings; `nil` if it was not analysed.
    init?(_ file: ArrivedFile, _ content: Arrival.Content, library: UUID) throws {
        let request = ImportRequest(paths: [])
        switch content {
        case .analysed(let analysis): try self.init(file, analysis, request, library: library)
        case .sidecar(let sidecar): try self.init(file, sidecar, request, library: library)
        case .known: return nil
        }
    }
}
