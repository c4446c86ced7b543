import Foundation
import GRDB
import LibraryStorage
import Originals
import PhotoModel
import Synchronization
import SystemPackage
import TestSupport
import Testing

@testable import PhotoCatalog
@testable import PhotoIngest

/// A catalogue in its own temporary folder.
struct CatalogFixture {
    let folder: TemporaryFolder
    let catalog: PhotoCatalog

    init() throws {
        folder = try TemporaryFolder()
        catalog = try PhotoCatalog(folder: FilePath(folder.url.path))
    }

    /// Stores files like an import, each with its own path in `originals`.
    @discardableResult
    func store(
        _ files: [AnalysedFile], now: Date = Date(timeIntervalSince1970: 1000)
    ) throws -> [IngestDisposition] {
        try store(files.map { insertion($0) }, now: now)
    }

    /// Classifies files and commits them, like an import.
    @discardableResult
    func store(
        _ insertions: [ResourceInsertion], _ policy: ClassificationPolicy = .copies,
        bursts: [String: String] = [:], run: String? = "run", now: Date = Date(timeIntervalSince1970: 1000)
    ) throws -> [IngestDisposition] {
        var classifier = DuplicateClassifier(libraryStore.originals, catalog, policy)
        var insertions = insertions
        for index in insertions.indices { try classifier.classify(&insertions[index]) }
        try catalog.perform([.ingest(IngestBatch(insertions, bursts: bursts))], run: run, now: now)
        return insertions.map(\.disposition)
    }

    /// The dispositions of files; nothing is stored.
    func dispositions(
        of insertions: [ResourceInsertion], _ policy: ClassificationPolicy = .copies
    ) throws -> [IngestDisposition] {
        var classifier = DuplicateClassifier(libraryStore.originals, catalog, policy)
        return try insertions.map { insertion in
            var insertion = insertion
            try classifier.classify(&insertion)
            return insertion.disposition
        }
    }

    /// The asset that an earlier import created from the unchanged file at `path`.
    func asset(
        ofUnchanged path: FilePath, _ identity: FileIdentity, in albums: [DestinationAlbum] = []
    ) throws -> String? {
        let classifier = DuplicateClassifier(libraryStore.originals, catalog, .copies)
        guard case .duplicate(let asset)? = try classifier.predict(.unchanged(path, identity, in: albums)) else {
            return nil
        }
        return asset
    }

    /// The library store that the ingest engine uses.
    var libraryStore: LibraryContext {
        LibraryContext(
            folder: LibraryFolder(path: catalog.folder), catalog: catalog, libraryID: UUID(),
            originals: LibraryOriginals(folder: catalog.folder))
    }

    /// An insertion of a file, which is created with the stated size.
    func insertion(
        _ file: AnalysedFile, isReference: Bool = false, _ change: (inout ResourceInsertion) -> Void = { _ in }
    ) -> ResourceInsertion {
        let path = isReference ? file.source : FilePath("originals").appending(file.sha256.hex)
        if !isReference { makeSparseFile(at: catalog.folder.pushing(path), bytes: file.bytes) }
        var insertion = ResourceInsertion(
            file, localIdentifier: identifier(file), path: path, isReference: isReference)
        change(&insertion)
        return insertion
    }

    /// A file whose bytes are those of an asset.
    func duplicate(
        at path: FilePath, _ identity: FileIdentity, _ sha256: Digest, of asset: String, albums: [DestinationAlbum] = []
    ) -> ResourceInsertion {
        let file = AnalysedFile(source: path, identity: identity, sha256: sha256, bytes: 1000)
        var insertion = ResourceInsertion(file, localIdentifier: asset, path: path, isReference: false)
        insertion.disposition = .duplicate(of: asset)
        insertion.albums = albums
        return insertion
    }

    func identifier(_ file: AnalysedFile) -> String { "asset-" + file.sha256.hex.prefix(16) }
}

extension PhotoCatalog {
    /// The history as "token object kind identifier".
    func history() throws -> [String] {
        try read {
            try Row.fetchAll($0, sql: "SELECT token, object, kind, localIdentifier FROM historyObject").map { row in
                let object = try #require(ObjectType(rawValue: row[1])),
                    kind = try #require(ChangeKind(rawValue: row[2]))
                return "\(row[0] as Int) \(object) \(kind) \(row[3] as String)"
            }
        }
    }

    /// The assets that a query finds, in order.
    func fetch(_ query: AssetQuery) throws -> [Asset] {
        let rows = try rows(of: query)
        let assets = try assets(rows: rows)
        return rows.compactMap { assets[$0] }
    }

