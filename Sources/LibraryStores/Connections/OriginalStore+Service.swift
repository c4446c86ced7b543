internal import PhotoModel
internal import RemoteStores
internal import SystemSupport

extension OriginalStore {
    /// Tries what a store needs of its service.
    ///
    /// - Throws: `changeNotSupported` if the service lacks something: originals could be lost in it.
    func checkService(_ cancellation: Cancellation) throws {
        let missing = Set(StoreCapability.allCases).subtracting(try client.probe(cancellation))
        guard !missing.isEmpty else { return }
        throw PhotoLibraryError(
            .changeNotSupported,
            "The service of the store “\(name)” cannot do what a store needs: "
                + missing.map(\.rawValue).sorted().joined(separator: ", ")
                + ". Originals could be lost in it, so it is not used. Use another service.")
    }
}
