public import Foundation
internal import OpenPhotoKit
internal import OpenPhotoKitOwner
internal import SystemSupport

/// The description of an edit, in the format of the editing program.
public final class PHAdjustmentData: NSObject, Sendable {
    let core: AdjustmentData

    /// Adjustment data with these values.
    ///
    /// - Parameter formatIdentifier: In reverse domain notation: `org.example.editor`.
    public convenience init(formatIdentifier: String, formatVersion: String, data: Data) {
        self.init(AdjustmentData(formatIdentifier: formatIdentifier, formatVersion: formatVersion, data: data))
    }

    init(_ core: AdjustmentData) { self.core = core }

    /// The identifier of the format of ``data``.
    public var formatIdentifier: String { core.formatIdentifier }
    /// The version of the format.
    public var formatVersion: String { core.formatVersion }
    /// The data that the program needs to continue the edit.
    public var data: Data { core.data }
}

/// Identifies a request for a photo to edit.
public typealias PHContentEditingInputRequestID = Int

/// In the `info` of a request: the ``PHPhotosError`` if the photo cannot be edited.
public let PHContentEditingInputErrorKey: String = "PHContentEditingInputErrorKey"
/// In the `info` of a request: whether it was cancelled.
///
/// Never set, because the request completes before it returns.
public let PHContentEditingInputCancelledKey: String = "PHContentEditingInputCancelledKey"
/// In the `info` of a request: `true` if the photo is not on this machine.
///
/// It is not fetched for editing.
public let PHContentEditingInputResultIsInCloudKey: String = "PHContentEditingInputResultIsInCloudKey"

/// Options of a request for a photo to edit.
public final class PHContentEditingInputRequestOptions: NSObject {
    /// Whether the program can continue an edit with these adjustment data.
    ///
    /// If so, it gets the original and the adjustment data.
    ///
    /// Otherwise, and by default, it gets the edited photo.
    public var canHandleAdjustmentData: (PHAdjustmentData) -> Bool = { _ in false }
    /// Whether the photo may be fetched over the network.
    ///
    /// It has no effect: only photos on this machine can be edited.
    public var isNetworkAccessAllowed = false
    /// A progress handler for the network.
    ///
    /// It is never called, see ``isNetworkAccessAllowed``.
    public var progressHandler: ((Double, UnsafeMutablePointer<ObjCBool>) -> Void)?

    /// Options of a program that cannot continue earlier edits.
    public override init() {}
}

/// A photo to edit.
public final class PHContentEditingInput: NSObject, Sendable {
    /// The media type.
    public let mediaType: PHAssetMediaType
    /// The media subtypes.
    public let mediaSubtypes: PHAssetMediaSubtype
    /// The instant of capture.
    public let creationDate: Date?
    /// Where it was taken.
    public let location: CLLocation?
    /// The picture to edit: a file of the library, or a copy if another process has the library.
    ///
    /// Do not change it. A copy exists until this object is released.
    public let fullSizeImageURL: URL?
    /// The orientation of that picture as an EXIF value: 1 to 8.
    public let fullSizeImageOrientation: Int32
    /// The file type, determined from its bytes.
    public let uniformTypeIdentifier: String?
    /// The adjustment data of the edit to continue, if the program can continue it.
    public let adjustmentData: PHAdjustmentData?
    private let copy: TemporaryFile?

    /// - Throws: The reason why the picture cannot be copied.
    init(_ asset: PHAsset, continuing adjustmentData: PHAdjustmentData?) throws {
        let picture = asset.picture(adjustmentData == nil ? .current : .unadjusted)
        mediaType = asset.mediaType
        mediaSubtypes = asset.mediaSubtypes
        creationDate = asset.creationDate
        location = asset.location
        let url = try picture.flatMap { try asset.library.ownedLibrary?.localURL(of: $0.resource) }
        copy = try url == nil ? picture.map { try TemporaryFile(copying: $0.resource, in: asset.library) } : nil
        fullSizeImageURL = url ?? copy?.url
        fullSizeImageOrientation = Int32(picture?.resource.orientation.rawValue ?? 1)
        uniformTypeIdentifier = picture?.uniformTypeIdentifier
        self.adjustmentData = adjustmentData
    }
}

/// An edit: the rendered picture and the adjustment data.
public final class PHContentEditingOutput: NSObject {
    /// The adjustment data.
    public var adjustmentData: PHAdjustmentData?
    /// The URL for the rendered picture, a JPEG or PNG in full size and upright.
    ///
    /// The file exists until the edit is made, or until this object is released.
    public var renderedContentURL: URL { file.url }
    /// A change request holds a reference to the file until the edit is made.
    let file = TemporaryFile(named: "jpg")

    /// An edit of a photo.
    public init(contentEditingInput: PHContentEditingInput) {}

    /// An edit of a photo that is created in the same block.
    public init(placeholderForCreatedAsset: PHObjectPlaceholder) {}
}

/// A temporary file, which is removed with the last reference to this object.
final class TemporaryFile: Sendable {
    let url: URL
    /// `nil` if no folder can be made; then no file can be written at the URL.
    private let folder: ScratchFolder?

    /// A path at which no file exists yet, with this extension.
    init(named pathExtension: String) {
        folder = try? ScratchFolder()
        let parent =
            folder.map { URL(fileURLWithPath: $0.path.string) }
            ?? FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
        url = parent.appendingPathComponent("Picture").appendingPathExtension(pathExtension)
    }

    /// Copies the bytes of a resource, and blocks.
    convenience init(copying resource: AssetResource, in library: PHPhotoLibrary) throws {
        self.init(named: resource.originalFilename?.extension ?? "jpg")
        try library.photoLibrary.data(of: resource, options: ResourceRequestOptions()).write(to: url)
    }
}

extension PHAsset {
    /// Requests the photo for editing.
    ///
    /// Calls the handler once on this thread, before it returns. If the asset cannot be edited, the input is `nil` and
    /// the error is in ``PHContentEditingInputErrorKey``.
    @discardableResult
    public func requestContentEditingInput(
        with options: PHContentEditingInputRequestOptions?,
        completionHandler: @escaping (PHContentEditingInput?, [AnyHashable: Any]) -> Void
    ) -> PHContentEditingInputRequestID {
        guard canPerform(.content) else {
            let error = PhotoLibraryError(
                .requestNotSupportedForAsset, "Only photos can be edited, not videos or other files.",
                identifier: localIdentifier)
            completionHandler(nil, [PHContentEditingInputErrorKey: PHPhotosError(error)])
            return 0
        }
        let adjustments = hasAdjustments ? try? library.photoLibrary.adjustmentData(of: localIdentifier) : nil
        let known = adjustments.map(PHAdjustmentData.init).flatMap { data in
            options?.canHandleAdjustmentData(data) == true ? data : nil
        }
        do {
            completionHandler(try PHContentEditingInput(self, continuing: known), [:])
        } catch {
            let failure = PhotoLibraryError(converting: error)
            var info: [AnyHashable: Any] = [PHContentEditingInputErrorKey: PHPhotosError(failure)]
            if failure.code == .networkAccessRequired { info[PHContentEditingInputResultIsInCloudKey] = true }
            completionHandler(nil, info)
        }
        return 0
    }
}
