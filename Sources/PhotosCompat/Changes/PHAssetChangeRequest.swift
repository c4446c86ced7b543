public import Foundation
internal import OpenPhotoKit

/// Asks for a change; made inside the block of `performChanges` and used there alone.
public class PHChangeRequest: NSObject {
    let block: ChangeBlock

    init(_ block: ChangeBlock) { self.block = block }
}

/// Asks for an asset to be made, changed or deleted.
public class PHAssetChangeRequest: PHChangeRequest {
    private enum Subject {
        case asset(String)
        case creation(Creation)
    }

    private let subject: Subject

    /// What is to be the instant of capture; `nil` for what the files say, which is kept in any case.
    ///
    /// A clock of this process's time zone is taken to have shown it. A date outside of the years 1 to 9999 fails the block
    /// with `changeNotSupported`.
    public var creationDate: Date? {
        didSet {
            guard let creationDate else { return set(.captureTime(.original)) }
            guard let time = CaptureTime(creationDate, in: .current) else {
                return block.refuse("The date is impossible: dates are in the years 1 to 9999.")
            }
            set(.captureTime(.set(time)))
        }
    }

    /// Where it was taken; `nil` removes the place.
    ///
    /// A place that does not exist fails the block with `changeNotSupported`: latitudes are −90 to 90, longitudes −180 to 180.
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
    /// Whether it is to be a favourite.
    public var isFavorite: Bool { didSet { set(.favorite(isFavorite)) } }
    /// Whether it is to be hidden.
    public var isHidden: Bool { didSet { set(.hidden(isHidden)) } }

    /// A change of an asset.
    public convenience init(for asset: PHAsset) {
        let block = ChangeBlock.required()
        self.init(block, .asset(block.identifiers([asset], PHAsset.self).first ?? ""), asset.asset)
    }

    /// A change of an asset that is made.
    required convenience init(creationIn block: ChangeBlock) { self.init(block, .creation(Creation(block)), nil) }

    private init(_ block: ChangeBlock, _ subject: Subject, _ asset: Asset?) {
        self.subject = subject
        creationDate = asset?.creationDate
        location = asset?.location.map(CLLocation.init)
        isFavorite = asset?.isFavorite ?? false
        isHidden = asset?.isHidden ?? false
        super.init(block)
    }

    /// Asks for an asset of a photo, which is copied; `nil` if there is no file.
    ///
    /// A file that is no photo fails the block with `invalidResource`.
    @discardableResult
    public class func creationRequestForAssetFromImage(atFileURL fileURL: URL) -> Self? {
        creation(of: fileURL, .photo)
    }

    /// Asks for an asset of a video, which is copied; `nil` if there is no file.
    ///
    /// A file that is no video fails the block with `invalidResource`.
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

    /// Asks for assets to be moved to the recently deleted.
    public class func deleteAssets(_ assets: any NSFastEnumeration) {
        ChangeBlock.required().ask(for: assets, PHAsset.self) { try $0.deleteAssets($1) }
    }

    /// What is made: usable in the rest of the block, and valid when it has succeeded; `nil` if nothing is.
    ///
    /// A photo that the library has already is not stored twice: the placeholder is its asset's.
    public var placeholderForCreatedAsset: PHObjectPlaceholder? {
        creation.map { PHObjectPlaceholder($0, in: block.library) }
    }

    /// An edit, which takes the place of an earlier one: its rendered picture is written and its adjustment data set before.
    public var contentEditingOutput: PHContentEditingOutput? {
        didSet {
            guard let output = contentEditingOutput else { return }
            guard let data = output.adjustmentData else {
                return block.refuse("An edit has adjustment data: set them in the content editing output.")
            }
            // An asset that the block makes is edited at its end.
            ask { [file = output.file] changes, asset in
                try changes.editAsset(asset, rendered: .file(FilePath(file.url.path)), adjustmentData: data.core)
            }
        }
    }

    /// Asks for the edit of the photo to be removed.
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
