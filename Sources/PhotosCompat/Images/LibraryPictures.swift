internal import Foundation
internal import ImageDecoding
internal import LibraryInterface
internal import OpenPhotoKit
internal import OpenPhotoKitOwner
internal import PhotoModel
internal import Thumbnails

/// Gives the pictures of a library's photos: those at hand, and rendered ones.
final class LibraryPictures: Sendable {
    /// A picture that a library has without decoding a file.
    struct AtHand {
        let image: UIImage
        /// Its rendition; `nil` for a gray picture, and for one that stands for a file that is elsewhere.
        let rendition: Rendition?
        var isGray = false
    }

    private let library: PhotoLibrary
    private let loader: ThumbnailLoader

    /// - Throws: `PhotoLibraryError` if the library cannot be opened.
    init(_ library: PHPhotoLibrary) throws {
        self.library = try library.photoLibrary
        // An app has no cache of its own: the process that has the library reads the owner's.
        let cache = try? library.ownedLibrary?.thumbnailCache()
        loader = self.library.thumbnailLoader(cache, memory: .ofWholePictures)
    }

    /// The picture for a request that the library has without decoding a file: the one asked for, otherwise the best
    /// smaller one; `nil` if it has none.
    ///
    /// Blocks while the caches, or the process that has the library, are asked.
    func pictureAtHand(for request: ImageRequest) -> AtHand? {
        let file = request.file
        let found = try? library.service.pictureAtHand(
            of: file.resource, in: file.assetLocalIdentifier, upTo: request.largestAtHand)
        return switch found {
        case .rendition(let kept, let jpeg)?:
            UIImage(encoded: jpeg).map { AtHand(image: $0, rendition: Rendition(kept)) }
        case .previewPicture(let jpeg)?: UIImage(encoded: jpeg).map { AtHand(image: $0, rendition: nil) }
        case .gray(let levels)?:
            PixelBuffer(gray: levels, of: file.resource.size).map {
                AtHand(image: UIImage($0), rendition: nil, isGray: true)
            }
        case nil: nil
        }
    }

    /// The picture for a request, rendered unless it is in the cache.
    ///
    /// - Parameter progress: Told about the fetch of the file over the network.
    /// - Throws: `PhotoLibraryError`: `cancelled` when the task is cancelled.
    func image(
        for request: ImageRequest, priority: ThumbnailLoader.Priority = .visible, progress: DownloadProgress? = nil
    ) async throws -> UIImage {
        try Self.image(
            try await loader.picture(
                of: request.file.resource, as: request.rendition, request.policy, priority: priority,
                progress: progress?.report))
    }

    /// The picture for a request, as ``image(for:priority:progress:)`` gives it.
    ///
    /// Blocks.
    func imageNow(for request: ImageRequest) throws -> UIImage {
        try Self.image(try loader.pictureNow(of: request.file.resource, as: request.rendition, request.policy))
    }

    private static func image(_ picture: RenderedPicture) throws -> UIImage {
        switch picture {
        case .pixels(let pixels): return UIImage(pixels)
        case .jpeg(let jpeg):
            guard let image = UIImage(encoded: jpeg) else {
                throw PhotoLibraryError(.internalError, "The cache of thumbnails has no JPEG.")
            }
            return image
        }
    }
}

extension PixelBuffer {
    /// A gray picture in the shape of the photo that it shows; `nil` for other levels.
    ///
    /// - Parameter levels: Those of ``PictureAtHand/gray(_:)``.
    fileprivate init?(gray levels: Data, of size: PixelSize?) {
        let side = PictureAtHand.graySide
        guard levels.count == side * side else { return nil }
        let square = PixelBuffer(
            size: PixelSize(width: side, height: side), channels: 1, samples: [UInt8](levels))
        guard let size else {
            self = square
            return
        }
        self = square.squeezed(to: Rendition(side: .long, pixels: side, quality: 90).size(of: size))
    }
}
