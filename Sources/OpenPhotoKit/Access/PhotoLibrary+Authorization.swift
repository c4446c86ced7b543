internal import Foundation
internal import LibraryInterface
public import PhotoModel

// The access of the process that uses the library. The owner's own process always has it.
extension PhotoLibrary {
    /// What this app may do.
    ///
    /// `AuthorizationStatus.restricted` if the broker cannot be asked: the owner has decided nothing by that.
    public func authorizationStatus(for level: AccessLevel) -> AuthorizationStatus {
        (try? service.appState().status(for: level)) ?? .restricted
    }

    /// Asks the owner for access, and waits for the decision.
    ///
    /// Returns at once if the owner has decided already. If the owner closes the page or dismisses the request, nothing
    /// is decided: this request gives `AuthorizationStatus.notDetermined`, and the next one asks the owner again.
    ///
    /// - Returns: The status after the decision.
    /// - Throws: `libraryUnavailable`; `limitExceeded` if the app asks more than 20 times in a minute, or if too many
    ///   apps wait; `cancelled` if the task is cancelled, which does not take the request back.
    public func requestAuthorization(for level: AccessLevel) async throws -> AuthorizationStatus {
        try await waitForOwner(after: level == .readWrite ? .readWrite : .addOnly).status(for: level)
    }

    /// Asks the owner to choose other photos for this app, and waits for the answer.
    ///
    /// Does nothing unless the status for `AccessLevel.readWrite` is `AuthorizationStatus.limited`.
    ///
    /// - Returns: The local identifiers of the assets that entered the selection and of those that left it.
    /// - Throws: `libraryUnavailable`, `cancelled`.
    public func chooseLimitedSelection() async throws -> (added: [String], removed: [String]) {
        guard try await requesting({ [service] in try service.appState() }).readWrite == .limited else {
            return ([], [])
        }
        let old = try await requesting { [reader] in try reader.allLocalIdentifiers() }
        _ = try await waitForOwner(after: .selection)
        let new = try await requesting { [reader] in try reader.allLocalIdentifiers() }
        let (before, after) = (Set(old), Set(new))
        return (new.filter { !before.contains($0) }, old.filter { !after.contains($0) })
    }

    /// Sends a request to the owner, and waits until it is answered.
    private func waitForOwner(after request: AppAccess.Request) async throws -> AppState {
        let signal = try await requesting { [service] in try service.watch().changeSignal() }
        try await requesting { [service] in try service.ask(for: request) }
        var state = try await requesting { [service] in try service.appState() }
        var signals = signal.makeAsyncIterator()
        if state.waiting == request, !ownerHasDesktop {
            AppNotice.write(
                "The request waits for the owner of the photo library, who has no desktop to show it on. The command "
                    + "“photos access pending” lists what apps ask for.")
        }
        while state.waiting == request {
            guard await signals.next() != nil else {
                guard !Task.isCancelled else {
                    throw PhotoLibraryError(.cancelled, "The app no longer waits for the owner's decision.")
                }
                throw try service.watch().unavailability
                    ?? PhotoLibraryError(.libraryUnavailable, "The library can no longer be used.")
            }
            state = try await requesting { [service] in try service.appState() }
        }
        return state
    }
}
