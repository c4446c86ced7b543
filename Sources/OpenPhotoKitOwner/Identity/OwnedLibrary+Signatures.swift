internal import PhotoCatalog
package import PhotoModel

extension OwnedLibrary {
    /// The content signature of the asset's original, or of the preview in it if it is raw; `nil` if nothing of it
    /// could be decoded.
    ///
    /// - Parameter isEdited: Whether to return that of the edited picture instead.
    package func signature(of localIdentifier: String, isEdited: Bool = false) throws -> ContentSignature? {
        let pictures: [SignedPicture] = isEdited ? [.edited] : [.original, .rawPreview]
        for picture in pictures {
            if let signed = try catalog.signedAsset(withLocalIdentifier: localIdentifier, picture) {
                return signed.signature
            }
        }
        return nil
    }
}
