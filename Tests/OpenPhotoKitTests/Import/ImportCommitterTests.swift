import Foundation
import PhotoCatalog
import PhotoModel
import SystemPackage
import TestSupport
import Testing

@testable import OpenPhotoKit
@testable import PhotoIngest

/// The state of the library may change between the reading and the commit of a file, so the commit checks it again.
@Suite struct ImportCommitterTests {
    private let scene: Scene
    private let library: PhotoLibrary
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
        let candidate = try IngestCandidate(file, .notDecoded, in: library.local.store)
        let entry = BatchEntry(path: file.source, result: .success(candidate))
        return try #require(try ImportCommitter(library.local.store, request, run: "run").commit([entry]).first)
    }

    private func store() throws -> String {
        let insertion = try IngestCandidate(file, .decoded(warnings: []), in: library.local.store).insertion
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
}
