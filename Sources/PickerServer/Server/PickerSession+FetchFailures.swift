internal import OpenPhotoKitOwner
internal import PhotoModel

extension PickerSession {
    /// Why the file of a photo could not be fetched and what helps, for all stores that have it.
    ///
    /// The message of the error is that of the store that was asked last.
    func sentence(about error: any Error, _ file: AssetResource) -> String {
        let error = PhotoLibraryError(converting: error)
        let stores = (try? library.namesOfStores(having: file).map { "“\($0)”" }) ?? []
        guard Self.errorsOfStores.contains(error.code), let last = stores.last else { return error.message }
        if stores.count > 1 {
            let names = "\(stores.dropLast().joined(separator: ", ")) and \(last)"
            return "The original is on the stores \(names), and none of them can be used now. "
                + "Connect one of them, and try again."
        }
        guard error.code == .networkError else { return error.message }
        return "The original is on the store \(last), which cannot be reached. Connect it, and try again."
    }

    private static let errorsOfStores: Set<PhotoLibraryError.Code> = [
        .networkError, .accessUserDenied, .invalidResource, .sourceChanged,
    ]
}
