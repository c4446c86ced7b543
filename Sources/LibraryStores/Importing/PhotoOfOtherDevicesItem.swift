public import PhotoModel

/// The result of importing a photo that other devices of the registry have.
public struct PhotoOfOtherDevicesItem: Sendable {
    /// What was done with a photo.
    public enum Outcome: String, Sendable, CaseIterable {
        /// The photo is in the library.
        case imported
        /// The library has the photo already, perhaps with other metadata.
        case duplicate
        /// The photo was left out, because a person deleted it here, or because it is no photo.
        case leftOut
        /// No store that can be reached has all of its files.
        case notInStores
        /// The photo could not be fetched or imported.
        case failed
    }

    /// The name of its original at its first import, or its digest.
    public let name: String
    /// The number of bytes of its files.
    public let bytes: Int64
    /// What was done.
    public let outcome: Outcome
    /// The local identifier of the photo; `nil` if the library does not have it.
    public let localIdentifier: String?
    /// Why it failed or was left out; `nil` if it did not.
    public let error: PhotoLibraryError?
}

/// The numbers of an import of the photos of other devices.
public struct PhotosOfOtherDevicesSummary: Sendable, Hashable {
    /// The photos by what was done with them.
    public internal(set) var counts: [PhotoOfOtherDevicesItem.Outcome: Int] = [:]
    /// The stores that could not be used, by their names.
    public internal(set) var unavailableStores: [String: PhotoLibraryError] = [:]

    /// Nothing was imported.
    public init() {}

    /// The photos that came.
    public var imported: Int { counts[.imported, default: 0] }
    /// The photos whose files are in no store that could be reached.
    public var notInStores: Int { counts[.notInStores, default: 0] }
    /// The photos that could not be fetched or imported.
    public var failed: Int { counts[.failed, default: 0] }
}
