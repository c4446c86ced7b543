import Foundation
import GRDB
import PhotoModel
import SystemPackage
import TestSupport
import Testing

@testable import PhotoCatalog
@testable import PhotoIngest

@Suite struct RatingTests {
    private let fixture: CatalogFixture
    private var catalog: PhotoCatalog { fixture.catalog }
    private let photo = makeFile("IMG_1.JPG", bytes: 1, imageData: 1)

    init() throws { fixture = try CatalogFixture() }

    private var asset: String { fixture.identifier(photo) }
    private var rating: Int? {
        get throws { try #require(try catalog.assets([asset])[asset]).metadata.rating }
    }

    private func sidecar(_ rating: Int?, bytes: Int) -> ResourceInsertion {
        fixture.insertion(makeFile("IMG_1.JPG.xmp", bytes: bytes, format: .unknown).with { $0.rating = rating }) {
            $0.attachment = Attachment(to: asset, as: .sidecar)
        }
    }

    @Test func theNewestSidecarWinsOverTheFileAndTheOwnerOverBoth() throws {
        try fixture.store([photo.with { $0.rating = 2 }])
        #expect(try rating == 2)
        try fixture.store([sidecar(4, bytes: 5)])
        #expect(try rating == 4)
        try fixture.store([sidecar(nil, bytes: 6)])
        #expect(try rating == 4, "A sidecar without a rating says nothing of it.")
        try fixture.store([sidecar(0, bytes: 7)])
        #expect(try rating == 0)
        try catalog.perform([.set(.rating(5), asset: asset)])
        try fixture.store([sidecar(1, bytes: 8)])
        #expect(try rating == 5)
    }

    @Test func onlyAnotherRatingIsAChange() throws {
        try fixture.store([photo])
        try catalog.perform([.set(.rating(3), asset: asset)])
        let history = try catalog.history()
        #expect(history.last?.hasSuffix("asset update \(asset)") == true)
        try catalog.perform([.set(.rating(3), asset: asset)])
        #expect(try catalog.history() == history)
        try catalog.perform([.set(.rating(-1), asset: asset)])
        #expect(try rating == -1)
        for wrong in [-2, 6, .max, .min] {
            #expect(throws: PhotoLibraryError(.changeNotSupported, "")) {
                try catalog.perform([.set(.rating(wrong), asset: asset)])
            }
        }
        #expect(try rating == -1)
    }

    @Test func aPhotoWithoutARatingHasTheRatingZero() throws {
        let files = (0..<4).map { makeFile("\($0).jpg", bytes: $0 + 1) }
        try fixture.store([
            files[0], files[1].with { $0.rating = 0 }, files[2].with { $0.rating = 3 },
            files[3].with { $0.rating = -1 },
        ])
        func found(_ range: ClosedRange<Int>) throws -> [Int] {
            let found = try catalog.localIdentifiers(of: AssetQuery(.rating(range)))
            return files.indices.filter { found.contains(fixture.identifier(files[$0])) }
        }
        #expect(try found(0...0) == [0, 1])
        #expect(try found(3...3) == [2])
        #expect(try found(1...5) == [2])
        #expect(try found(-1...(-1)) == [3])
        #expect(try found(-1...5) == [0, 1, 2, 3])
    }
}
