public import Foundation
internal import PhotoModel

extension PHLivePhoto: NSItemProviderReading {
    /// The type of Live Photos that a person picked: `com.apple.live-photo-bundle`.
    public static var readableTypeIdentifiersForItemProvider: [String] { [TypeIdentifier.livePhotoBundle.rawValue] }

    /// A Live Photo of the picture in the bytes of a picked item.
    ///
    /// Load the item's file, a folder, or its movie for the video.
    ///
    /// - Throws: `PHPhotosError.invalidResource` if they have no picture that can be decoded.
    public static func object(withItemProviderData data: Data, typeIdentifier: String) throws -> PHLivePhoto {
        PHLivePhoto(try UIImage.object(withItemProviderData: data, typeIdentifier: typeIdentifier), [])
    }
}
