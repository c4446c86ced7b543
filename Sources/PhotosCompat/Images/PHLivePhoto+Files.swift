internal import DecoderProcess
public import Foundation
internal import ImageDecoding
internal import Originals
internal import PhotoModel
internal import SystemPackage
internal import SystemSupport

/// Identifies a request for a Live Photo made of files, to cancel it.
public typealias PHLivePhotoRequestID = Int32
/// An identifier of no request.
public let PHLivePhotoRequestIDInvalid: PHLivePhotoRequestID = 0

/// In the `info` of a request for a Live Photo made of files: the ``PHPhotosError`` if the request failed.
public let PHLivePhotoInfoErrorKey: String = "PHLivePhotoInfoErrorKey"
/// In the `info` of a request for a Live Photo made of files: `true` if a better one follows.
public let PHLivePhotoInfoIsDegradedKey: String = "PHLivePhotoInfoIsDegradedKey"
/// In the `info` of a request for a Live Photo made of files: `true` if the request was cancelled.
public let PHLivePhotoInfoCancelledKey: String = "PHLivePhotoInfoCancelledKey"

extension PHLivePhoto {
    /// Makes a Live Photo of a photo and a video that a camera wrote together.
    ///
    /// - Parameters:
    ///   - fileURLs: The files, in any order. Both state the same content identifier.
    ///   - image: A picture that is given first; `nil` for none.
    ///   - targetSize: In pixels; ``PHImageManagerMaximumSize`` for the picture's own size.
    ///   - contentMode: How the picture is fitted to a target of another shape.
    ///   - resultHandler: Called on the main queue, first with the placeholder if there is one, for which
    ///     ``PHLivePhotoInfoIsDegradedKey`` is `true`. Without a Live Photo, the information has
    ///     ``PHLivePhotoInfoErrorKey``, or ``PHLivePhotoInfoCancelledKey`` if the request was cancelled. The error is
    ///     `missingResource` if a file does not exist, `accessUserDenied` if it may not be read, `invalidResource` if
    ///     the files are not those of one Live Photo or the picture cannot be decoded, and `limitExceeded`.
    /// - Returns: The identifier for ``cancelRequest(withRequestID:)``.
    @discardableResult
    public class func request(
        withResourceFileURLs fileURLs: [URL], placeholderImage image: UIImage?, targetSize: CGSize,
        contentMode: PHImageContentMode, resultHandler: @escaping (PHLivePhoto?, [AnyHashable: Any]) -> Void
    ) -> PHLivePhotoRequestID {
        // Only the main actor calls the handler.
        nonisolated(unsafe) let resultHandler = resultHandler
        let number = ImageRequests.shared.next()
        ImageRequests.shared.begin(number) {
            let task = Task.detached(priority: .userInitiated) {
                var found: PHLivePhoto?
                var failure: any Error = CancellationError()
                do {
                    if let image {
                        try await MainActor.run {
                            try Task.checkCancellation()
                            resultHandler(PHLivePhoto(image, []), [PHLivePhotoInfoIsDegradedKey: true])
                        }
                    }
                    found = try await blocking {
                        try livePhoto(ofFiles: fileURLs.map { FilePath($0.path) }, targetSize, contentMode)
                    }
                } catch { failure = PHPhotosError.of(error) }
                await MainActor.run { [found, failure] in
                    if !ImageRequests.shared.end(number) {
                        resultHandler(nil, [PHLivePhotoInfoCancelledKey: true])
                    } else if let found {
                        resultHandler(found, [PHLivePhotoInfoIsDegradedKey: false])
                    } else {
                        resultHandler(nil, [PHLivePhotoInfoErrorKey: failure])
                    }
                }
            }
            return { task.cancel() }
        }
        return number
    }

    /// Cancels a request, unless it has completed: its handler is called once more, without a Live Photo.
    public class func cancelRequest(withRequestID requestID: PHLivePhotoRequestID) {
        ImageRequests.shared.cancel(requestID)
    }

    /// The Live Photo in files.
    ///
    /// - Throws: `PhotoLibraryError`.
    private static func livePhoto(
        ofFiles paths: [FilePath], _ targetSize: CGSize, _ contentMode: PHImageContentMode
    ) throws -> PHLivePhoto {
        let files = try paths.map { try ReadFile($0) }
        let (videos, photos) = (files.filter(\.isVideo), files.filter { !$0.isVideo })
        guard let photo = photos.first, let video = videos.first, files.count == 2 else {
            throw PhotoLibraryError(.invalidResource, "A Live Photo has one photo and one video.")
        }
        guard let identifier = photo.contentIdentifier, identifier == video.contentIdentifier else {
            throw PhotoLibraryError(
                .invalidResource, "The photo and the video are not those of one Live Photo.", path: paths[0].string)
        }
        let image = try photo.image(
            as: Rendition(for: targetSize, contentMode, .exact, crop: nil, of: photo.size))
        return PHLivePhoto(
            image,
            [
                PHAssetResource(appFile: try photo.resource(.original), .photo),
                PHAssetResource(appFile: try video.resource(.pairedVideo), .pairedVideo),
            ])
    }
}

/// An open file of an app.
private struct ReadFile {
    private let source: DigestingByteSource
    private let version: ByteVersion
    private let file: ScratchFile
    private let bytes: Int
    private let path: FilePath
    private let reading: ImageReading

    init(_ path: FilePath) throws {
        self.path = path
        source = try DigestingByteSource(AppFiles.open(path))
        version = try source.version()
        guard let descriptor = try source.duplicateDescriptor() else {
            throw PhotoLibraryError(.internalError, "The file has no descriptor.", path: path.string)
        }
        file = ScratchFile(owning: FileDescriptor(rawValue: descriptor))
        bytes = Int(clamping: source.length)
        reading = try UIImage.decoder.inspect(file.descriptor.rawValue, size: bytes)
    }

    var isVideo: Bool { reading.format == .video }
    var contentIdentifier: String? { reading.metadata.contentIdentifier }
    var size: PixelSize? { reading.displayedSize }

    func image(as rendition: Rendition) throws -> UIImage {
        UIImage(try UIImage.decoder.pixels(file.descriptor.rawValue, size: bytes, as: rendition))
    }

    /// The file as one of an asset, with the digest of its bytes, which are read for it.
    ///
    /// - Throws: `sourceChanged` if the file has changed since it was opened.
    func resource(_ kind: AssetResource.Kind) throws -> AssetResource {
        let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: 1 << 20, alignment: 4096)
        defer { buffer.deallocate() }
        while try source.read(into: buffer) > 0 {}
        guard let sha256 = source.sha256, try source.version() == version else {
            throw PhotoLibraryError(
                .sourceChanged, "The file changed while it was read. Make the Live Photo again.", path: path.string)
        }
        return AssetResource(
            kind: kind, location: .reference(path), originalFilename: path.lastComponent, bytes: bytes, sha256: sha256,
            imageDataDigest: nil, format: reading.format, orientation: reading.metadata.orientation,
            colorProfile: reading.colorProfile, size: reading.displayedSize)
    }
}
