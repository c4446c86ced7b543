public import Foundation
internal import OpenPhotoKit

/// How a photo was edited, in the words of the program that did it.
public final class PHAdjustmentData: NSObject, Sendable {
    let core: AdjustmentData

    /// Adjustment data of these parts.
    ///
    /// - Parameter formatIdentifier: In reverse domain notation: `org.example.editor`.
    public convenience init(formatIdentifier: String, formatVersion: String, data: Data) {
        self.init(AdjustmentData(formatIdentifier: formatIdentifier, formatVersion: formatVersion, data: data))
    }

    init(_ core: AdjustmentData) { self.core = core }

    /// Names the format of ``data``.
    public var formatIdentifier: String { core.formatIdentifier }
    /// The version of the format.
    public var formatVersion: String { core.formatVersion }
    /// What the program needs to go on with the edit.
    public var data: Data { core.data }
}

/// Names a request for a photo to edit.
public typealias PHContentEditingInputRequestID = Int

/// In the `info` of a request: why there is no photo to edit, as ``PHPhotosError``.
public let PHContentEditingInputErrorKey: String = "PHContentEditingInputErrorKey"
/// In the `info` of a request: whether it was cancelled; never there, as all is done before the request returns.
public let PHContentEditingInputCancelledKey: String = "PHContentEditingInputCancelledKey"
/// In the `info` of a request: `true` if the photo is not on this machine: it is not fetched to be edited.
public let PHContentEditingInputResultIsInCloudKey: String = "PHContentEditingInputResultIsInCloudKey"

/// How a photo to edit is asked for.
public final class PHContentEditingInputRequestOptions: NSObject {
    /// Whether the program can go on with an edit of these adjustment data; then it gets the original and them.
    ///
    /// Else, and by default, it gets the photo as it was edited.
    public var canHandleAdjustmentData: (PHAdjustmentData) -> Bool = { _ in false }
    /// Whether the photo may come over the network; no effect: a photo is edited where it is on this machine.
    public var isNetworkAccessAllowed = false
    /// Would be called while a photo comes over the network: never, see ``isNetworkAccessAllowed``.
    public var progressHandler: ((Double, UnsafeMutablePointer<ObjCBool>) -> Void)?

    /// Options of a program that begins each edit anew.
    public override init() {}
}

/// A photo to edit.
public final class PHContentEditingInput: NSObject, Sendable {
    /// The kind of media.
    public let mediaType: PHAssetMediaType
    /// The finer kinds of media.
    public let mediaSubtypes: PHAssetMediaSubtype
    /// The instant of capture.
    public let creationDate: Date?
    /// Where it was taken.
    public let location: CLLocation?
    /// The picture to begin with: a file of the library, which is only read.
    public let fullSizeImageURL: URL?
    /// How that picture is to be turned, as EXIF says it: 1 to 8.
    public let fullSizeImageOrientation: Int32
    /// The kind of file, by its bytes.
    public let uniformTypeIdentifier: String?
    /// The edit to go on with, if the program can.
    public let adjustmentData: PHAdjustmentData?

    init(_ asset: PHAsset, continuing adjustmentData: PHAdjustmentData?) {
        let picture = asset.picture(adjustmentData == nil ? .current : .unadjusted)
        mediaType = asset.mediaType
        mediaSubtypes = asset.mediaSubtypes
        creationDate = asset.creationDate
        location = asset.location
        fullSizeImageURL = picture.flatMap { try? asset.library.photoLibrary.localURL(of: $0.resource) }
        fullSizeImageOrientation = Int32(picture?.resource.orientation.rawValue ?? 1)
        uniformTypeIdentifier = picture?.uniformTypeIdentifier
        self.adjustmentData = adjustmentData
    }
}

/// An edit: the rendered picture, and how it was made.
public final class PHContentEditingOutput: NSObject {
    /// How the picture was made.
    public var adjustmentData: PHAdjustmentData?
    /// Where to write the rendered picture, in full size and upright, a JPEG or PNG: until the edit is made, or this goes away.
    public var renderedContentURL: URL { file.url }
    /// A request that is made later keeps it.
    let file = RenderedFile()

    /// An edit of a photo.
    public init(contentEditingInput: PHContentEditingInput) {}

    /// An edit of a photo that is made in the same block.
    public init(placeholderForCreatedAsset: PHObjectPlaceholder) {}
}

/// A temporary file, which is removed with the last who needs it.
final class RenderedFile: Sendable {
    let url = FileManager.default.temporaryDirectory.appendingPathComponent("\(UUID().uuidString).jpg")

    deinit { try? FileManager.default.removeItem(at: url) }
}

extension PHAsset {
    /// Gives the photo to be edited.
    ///
    /// Calls the handler once on this thread, before it returns: with `nil` for what cannot be edited, and why in
    /// ``PHContentEditingInputErrorKey``.
    @discardableResult
    public func requestContentEditingInput(
        with options: PHContentEditingInputRequestOptions?,
        completionHandler: @escaping (PHContentEditingInput?, [AnyHashable: Any]) -> Void
    ) -> PHContentEditingInputRequestID {
        guard canPerform(.content) else {
            let error = PhotoLibraryError(
                .requestNotSupportedForAsset, "Only photos can be edited, not films or other files.",
                identifier: localIdentifier)
            completionHandler(nil, [PHContentEditingInputErrorKey: PHPhotosError(error)])
            return 0
        }
        let adjustments = hasAdjustments ? try? library.photoLibrary.adjustmentData(of: localIdentifier) : nil
        let known = adjustments.map(PHAdjustmentData.init).flatMap { data in
            options?.canHandleAdjustmentData(data) == true ? data : nil
        }
        let input = PHContentEditingInput(self, continuing: known)
        guard input.fullSizeImageURL != nil else {
            let error = PhotoLibraryError(
                .networkAccessRequired, "The photo is not on this machine. Load its original first.",
                identifier: localIdentifier)
            completionHandler(
                nil,
                [PHContentEditingInputErrorKey: PHPhotosError(error), PHContentEditingInputResultIsInCloudKey: true])
            return 0
        }
        completionHandler(input, [:])
        return 0
    }
}
