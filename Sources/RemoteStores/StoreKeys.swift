extension StoreKey {
    /// The file that says what the store is.
    package static let description: StoreKey = StoreKey(valid: "store.json")
}
