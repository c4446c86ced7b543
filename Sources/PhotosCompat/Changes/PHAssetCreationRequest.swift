public import Foundation
internal import OpenPhotoKit

/// A request for an asset with one or several files.
public final class PHAssetCreationRequest: PHAssetChangeRequest {
    /// Requests an asset.
    ///
    /// Add its files before you read the identifier of its placeholder.
    @discardableResult
    public class func forAsset() -> Self { self.init(creationIn: .required()) }

    /// Whether files of these ``PHAssetResourceType``s can be one asset.
    public class func supportsAssetResourceTypes(_ types: [NSNumber]) -> Bool {
        let kinds = types.map { PHAssetResourceType(rawValue: $0.intValue)?.kind }
        return !kinds.contains(nil) && AssetCreationRequest.supports(kinds.compactMap { $0 })
    }

    /// Adds a file, which is copied.
    ///
    /// It is removed afterwards if the options request that.
    public func addResource(with type: PHAssetResourceType, fileURL: URL, options: PHAssetResourceCreationOptions?) {
        let path = FilePath(fileURL.path)
        let isMoved = options?.shouldMoveFile == true
        guard let name = options?.originalFilename, name != path.lastComponent?.string else {
            creation?.addResource(type, .file(path), moved: isMoved ? path : nil)
            return
        }
        // The bytes must be read to store them under another name.
        block.ask { _ in
            do {
                creation?.addResource(
                    type, .data(try Data(contentsOf: fileURL, options: .alwaysMapped), filename: name),
                    moved: isMoved ? path : nil)
            } catch {
                throw PhotoLibraryError(
                    .unreadable, "The file cannot be read.", path: fileURL.path, cause: error)
            }
        }
    }

    /// Adds bytes as a file.
    public func addResource(with type: PHAssetResourceType, data: Data, options: PHAssetResourceCreationOptions?) {
        creation?.addResource(type, .data(data, filename: options?.originalFilename ?? type.defaultFilename))
    }
}

/// Options for adding a file to an asset.
public final class PHAssetResourceCreationOptions: NSObject, NSCopying {
    /// The file name to store; `nil` for the name of the file.
    public var originalFilename: String?
    /// Whether the file is removed after the asset is stored and the library's copy was read back and is equal.
    ///
    /// A symbolic link is not removed, nor is a file of the library itself.
    public var shouldMoveFile = false

    /// Options to copy the file with its own name.
    public override init() {}

    /// Options with the same values.
    public func copy(with zone: NSZone? = nil) -> Any {
        let copy = PHAssetResourceCreationOptions()
        copy.originalFilename = originalFilename
        copy.shouldMoveFile = shouldMoveFile
        return copy
    }
}
