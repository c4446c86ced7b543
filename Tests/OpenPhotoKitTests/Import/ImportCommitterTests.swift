import Foundation
import PhotoCatalog
import PhotoModel
import SystemPackage
import SystemSupport
import TestSupport
import Testing

@testable import OpenPhotoKitOwner
@testable import PhotoIngest

/// The state of the library may change between the reading and the commit of a file, so the commit checks it again.
@Suite struct ImportCommitterTests {
    private let scene: Scene
    private let library: OwnedLibrary
    private let file: AnalysedFile

    init() throws {
        scene = try Scene()
        library = try scene.open()
        file = AnalysedFile(
            source: "/card/1.jpg",
            identity: FileIdentity(device: 1, inode: 2, size: 3, modifiedNanoseconds: 4, changedNanoseconds: 5),
            sha256: try #require(Digest(repeatElement(7, count: 32))), bytes: 3)
    }

    /// Commits the file without a decoded picture, as if the library had its bytes when the file was read.
    private func commit(_ mode: ImportRequest.Mode = .copy) throws -> ImportItem {
        var request = ImportRequest(paths: [])
        request.mode = mode
        let candidate = try IngestCandidate(file, .notDecoded, in: library.local.context)
        let entry = BatchEntry(path: file.source, reading: .candidate(candidate))
        let committer = ImportCommitter(library.local.context, request, run: "run", until: Cancellation())
        return try #require(try committer.commit([entry]).first)
    }

    private func store() throws -> String {
        let insertion = try IngestCandidate(file, .decoded(warnings: []), in: library.local.context).insertion
        try library.catalog.perform([.ingest(IngestBatch([insertion]))])
        return insertion.localIdentifier
    }

    @Test func aStoredPhotoIsADuplicate() throws {
        let asset = try store()
        let item = try commit(.reference)
        #expect(item.status == .duplicate && item.match == .bytes && item.localIdentifier == asset)
    }

    @Test func aPhotoThatWasDeletedMeanwhileIsNoDuplicate() throws {
        let asset = try store()
        try library.catalog.perform([.delete(asset: asset)])
        let item = try commit()
        #expect(item.status == .skipped && item.error?.code == .deletedByOwner)
    }

    @Test func aPhotoRemovedMeanwhileIsReportedAndNotStoredUndecoded() throws {
        let item = try commit()
        #expect(item.status == .failed && item.error?.code == .operationInterrupted)
        #expect(item.path == file.source)
        #expect(try library.assetCount() == 0)
    }

    /// Batches depend on the time that files take, but the counts of an import do not.
    @Test(arguments: [[3], [2, 1], [1, 2], [1, 1, 1]]) func aLivePhotoIsOneAssetInEveryBatch(sizes: [Int]) throws {
        var request = ImportRequest(paths: [])
        request.mode = .reference
        let committer = ImportCommitter(library.local.context, request, run: "run", until: Cancellation())
        var entries: ArraySlice<BatchEntry> = try [
            entry("/card/A.MOV", 1, .video), entry("/card/A.MOV.xmp", 2, .unknown, .sidecar(Sidecar(.xmp))),
            entry("/card/M.JPG", 3, .jpeg),
        ]
        var summary = ImportSummary()
        for size in sizes {
            try committer.commit(Array(entries.prefix(size))).forEach { summary.count($0) }
            entries = entries.dropFirst(size)
        }
        #expect(summary.imported == 3 && summary.assets == 1 && summary.videos == 0)
        #expect(try library.assetCount() == 1)
    }

    /// A file that was read; pictures and videos state the same content identifier.
    private func entry(
        _ path: FilePath, _ number: UInt8, _ format: ImageFormat,
        _ content: IngestCandidate.Content = .decoded(warnings: [])
    ) throws -> BatchEntry {
        var metadata = ImageMetadata()
        if format != .unknown { metadata.contentIdentifier = LivePhotoImportTests.identifier(1) }
        let file = AnalysedFile(
            source: path, identity: self.file.identity, sha256: try #require(Digest(repeatElement(number, count: 32))),
            bytes: 3, format: format, metadata: metadata)
        return BatchEntry(
            path: path, reading: .candidate(try IngestCandidate(file, content, in: library.local.context)))
    }
}
