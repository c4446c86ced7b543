public import Foundation
internal import OpenPhotoKit

/// Asks for an asset of one or several files.
public final class PHAssetCreationRequest: PHAssetChangeRequest {
    /// Asks for an asset; add its files before the identifier of its placeholder is used.
    @discardableResult
    public class func forAsset() -> Self { self.init(creationIn: .required()) }

    /// Whether files of these ``PHAssetResourceType``s can be one asset.
    public class func supportsAssetResourceTypes(_ types: [NSNumber]) -> Bool {
        let kinds = types.map { PHAssetResourceType(rawValue: $0.intValue)?.kind }
        return !kinds.contains(nil) && AssetCreationRequest.supports(kinds.compactMap { $0 })
    }

    /// Adds a file, which is copied, or taken away afterwards if the options say so.
    public func addResource(with type: PHAssetResourceType, fileURL: URL, options: PHAssetResourceCreationOptions?) {
        let path = FilePath(fileURL.path)
        let isMoved = options?.shouldMoveFile == true
        guard let name = options?.originalFilename, name != path.lastComponent?.string else {
            creation?.addResource(type, .file(path), moved: isMoved ? path : nil)
            return
        }
        // Only bytes are stored under a name of one's own.
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

/// How a file becomes a part of an asset.
public final class PHAssetResourceCreationOptions: NSObject, NSCopying {
    /// The name that the file is known by; `nil` for its own.
    public var originalFilename: String?
    /// Whether the file is removed once the asset is there and the library's copy was read back and is equal.
    ///
    /// A link stays, and so does what is a file of the library itself.
    public var shouldMoveFile = false

    /// Options to copy the file under its own name.
    public override init() {}

    /// Options of the same values.
    public func copy(with zone: NSZone? = nil) -> Any {
        let copy = PHAssetResourceCreationOptions()
        copy.originalFilename = originalFilename
        copy.shouldMoveFile = shouldMoveFile
        return copy
    }
}
