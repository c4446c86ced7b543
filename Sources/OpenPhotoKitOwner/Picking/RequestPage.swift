package import LibraryRPC
package import PhotoModel

/// A page on which the owner answers what an app asks for.
///
/// It closes when the object is released.
package final class RequestPage: Sendable {
    private let process: PickerProcess

    /// Whether the page can still be answered.
    package var isOpen: Bool { process.isRunning }

    /// Shows the page, which writes the answer to the library itself.
    ///
    /// - Throws: `libraryUnavailable`.
    package init(
        for request: AppAccess.Request, of app: PickingApp, in library: OwnedLibrary
    ) throws(PhotoLibraryError) {
        process = try PickerProcess(PickerJob(app, .answer(request)), of: library.local.folder.path) { _ in }
    }
}
