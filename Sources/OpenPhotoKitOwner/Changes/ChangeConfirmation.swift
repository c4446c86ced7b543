internal import Foundation
internal import LibraryInterface
package import LibraryRPC
internal import PhotoCatalog
package import PhotoModel
internal import Synchronization

/// Asks the owner whether an app may change photos that it did not add.
///
/// Blocks until the owner answers, or until the second argument returns `true` because the app has cancelled.
///
/// - Returns: The answer; `nil` if the owner cannot be asked.
package typealias ChangeConfirmation = @Sendable (ForeignChange, _ isCancelled: () -> Bool) -> Bool?

/// The photos in a block of changes that the app did not add itself.
package struct ForeignChange: Sendable, Hashable, Codable {
    package var deleted: [String] = []
    package var changed: [String] = []
}

extension LocalLibrary {
    /// Lets the owner confirm what a block of changes does to photos that the app did not add.
    ///
    /// - Parameter isCancelled: Whether the app has cancelled the change; asked while the owner decides.
    /// - Returns: The photos whose change the owner has confirmed.
    /// - Throws: `userCancelled` if the owner does not allow the change; `cancelled`; the errors of reading the
    ///   library.
    func confirm(_ steps: [ChangeStep], unless isCancelled: () -> Bool) throws(PhotoLibraryError) -> Set<String> {
        let access = catalog.access
        guard let confirmation, let app = access.app, access.mayRead, !access.options.contains(.mayChange) else {
            return []
        }
        let named = steps.compactMap(\.changedAsset)
        let seen = try catalog.assets(named)
        let own = try owners.catalog.ownAssets(of: app, among: named)
        func isForeign(_ asset: String) -> Bool { seen[asset] != nil && !own.contains(asset) }
        // A photo that is changed and deleted is deleted.
        let deleted = Set(steps.compactMap(\.deletedAsset).filter(isForeign))
        let changed = Set(named.filter(isForeign)).subtracting(deleted)
        let change = ForeignChange(deleted: deleted.sorted(), changed: changed.sorted())
        guard !(deleted.isEmpty && changed.isEmpty), let isAllowed = confirmation(change, isCancelled) else {
            return []
        }
        guard isAllowed else {
            if isCancelled() { throw .changeCancelled }
            throw PhotoLibraryError(
                .userCancelled, "The owner of the library did not allow the change. Nothing was changed.")
        }
        return deleted.union(changed)
    }
}

extension OwnedLibrary {
    /// Asks the owner on a page whether an app may change photos that it did not add.
    ///
    /// Blocks until the owner answers, at most 10 minutes if no browser opens the page.
    ///
    /// - Parameter isCancelled: Asked several times a second. When it is `true`, the page closes.
    /// - Returns: Whether the owner allows the change.
    /// - Throws: `libraryUnavailable` if the page cannot be shown; `accessUserDenied` if this object does not have the
    ///   owner's access.
    package func confirm(
        _ change: ForeignChange, by app: PickingApp, unless isCancelled: () -> Bool
    ) throws(PhotoLibraryError) -> Bool {
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
        while isAnswered.wait(timeout: .now() + .milliseconds(200)) == .timedOut, !isCancelled() {}
        withExtendedLifetime(process) {}
        return try answer.withLock { $0 }?.get() ?? false
    }
}

extension ChangeStep {
    fileprivate var deletedAsset: String? { if case .change(.delete(let asset, _)) = self { asset } else { nil } }

    /// The asset that the step deletes or changes; `nil` for a step that adds, or changes a collection.
    fileprivate var changedAsset: String? {
        switch self {
        case .change(.delete(let asset, _)), .change(.set(_, let asset)), .change(.revert(let asset)),
            .edit(_, let asset):
            asset
        default: nil
        }
    }
}
