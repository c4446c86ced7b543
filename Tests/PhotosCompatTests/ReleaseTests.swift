import Foundation
import PhotosCompat
import TestSupport
import Testing

/// What a library that changed keeps open.
@Suite struct ReleaseTests {
    private static var openFiles: Int {
        (try? FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd"))?.count ?? .max
    }

    @Test func aBlockThatAddedAPhotoKeepsNoFileOpen() async throws {
        let gallery = try Gallery()
        try gallery.addPhotos(0..<1)
        let before = Self.openFiles
        for seed in 1..<21 as Range<UInt64> { try gallery.addPhotos(seed..<seed + 1) }
        try await eventually { Self.openFiles < before + 10 }
    }

    @Test func aLibraryThatIsReleasedIsClosed() async throws {
        var gallery: Gallery? = try Gallery()
        weak let library = gallery?.library
        try gallery?.addPhotos(0..<2)
        gallery = nil
        try await eventually { library == nil }
    }
}
