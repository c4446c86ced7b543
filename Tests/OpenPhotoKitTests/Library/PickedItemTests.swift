import LibraryInterface
import Originals
import PhotoModel
import Testing

@testable import OpenPhotoKit
@testable import OpenPhotoKitOwner

/// The types in which the photos that a person picked can be loaded.
@Suite struct PickedItemTests {
    private final class Session: PickSession {
        func state() -> PickState { PickState(.picked) }
        func assets(of revision: Int, from: Int, count: Int) -> [PickedAsset]? { nil }
        func change(_ change: PickChange) {}
        func open(_ resource: AssetResource, _ range: Range<Int64>?, _ policy: FetchPolicy) throws -> OpenedBytes {
            throw PhotoLibraryError(.accessUserDenied, "The session has no files.")
        }
        func cancel() {}
    }

    private func item(
        _ formats: [ImageFormat], prefersCompatible: Bool, size: PixelSize? = PixelSize(width: 12_000, height: 9000),
        hasPicture: Bool = true
    ) throws -> PickedItem {
        let digest = try #require(Digest([UInt8](repeating: 0, count: 32)))
        let resources = formats.map { format in
            AssetResource(
                kind: .original, location: .withheld(asset: "a"), originalFilename: nil, bytes: 1, sha256: digest,
                imageDataDigest: nil, format: format, orientation: .up, colorProfile: .none, size: size)
        }
        let asset = PickedAsset(
            localIdentifier: "a", isPreselected: false, resources: resources, hasPicture: hasPicture)
        return PickedItem(asset, of: Session(), .local, identifiesAsset: true, prefersCompatible: prefersCompatible)
    }

    private func types(_ formats: [ImageFormat], prefersCompatible: Bool) throws -> [TypeIdentifier] {
        try item(formats, prefersCompatible: prefersCompatible).types
    }

    @Test func aPictureOfAnotherFormatIsAJPEGToo() throws {
        #expect(try types([.heic], prefersCompatible: false) == [.heic, .jpeg])
        #expect(try types([.png], prefersCompatible: false) == [.png, .jpeg])
        #expect(try types([.jpeg], prefersCompatible: false) == [.jpeg])
        #expect(try types([.video], prefersCompatible: false).contains(.jpeg) == false)
    }

    @Test func aPictureThatCannotBeConvertedIsNoJPEG() throws {
        #expect(try item([.heic], prefersCompatible: true, hasPicture: false).types == [.heic])
        for size in [nil, PixelSize(width: 16_000, height: 6876), PixelSize(width: .max, height: 2)] {
            #expect(try item([.heic], prefersCompatible: true, size: size).types == [.heic])
            #expect(try !item([.jpeg], prefersCompatible: true, size: size).canDecode(.jpeg))
        }
        let largest = try item([.heic], prefersCompatible: false, size: PixelSize(width: 16_000, height: 6875))
        #expect(largest.types == [.heic, .jpeg] && largest.canDecode(.jpeg))
        #expect(try !item([.jpeg], prefersCompatible: true, hasPicture: false).canDecode(.jpeg))
    }

    @Test func theCompatibleTypeIsFirst() throws {
        #expect(try types([.heic], prefersCompatible: true) == [.jpeg, .heic])
        #expect(try types([.webp, .avif], prefersCompatible: true) == [.jpeg, .webP, .avif])
        #expect(try types([.png], prefersCompatible: true) == [.png, .jpeg])
        #expect(try types([.jpeg, .heic], prefersCompatible: true) == [.jpeg, .heic])
    }
}
