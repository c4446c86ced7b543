internal import Foundation
internal import LibraryInterface
internal import LibraryRPC
internal import OpenPhotoKitOwner
internal import PhotoModel
internal import Synchronization

/// The pages on which the owner answers one app.
final class AppPages: Sendable {
    private struct State {
        /// The finding about the last connection.
        var finding: ContainmentProbe.Finding?
        /// The page that answers the app's request; `nil` if the app does not wait.
        var request: RequestPage?
        /// The last selection of photos for the app.
        weak var pick: (any PickSession)?
        var recent = RecentPages()
    }

    private let name: String
    private let owners: OwnedLibrary
    private let state = Mutex(State())
    /// Locked while a page for a selection is opened, so that the app never has two.
    private let picking = Mutex(())
    /// Locked while the owner is asked about a change.
    private let confirming = Mutex(())

    init(_ name: String, _ owners: OwnedLibrary) {
        self.name = name
        self.owners = owners
    }

    /// What is known of the last connection.
    var finding: ContainmentProbe.Finding? {
        get { state.withLock { $0.finding } }
        set { state.withLock { $0.finding = newValue } }
    }

    /// The app as pages name it.
    private var app: PickingApp {
        let finding = finding
        return PickingApp(
            name: name, trust: finding?.identity ?? .claimed, isContained: finding?.containment == .contained)
    }

    /// Whether a page of the app is open, or was opened in the last minute and counts.
    var isInUse: Bool { state.withLock { $0.request?.isOpen == true || $0.recent.isInUse() } }

    /// Whether a request that waits should be shown on a page: no page shows it, and the owner has a desktop.
    var needsPage: Bool { ProcessInfo.processInfo.hasDesktop && state.withLock { $0.request?.isOpen != true } }

    /// Counts a page.
    ///
    /// - Throws: `limitExceeded` if the app has opened too many.
    func countPage() throws(PhotoLibraryError) {
        guard state.withLock({ $0.recent.add() }) else {
            throw PhotoLibraryError(.limitExceeded, "This app has opened too many pages. Try again in a minute.")
        }
    }

    /// Shows a page that answers a request, if the owner has a desktop.
    ///
    /// Otherwise the owner answers with a command.
    func ask(for request: AppAccess.Request) {
        guard ProcessInfo.processInfo.hasDesktop else { return }
        let page = try? RequestPage(for: request, of: app, in: owners)
        state.withLock { $0.request = page }
    }

    /// Closes the page, because the request has an answer.
    func requestIsAnswered() { state.withLock { $0.request = nil } }

    /// Opens a page on which the owner selects photos.
    ///
    /// - Parameter reader: Reads the photos that the app sees.
    /// - Throws: `limitExceeded` if such a page is open; `libraryUnavailable`.
    func beginPick(
        _ configuration: PickerConfiguration, seeing reader: any LibraryReader, onChange: @escaping @Sendable () -> Void
    ) throws(PhotoLibraryError) -> any PickSession {
        try picking.withLock { _ throws(PhotoLibraryError) in
            guard try state.withLock({ $0.pick })?.state().phase.isEnd ?? true else {
                throw PhotoLibraryError(
                    .limitExceeded, "A page of this app is open already. Wait until the person has finished.")
            }
            try countPage()
            let pick = try owners.beginPick(configuration, for: app, seeing: reader, onChange: onChange)
            state.withLock { $0.pick = pick }
            return pick
        }
    }

    /// Asks the owner about a change of photos that the app did not add: see ``ChangeConfirmation``.
    func confirm(_ change: ForeignChange, unless isCancelled: () -> Bool) -> Bool? {
        guard ProcessInfo.processInfo.hasDesktop else { return nil }
        return confirming.withLock { _ in
            guard !isCancelled(), state.withLock({ $0.recent.add() }) else { return nil }
            return try? owners.confirm(change, by: app, unless: isCancelled)
        }
    }
}

/// The pages for requests, selections and changes that an app has opened in the last minute.
struct RecentPages {
    /// The maximum number.
    static let maximum = 20

    private var openings: [ContinuousClock.Instant] = []

    /// Whether a page of the last minute counts.
    func isInUse(at time: ContinuousClock.Instant = .now) -> Bool { openings.contains { time - $0 <= .seconds(60) } }

    /// Adds a page, unless the app has opened too many.
    mutating func add(at time: ContinuousClock.Instant = .now) -> Bool {
        openings.removeAll { time - $0 > .seconds(60) }
        guard openings.count < Self.maximum else { return false }
        openings.append(time)
        return true
    }
}
