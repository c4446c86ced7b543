package import Foundation
package import LibraryRPC
package import PhotoModel
internal import Synchronization

/// A page on which the owner answers what an app asks for.
///
/// It closes when the object is released.
package final class RequestPage: Sendable {
    private let process: PickerProcess

    /// Shows the page, which writes the answer to the library itself.
    ///
    /// - Throws: `libraryUnavailable`; `accessUserDenied` if `library` does not have the owner's access.
    package init(
        for request: AppAccess.Request, of app: PickingApp, in library: PhotoLibrary
    ) throws(PhotoLibraryError) {
        process = try PickerProcess(PickerJob(app, .answer(request)), of: try library.local.folder.path) { _ in }
    }
}

extension PhotoLibrary {
    /// Asks the owner on a page whether an app may change photos that it did not add.
    ///
    /// Blocks until the owner answers, at most 10 minutes if nobody opens the page.
    ///
    /// - Returns: Whether the owner allows the change.
    /// - Throws: `libraryUnavailable` if the page cannot be shown; `accessUserDenied` if this object does not have the
    ///   owner's access.
    package func confirm(_ change: ForeignChange, by app: PickingApp) throws(PhotoLibraryError) -> Bool {
        let answer = Mutex<Result<Bool, PhotoLibraryError>?>(nil)
        let isAnswered = DispatchSemaphore(value: 0)
        let job = PickerJob(app, .confirm(deleting: change.deleted, changing: change.changed))
        let process = try PickerProcess(job, of: local.folder.path) { report in
            let result: Result<Bool, PhotoLibraryError>
            switch report {
            case .opened, .selected: return
            case .allowed: result = .success(true)
            case .picked, .cancelled: result = .success(false)
            case .failed(let error): result = .failure(error)
            }
            // The end of the process follows the answer.
            answer.withLock { $0 = $0 ?? result }
            isAnswered.signal()
        }
        isAnswered.wait()
        withExtendedLifetime(process) {}
        return try answer.withLock { $0 }?.get() ?? false
    }
}

extension ProcessInfo {
    /// Whether this process can show windows to its user.
    package var hasDesktop: Bool {
        ["DISPLAY", "WAYLAND_DISPLAY"].contains { environment[$0]?.isEmpty == false }
    }
}
