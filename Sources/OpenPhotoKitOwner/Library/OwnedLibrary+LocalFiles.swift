internal import AssetLoading
public import Foundation
internal import OpenPhotoKit
internal import Originals
public import PhotoModel
package import SystemPackage

extension OwnedLibrary {
    /// The URL of the file of a resource, or `nil` for a file that is not on this machine.
    ///
    /// Bytes that are not UTF-8 are percent-encoded. The file may be missing or changed. Bytes read from the URL are
    /// not compared with the digest; use ``requestData(for:options:progress:)`` for that.
    public func localURL(of resource: AssetResource) -> URL? {
        localPath(of: resource).flatMap { URL(string: $0.fileURL) }
    }

    /// The same location as a byte-exact path.
    package func localPath(of resource: AssetResource) -> FilePath? {
        local.context.originals.path(of: resource.location)
    }
}
