internal import PhotoModel

extension StoreKey {
    /// The file that says what the store is.
    package static let description: StoreKey = StoreKey(valid: StoreFormat.fileName)
}
