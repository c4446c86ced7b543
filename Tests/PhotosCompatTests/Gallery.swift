import CSampleEncoders
import MessageSupport
import OpenPhotoKitOwner
import PhotosCompat
import TestSupport

/// A library in its own temporary folder, which is changed by PhotoKit's functions only.
final class Gallery: Sendable {
    let folder: TemporaryFolder
    let library: PHPhotoLibrary
    let owned: OwnedLibrary
    var url: URL { folder.url.appendingPathComponent("Photos.library") }

    init() throws {
        TestCaches.use()
        folder = try TemporaryFolder()
        owned = try OwnedLibrary(at: folder.filePath.appending("Photos.library"), opening: .creatingIfAbsent)
            .overMessagesIfRequested()
        library = Messages.areUsed ? PHPhotoLibrary(owned.photoLibrary) : PHPhotoLibrary(owned)
    }

    /// A PNG of random pixels, with EXIF if given.
    static func png(_ seed: UInt64, width: Int = 96, height: Int = 64, exif: TIFFBuilder? = nil) -> Data {
        var random = Seeded(seed)
        let block = exif?.bytes ?? []
        let result = CSampleEncoders_encodePNG(
            random.bytes(width * height * 3), Int32(width), Int32(height), block.isEmpty ? nil : block, block.count)
        guard let start = result.bytes else { fatalError("libpng refused a test's picture") }
        defer { CSampleEncoders_free(start) }
        return Data(bytes: start, count: result.count)
    }

    /// A video of this duration, with a table of this number of frames and no frames, and with items of QuickTime.
    static func video(seconds: Int, frames: Int = 0, items: [(String, String)] = []) -> Data {
        Data(
            Boxes.fileType("mp42")
                + Boxes.box(
                    "moov", Boxes.movieHeader(created: 0, scale: 600, duration: 600 * seconds),
                    Boxes.videoTrack(width: 320, height: 240, frames: frames, seconds: seconds),
                    items.isEmpty ? [] : Boxes.items(items))
                + Boxes.box("mdat", [1, 2, 3]))
    }

    /// Creates an asset of each file, and returns the identifiers in the same order.
    @discardableResult
    func add(_ files: [Data], _ configure: @escaping (Int, PHAssetCreationRequest) -> Void = { _, _ in }) throws
        -> [String]
    {
        nonisolated(unsafe) var placeholders: [PHObjectPlaceholder] = []
        try library.performChangesAndWait {
            for (number, file) in files.enumerated() {
                let request = PHAssetCreationRequest.forAsset()
                // HEIC files begin with a box of this type, too.
                let isVideo = file.dropFirst(4).starts(with: "ftyp".utf8) && !file.dropFirst(8).starts(with: "hei".utf8)
                request.addResource(with: isVideo ? .video : .photo, data: file, options: nil)
                configure(number, request)
                if let placeholder = request.placeholderForCreatedAsset { placeholders.append(placeholder) }
            }
        }
        return placeholders.map(\.localIdentifier)
    }

    /// Adds different photos.
    @discardableResult
    func addPhotos(_ seeds: Range<UInt64>) throws -> [String] { try add(seeds.map { Self.png($0) }) }

    func assets(_ identifiers: [String]) -> [PHAsset] {
        library.performAsShared { Array(PHAsset.fetchAssets(withLocalIdentifiers: identifiers, options: nil)) }
    }

    func album(_ title: String) -> PHAssetCollection? {
        library.performAsShared {
            let options = PHFetchOptions()
            options.predicate = NSPredicate(format: "localizedTitle == %@", title)
            return PHAssetCollection.fetchAssetCollections(with: .album, subtype: .any, options: options).firstObject
        }
    }
}
