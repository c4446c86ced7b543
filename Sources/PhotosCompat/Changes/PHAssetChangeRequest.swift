public import Foundation
internal import OpenPhotoKit

/// A request for a change.
///
/// Create and use it only inside the block of `performChanges`.
public class PHChangeRequest: NSObject {
    let block: ChangeBlock

    init(_ block: ChangeBlock) { self.block = block }
}

/// A request to create, change or delete an asset.
public class PHAssetChangeRequest: PHChangeRequest {
    private enum Subject {
        case asset(String)
        case creation(Creation)
    }

    private let subject: Subject

    /// The new capture time; `nil` for the capture time in the files, which do not change.
    ///
    /// It is stored as local time in the time zone of this process. A date outside of the years 1 to 9999 fails the
    /// block with `changeNotSupported`.
    public var creationDate: Date? {
        didSet {
            guard let creationDate else { return set(.captureTime(.original)) }
            guard let time = CaptureTime(creationDate, in: .current) else {
                return block.refuse("The date is impossible: dates are in the years 1 to 9999.")
            }
            set(.captureTime(.set(time)))
        }
    }

    /// The new place; `nil` removes the place.
    ///
    /// An impossible place fails the block with `changeNotSupported`: latitudes are −90 to 90 degrees, longitudes −180
    /// to 180 degrees.
    public var location: CLLocation? {
        didSet {
            guard let location else { return set(.location(.set(nil))) }
            guard let place = location.place else {
                return block.refuse(
                    "The place is impossible: latitudes are −90 to 90 degrees, longitudes −180 to 180.")
            }
            set(.location(.set(place)))
        }
    }
    /// Whether the asset will be a favourite.
    public var isFavorite: Bool { didSet { set(.favorite(isFavorite)) } }
    /// Whether the asset will be hidden.
    public var isHidden: Bool { didSet { set(.hidden(isHidden)) } }

    /// A change of an asset.
    public convenience init(for asset: PHAsset) {
        let block = ChangeBlock.required()
        self.init(block, .asset(block.identifiers([asset], PHAsset.self).first ?? ""), asset.asset)
    }

    /// A change of an asset that is created in the same block.
    required convenience init(creationIn block: ChangeBlock) { self.init(block, .creation(Creation(block)), nil) }

    private init(_ block: ChangeBlock, _ subject: Subject, _ asset: Asset?) {
        self.subject = subject
        creationDate = asset?.creationDate
        location = asset?.location.map(CLLocation.init)
        isFavorite = asset?.isFavorite ?? false
        isHidden = asset?.isHidden ?? false
        super.init(block)
    }

    /// Requests an asset with a photo, which is stored as a JPEG in sRGB; transparent pixels become white.
    ///
    /// Its ``creationDate`` is now, because a picture in memory states none. Use ``PHAssetCreationRequest`` to store
    /// the bytes of a file with its metadata. A picture that cannot be decoded fails the block with `invalidResource`.
    @discardableResult
    public class func creationRequestForAsset(from image: UIImage) -> Self {
        let request = self.init(creationIn: .required())
        request.block.ask { _ in
            guard let data = image.jpegData(compressionQuality: 0.95) else {
                throw PhotoLibraryError(.invalidResource, "The picture cannot be decoded.")
            }
            request.creation?.addResource(.photo, .data(data, filename: "Photo.jpg"))
        }
        request.creationDate = Date()
        return request
    }

    /// Requests an asset with a photo, which is copied; `nil` if the file does not exist.
    ///
    /// A file that is not a photo fails the block with `invalidResource`.
    @discardableResult
    public class func creationRequestForAssetFromImage(atFileURL fileURL: URL) -> Self? {
        creation(of: fileURL, .photo)
    }

    /// Requests an asset with a video, which is copied; `nil` if the file does not exist.
    ///
    /// A file that is not a video fails the block with `invalidResource`.
    @discardableResult
    public class func creationRequestForAssetFromVideo(atFileURL fileURL: URL) -> Self? {
        creation(of: fileURL, .video)
    }

    private class func creation(of file: URL, _ type: PHAssetResourceType) -> Self? {
        let block = ChangeBlock.required()
        guard FileManager.default.fileExists(atPath: file.path) else { return nil }
        let request = self.init(creationIn: block)
        request.creation?.addResource(type, .file(FilePath(file.path)))
        return request
    }

    /// Requests that assets are moved to the recently deleted.
    public class func deleteAssets(_ assets: any NSFastEnumeration) {
        ChangeBlock.required().ask(for: assets, PHAsset.self) { try $0.deleteAssets($1) }
    }

    /// The placeholder of the created asset, usable in the rest of the block and valid after it has succeeded; `nil` if
    /// this request creates no asset.
    ///
    /// A photo that is already in the library is not stored twice: the placeholder is that of the existing asset.
    public var placeholderForCreatedAsset: PHObjectPlaceholder? {
        creation.map { PHObjectPlaceholder($0, in: block.library) }
    }

    /// The edit, which replaces an earlier one.
    ///
    /// Write its rendered picture and set its adjustment data before.
    public var contentEditingOutput: PHContentEditingOutput? {
        didSet {
            guard let output = contentEditingOutput else { return }
            guard let data = output.adjustmentData else {
                return block.refuse("An edit needs adjustment data: set it in the content editing output.")
            }
            // An asset that is created in this block is edited at the end of the block.
            ask { [file = output.file] changes, asset in
                try changes.editAsset(asset, rendered: .file(FilePath(file.url.path)), adjustmentData: data.core)
            }
        }
    }

    /// Requests that the edit of the photo is removed.
    public func revertAssetContentToOriginal() { ask { try $0.revertAssets([$1]) } }

    var creation: Creation? { if case .creation(let creation) = subject { creation } else { nil } }

    private func set(_ property: AssetProperty) { ask { try $0.set(property, ofAssets: [$1]) } }

    private func ask(_ step: @escaping @Sendable (ChangeRequests, String) throws -> Void) {
        switch subject {
        case .asset(let identifier): block.ask { try step($0, identifier) }
        case .creation(let creation): creation.then(step)
        }
    }
}
