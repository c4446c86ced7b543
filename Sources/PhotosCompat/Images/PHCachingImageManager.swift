public import Foundation
internal import Synchronization

/// Prepares pictures that an app will soon request.
///
/// Prepared pictures are in memory, at most ``maximumBytes`` of them: others wait until
/// ``stopCachingImages(for:targetSize:contentMode:options:)`` makes room. They are used by requests of this manager
/// with the same version, target size, content mode, resize mode and part. Safe for several threads.
///
/// `@unchecked`: its stored properties are constants of Sendable types.
public final class PHCachingImageManager: PHImageManager, @unchecked Sendable {
    private let prepared = PreparedImages()
    private let preparesHighQuality = Mutex(true)

    /// The number of bytes that the prepared pictures of a manager may have: 32 MiB.
    ///
    /// This library's own.
    public static let maximumBytes: Int = 32 << 20

    /// A manager that has prepared no pictures.
    public override init() { super.init() }

    /// Whether pictures are prepared as they will be requested; otherwise at most in the size of thumbnails, as those
    /// of ``PHImageRequestOptionsDeliveryMode/fastFormat``.
    public var allowsCachingHighQualityImages: Bool {
        get { preparesHighQuality.withLock { $0 } }
        set { preparesHighQuality.withLock { $0 = newValue } }
    }

    /// Prepares pictures in the background, the first asset first.
    ///
    /// Returns at once. Pictures that cannot be decoded, those that are prepared already, and those that have more than
    /// ``maximumBytes`` are skipped.
    public func startCachingImages(
        for assets: [PHAsset], targetSize: CGSize, contentMode: PHImageContentMode, options: PHImageRequestOptions?
    ) {
        let isWhole = allowsCachingHighQualityImages && options?.deliveryMode != .fastFormat
        prepared.start(requests(for: assets, targetSize, contentMode, options), isFast: !isWhole)
    }

    /// Forgets pictures that were prepared with the same arguments, and prepares no more of them.
    public func stopCachingImages(
        for assets: [PHAsset], targetSize: CGSize, contentMode: PHImageContentMode, options: PHImageRequestOptions?
    ) {
        prepared.stop(requests(for: assets, targetSize, contentMode, options).map(\.key))
    }

    /// Forgets all pictures that were prepared, and prepares no more.
    public func stopCachingImagesForAllAssets() { prepared.stopAll() }

    /// The number of bytes of the prepared pictures, for tests.
    var preparedBytes: Int { prepared.bytes }

    /// The number of pictures in the queue, for tests.
    var preparedQueueCount: Int { prepared.queueCount }

    override func preparedPicture(for request: ImageRequest) -> Picture? { prepared.picture(for: request.key) }

    private func requests(
        for assets: [PHAsset], _ targetSize: CGSize, _ contentMode: PHImageContentMode,
        _ options: PHImageRequestOptions?
    ) -> [ImageRequest] {
        let options = options ?? PHImageRequestOptions()
        return assets.compactMap { try? ImageRequest($0, targetSize, contentMode, options) }
    }
}
