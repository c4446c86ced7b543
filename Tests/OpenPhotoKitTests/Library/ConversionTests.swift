import AssetLoading
import CSampleEncoders
import Foundation
import LibraryInterface
import Originals
import SystemPackage
import TestSupport
import Testing

@testable import OpenPhotoKit
@testable import OpenPhotoKitOwner

/// A picked photo that is converted to a JPEG while it is loaded.
@Suite struct ConversionTests {
    private let folder: TemporaryFolder
    private let item: PickedItem
    private let size: Int

    /// A large picture of one colour, so that its file is small, and decoding and encoding it take long.
    init() throws {
        folder = try TemporaryFolder()
        let (width, height) = (6000, 4000)
        let encoded = CSampleEncoders_encodePNG(
            [UInt8](repeating: 90, count: width * height * 3), Int32(width), Int32(height), nil, 0)
        let start = try #require(encoded.bytes)
        try folder.write(UnsafeBufferPointer(start: start, count: encoded.count), to: "a.png")
        size = encoded.count
        CSampleEncoders_free(start)
        let digest = try #require(Digest([UInt8](repeating: 0, count: 32)))
        let resource = AssetResource(
            kind: .original, location: .withheld(asset: "a"), originalFilename: "a.png", bytes: size, sha256: digest,
            imageDataDigest: nil, format: .png, orientation: .up, colorProfile: .none,
            size: PixelSize(width: width, height: height))
        let asset = PickedAsset(localIdentifier: "a", isPreselected: false, resources: [resource], hasPicture: true)
        item = PickedItem(
            asset, of: Session(folder.filePath.appending("a.png")), .local, identifiesAsset: true,
            prefersCompatible: false)
    }

    private final class Session: PickSession {
        let path: FilePath

        init(_ path: FilePath) { self.path = path }

        func state() -> PickState { PickState(.picked) }
        func assets(of revision: Int, from: Int, count: Int) -> [PickedAsset]? { nil }
        func change(_ change: PickChange) {}
        func cancel() {}
        func open(_ resource: AssetResource, _ range: Range<Int64>?, _ policy: FetchPolicy) throws -> OpenedBytes {
            OpenedBytes(try LocalFiles().open(path, followsLinks: false), isImported: false)
        }
    }

    /// Cancels itself when the file is read and the conversion has begun.
    private final class Impatient: Progress, @unchecked Sendable {
        /// The fraction at the cancellation.
        var cancelledAt: Double?

        init() {
            super.init(parent: nil)
            totalUnitCount = 1
        }

        override var completedUnitCount: Int64 {
            didSet {
                guard cancelledAt == nil, totalUnitCount > 1, fractionCompleted >= 0.8 else { return }
                cancelledAt = fractionCompleted
                cancel()
            }
        }
    }

    @Test(.timeLimit(.minutes(2)), arguments: [true, false])
    func aConversionIsCancelled(toFile: Bool) async throws {
        let progress = Impatient()
        let copy = folder.filePath.appending("a.jpg")
        await #expect(throws: PhotoLibraryError(.cancelled, "")) {
            if toFile {
                try await item.load(.jpeg, to: copy, progress: progress)
            } else {
                for try await _ in try item.data(.jpeg, progress: progress) {}
            }
        }
        #expect(progress.cancelledAt ?? 1 < 1 && !progress.isFinished)
        #expect(try folder.names == ["a.png"])
    }

    @Test func theConversionHasAShareOfTheBytes() async throws {
        #expect(item.types == [.png, .jpeg] && item.byteCount(.jpeg) == size && item.byteCount(.video) == nil)
        let progress = ByteProgress()
        let changes = Task {
            var seen: [ProgressSnapshot] = []
            for await change in progress.changes { seen.append(change) }
            return seen
        }
        let stored = try await item.load(.jpeg, to: folder.filePath.appending("a.jpg"), progress: progress)
        #expect(stored.size > 0 && stored.size != size)
        #expect(progress.totalUnitCount == Int64(size) && progress.isFinished)
        let fractions = await changes.value.map(\.fractionCompleted)
        #expect(fractions == fractions.sorted() && fractions.last == 1)
        #expect(fractions.contains { $0 >= 0.8 && $0 < 1 }, "\(fractions)")
        let original = ByteProgress()
        try await item.load(.png, to: folder.filePath.appending("b.png"), progress: original)
        #expect(original.totalUnitCount == Int64(size) && original.isFinished)
    }
}