    /// All albums by title.
    func albums() throws -> [Album] {
        try albums(of: CollectionQuery())
    }
}

// Single changes, for tests.
extension PhotoCatalog {
    @discardableResult
    func delete(_ assets: [String], now: Date = Date()) throws -> [String] {
        try perform(assets.map { .delete(asset: $0, mayBeMissing: true) }, now: now).assets
    }

    @discardableResult
    func restore(_ assets: [String], now: Date = Date()) throws -> [String] {
        try perform(assets.map { .restore(asset: $0, mayBeMissing: true) }, now: now).assets
    }

    @discardableResult
    func purge(_ assets: [String], run: String, now: Date = Date()) throws -> [String] {
        try perform(assets.map { .purge(asset: $0) }, run: run, now: now).assets
    }

    @discardableResult
    func decide(_ decisions: [Decision]) throws -> Int { try perform([.decide(decisions)]).count }

    @discardableResult
    func settle(_ plan: DuplicatePlan, now: Date = Date()) throws -> ChangeResult {
        try perform([.settle(plan)], now: now)
    }

    /// Runs `body` in its own transaction without the write gate, for rows that no change creates.
    @discardableResult
    func write<Value>(_ body: (Database) throws -> Value) throws -> Value {
        try pool.write { database in
            let value = try body(database)
            _ = try database.commitChanges(by: .thisDevice)
            return value
        }
    }

    func setSimilar(_ found: [(signatureID: Int64, found: SimilarPictures)]) throws {
        try record(.similarPictures(found))
    }
}

extension ClassificationPolicy {
    /// The policy of an import that copies files.
    static let copies = ClassificationPolicy(keepsCopies: true)
    /// The policy of an import of references.
    static let references = ClassificationPolicy(keepsCopies: false)
}

/// Creates a sparse file of zeros with this size.
func makeSparseFile(at path: FilePath, bytes: Int) {
    mkdir(path.removingLastComponent().string, 0o755)
    let descriptor = open(path.string, O_CREAT | O_WRONLY, 0o644)
    ftruncate(descriptor, bytes)
    close(descriptor)
}

/// An analysed file.
///
/// Numbers determine the digests of its contents.
func makeFile(
    _ name: String = "photo.jpg", bytes: Int, imageData: Int? = nil, size: Int = 1000, time: String? = nil,
    make: String? = nil, model: String? = nil, lens: String? = nil, format: ImageFormat = .jpeg,
    signature: ContentSignature? = nil
) -> AnalysedFile {
    makeFile(
        path: FilePath("/photos").appending(name), bytes: bytes, imageData: imageData, size: size, time: time,
        make: make, model: model, lens: lens, format: format, signature: signature)
}

func makeFile(
    path: FilePath, bytes: Int, imageData: Int? = nil, size: Int = 1000, time: String? = nil, make: String? = nil,
    model: String? = nil, lens: String? = nil, format: ImageFormat = .jpeg, signature: ContentSignature? = nil
) -> AnalysedFile {
    var metadata = ImageMetadata()
    metadata.captureTime = time.flatMap { CaptureTime($0) }
    metadata.make = make
    metadata.model = model
    metadata.lens = lens
    return AnalysedFile(
        source: path, identity: makeIdentity(bytes), sha256: makeDigest(bytes), bytes: size, format: format,
        condition: .ok, size: PixelSize(width: 40, height: 30), metadata: metadata, colorProfile: .none,
        imageDataDigest: imageData.map { makeDigest($0 + 1_000_000) }, signature: signature)
}

func makeIdentity(_ inode: Int) -> FileIdentity {
    FileIdentity(device: 1, inode: Int64(inode), size: 1000, modifiedNanoseconds: 2, changedNanoseconds: 3)
}

func makeDigest(_ number: Int) -> Digest {
    var random = Seeded(UInt64(number))
    guard let digest = Digest(random.bytes(32)) else { fatalError("32 bytes are a digest") }
    return digest
}

/// Errors of other threads.
final class Failures: Sendable {
    private let errors = Mutex<[String]>([])

    var all: [String] { errors.withLock { $0 } }

    func add(_ error: any Error) { errors.withLock { $0.append("\(error)") } }
}

extension AnalysedFile {
    /// The file with other metadata.
    func with(_ change: (inout ImageMetadata) -> Void) -> AnalysedFile {
        var metadata = metadata
        change(&metadata)
        return AnalysedFile(
            source: source, identity: identity, sha256: sha256, bytes: bytes, format: format, condition: condition,
            size: size, metadata: metadata, colorProfile: colorProfile, imageDataDigest: imageDataDigest,
            signature: signature)
    }
}
