import AssetLoading
import LibraryRPC
import PhotoModel
import Testing

@testable import OpenPhotoKit

/// The types in which the photos that a person picked can be loaded.
@Suite struct PickedItemTests {
    private final class Session: PickSession {
        func state() -> PickState { PickState(.picked) }
        func assets(of revision: Int, from: Int, count: Int) -> [PickedAsset]? { nil }
        func change(_ change: PickChange) {}
        func open(_ resource: AssetResource, allowingNetwork: Bool) throws -> OpenedBytes {
            throw PhotoLibraryError(.accessUserDenied, "The session has no files.")
        }
        func cancel() {}
    }

    private func types(_ formats: [ImageFormat], prefersCompatible: Bool) throws -> [TypeIdentifier] {
        let digest = try #require(Digest([UInt8](repeating: 0, count: 32)))
        let resources = formats.map { format in
            AssetResource(
                kind: .original, location: .withheld(asset: "a"), originalFilename: nil, bytes: 1, sha256: digest,
                imageDataDigest: nil, format: format, orientation: .up, colorProfile: .none)
        }
        let asset = PickedAsset(localIdentifier: "a", isPreselected: false, resources: resources)
        return PickedItem(asset, of: Session(), identifiesAsset: true, prefersCompatible: prefersCompatible).types
    }

    @Test func aPictureOfAnotherFormatIsAJPEGToo() throws {
        #expect(try types([.heic], prefersCompatible: false) == [.heic, .jpeg])
        #expect(try types([.png], prefersCompatible: false) == [.png, .jpeg])
        #expect(try types([.jpeg], prefersCompatible: false) == [.jpeg])
        #expect(try types([.video], prefersCompatible: false).contains(.jpeg) == false)
    }

    @Test func theCompatibleTypeIsFirst() throws {
        #expect(try types([.heic], prefersCompatible: true) == [.jpeg, .heic])
        #expect(try types([.webp, .avif], prefersCompatible: true) == [.jpeg, .webP, .avif])
        #expect(try types([.png], prefersCompatible: true) == [.png, .jpeg])
        #expect(try types([.jpeg, .heic], prefersCompatible: true) == [.jpeg, .heic])
    }
}
