internal import OpenPhotoKit
internal import PhotoModel
internal import SystemSupport

extension PHPhotoLibrary {
    /// Asks the owner to choose other photos for this app.
    ///
    /// Does nothing unless the access is ``PHAuthorizationStatus/limited``.
    @preconcurrency
    public func presentLimitedLibraryPicker(from controller: UIViewController) {
        presentLimitedLibraryPicker(from: controller) { _ in }
    }

    /// Asks the owner to choose other photos for this app.
    ///
    /// - Parameter completionHandler: Called on another thread, with the local identifiers of the newly selected
    ///   assets; none if the access is not ``PHAuthorizationStatus/limited``, or if no asset is new.
    public func presentLimitedLibraryPicker(
        from controller: UIViewController, completionHandler: @escaping @Sendable ([String]) -> Void
    ) {
        Task { completionHandler(await newlySelected()) }
    }

    /// Asks the owner to choose other photos for this app, and waits for the answer.
    ///
    /// - Returns: The local identifiers of the newly selected assets.
    public func presentLimitedLibraryPicker(from controller: UIViewController) async -> [String] {
        await newlySelected()
    }

    private func newlySelected() async -> [String] {
        do { return try await blocking({ try self.photoLibrary }).chooseLimitedSelection().added } catch {
            AppNotice.write("No other photos can be requested. \(PhotoLibraryError(converting: error).message)")
            return []
        }
    }
}
