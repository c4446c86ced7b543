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
                var still: UIImage?
                var failure: any Error = CancellationError()
                do {
                    if let image {
                        try await MainActor.run {
                            try Task.checkCancellation()
                            resultHandler(PHLivePhoto(image, []), [PHLivePhotoInfoIsDegradedKey: true])
                        }
                    }
                    still = try await blocking {
                        try stillImage(ofFiles: fileURLs.map { FilePath($0.path) }, targetSize, contentMode)
                    }
                } catch { failure = PHPhotosError.of(error) }
                await MainActor.run { [still, failure] in
                    if !ImageRequests.shared.end(number) {
                        resultHandler(nil, [PHLivePhotoInfoCancelledKey: true])
                    } else if let still {
                        resultHandler(PHLivePhoto(still, []), [PHLivePhotoInfoIsDegradedKey: false])
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

    /// The picture of a Live Photo in files.
    ///
    /// - Throws: `PhotoLibraryError`.
    private static func stillImage(
        ofFiles paths: [FilePath], _ targetSize: CGSize, _ contentMode: PHImageContentMode
    ) throws -> UIImage {
        let files = try paths.map { try ReadFile($0) }
        let (videos, photos) = (files.filter(\.isVideo), files.filter { !$0.isVideo })
        guard let photo = photos.first, let video = videos.first, files.count == 2 else {
            throw PhotoLibraryError(.invalidResource, "A Live Photo has one photo and one video.")
        }
        guard let identifier = photo.contentIdentifier, identifier == video.contentIdentifier else {
            throw PhotoLibraryError(
                .invalidResource, "The photo and the video are not those of one Live Photo.", path: paths[0].string)
        }
        return try photo.image(
            as: Rendition(for: targetSize, contentMode, .exact, crop: nil, of: photo.size))
    }
}

/// An open file of an app.
private struct ReadFile {
    private let file: ScratchFile
    private let bytes: Int
    private let path: FilePath
    private let reading: ImageReading

    init(_ path: FilePath) throws {
        self.path = path
        do {
            let source = try LocalFiles().open(path)
            guard let descriptor = try source.duplicateDescriptor() else { throw Errno.badFileDescriptor }
            file = ScratchFile(owning: FileDescriptor(rawValue: descriptor))
            bytes = Int(source.length)
        } catch {
            let code: PhotoLibraryError.Code =
                switch (error as? PhotoLibraryError)?.cause as? Errno {
                case .noSuchFileOrDirectory, .notDirectory: .missingResource
                case .permissionDenied: .accessUserDenied
                case .notPermitted: .accessRestricted
                default: .invalidResource
                }
            throw PhotoLibraryError(
                code, (error as? PhotoLibraryError)?.message ?? "The file cannot be read: \(error).", path: path.string,
                cause: error)
        }
        reading = try UIImage.decoder.inspect(file.descriptor.rawValue, size: bytes)
    }

    var isVideo: Bool { reading.format == .video }
    var contentIdentifier: String? { reading.metadata.contentIdentifier }
    var size: PixelSize? { reading.displayedSize }

    func image(as rendition: Rendition) throws -> UIImage {
        UIImage(try UIImage.decoder.pixels(file.descriptor.rawValue, size: bytes, as: rendition))
    }
}
