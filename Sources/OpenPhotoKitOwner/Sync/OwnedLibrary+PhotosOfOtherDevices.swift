package import AssetLoading
package import DecoderProcess
public import Foundation
public import LibraryStores
internal import PhotoModel

// The photos that other devices of the registry have and this library lacks.
extension OwnedLibrary {
    /// Imports the photos that other devices of the registry have and this library lacks.
    ///
    /// Each comes from a store that this library shares with the other devices, with all its files except edits, and
    /// keeps its identifier. What a person set for it counts after the next ``syncNow()``. A photo that a device
    /// deleted does not come. An interrupted import goes on where it stopped.
    ///
    /// - Parameters:
    ///   - progress: Counts bytes, and can cancel the work, as the task can.
    ///   - onItem: Called for each photo, one call at a time, on a private thread.
    /// - Returns: What was done. A photo that is in no store that can be reached is counted there, and so is a store
    ///   that fails.
    /// - Throws: `changeNotSupported` if photos are missing here and the library has no store; `notEnoughSpace`;
    ///   `cancelled`; `libraryReadOnly`; errors of the catalogue.
    @discardableResult
    public func importPhotosOfOtherDevices(
        progress: Progress? = nil, onItem: @escaping @Sendable (PhotoOfOtherDevicesItem) -> Void = { _ in }
    ) async throws -> PhotosOfOtherDevicesSummary {
        let loading = LoadProgress(showing: progress)
        return try await loading.run { [self] in
            try importPhotosOfOtherDevicesAndWait(loading: loading, onItem: onItem)
        }
    }

    /// Does the work on the calling thread, which it blocks, and counts the progress in `loading`.
    ///
    /// - Parameters:
    ///   - jobs: How many pictures are decoded at a time; 0 for one per core.
    ///   - decoding: Where pictures are decoded.
    package func importPhotosOfOtherDevicesAndWait(
        jobs: Int = 0, decoding: DecodingMode = .automatic, loading: LoadProgress,
        onItem: (PhotoOfOtherDevicesItem) -> Void
    ) throws -> PhotosOfOtherDevicesSummary {
        let photos = OtherDevicesImport(local.owners.stores, jobs: jobs, decoding) {
            [self] request, loading, onItem in
            try importFilesAndWait(request, loading: loading, onItem: onItem)
        }
        return try photos.run(loading, onItem: onItem)
    }
}
