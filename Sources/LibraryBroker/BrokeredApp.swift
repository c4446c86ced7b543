internal import Foundation
internal import LibraryInterface
internal import LibraryRPC
internal import LibraryStorage
internal import MessageTransport
internal import OpenPhotoKitOwner
internal import Originals
internal import PhotoCatalog
internal import PhotoModel
internal import Synchronization

/// The library as one app sees it, and the connections of the app.
///
/// The owner's decision about the app is read again after each change of the library.
final class BrokeredApp: Sendable {
    private struct State {
        /// The library with the access of the decision.
        var service: any LibraryService
        var app: AppState
        /// The app's entry in the record; `nil` if it has none.
        var entry: AppEntry?
        /// The last change that the app sees; `nil` if it may not read.
        var token: PersistentChangeToken?
        var connections: [ObjectIdentifier: AppConnection] = [:]
    }

    let name: String
    let quotas = ClientQuotas()
    private let owners: OwnedLibrary
    private let machine: String
    private let pages: AppPages
    private let onRequest: @Sendable (AppAccess.Request) -> Void
    private let state: Mutex<State>
    /// Locked while the state is read again, so that a later decision is never replaced by an earlier one.
    private let refreshing = Mutex(())
    /// Locked while the owner is asked, so that a request never has two pages.
    private let asking = Mutex(())

    /// - Parameter onRequest: Called when the app asks its owner for something.
    init(
        _ name: String, _ owners: OwnedLibrary, onRequest: @escaping @Sendable (AppAccess.Request) -> Void = { _ in }
    ) throws(PhotoLibraryError) {
        self.name = name
        self.onRequest = onRequest
        self.owners = owners
        machine = try MachineIdentifier.current()
        let entry = try owners.entry(of: name)
        let app = AppState(entry, of: name)
        let pages = AppPages(name, owners)
        self.pages = pages
        let service = try Self.bound(owners, to: app.access, decidedOn: machine, pages)
        state = Mutex(
            State(service: service, app: app, entry: entry, token: try? service.reader.currentChangeToken()))
    }

    /// The library with the present access.
    private var service: any LibraryService { state.withLock { $0.service } }

    // MARK: Connections

    /// Whether the object is needed: the app is connected, or its pages are open or are counted.
    var isInUse: Bool { !state.withLock { $0.connections.isEmpty } || pages.isInUse }

    /// Records a connection, if the app is in the record and the last connection was not recorded a moment ago.
    ///
    /// An app enters the record when it asks for something, because a program can connect with any number of names.
    func record(_ finding: ContainmentProbe.Finding) throws(PhotoLibraryError) {
        guard let entry = try owners.entry(of: name) else { return }
        let isKnown = entry.identity == finding.identity && entry.containment == finding.containment
        // Each entry is a durable write, and an app can connect as often as it wants.
        if isKnown, let lastUsed = entry.lastUsed, -60...60 ~= lastUsed.timeIntervalSinceNow { return }
        try owners.record(.connect(finding.identity, finding.containment), of: name)
    }

    func connect(_ finding: ContainmentProbe.Finding, _ sender: EventSender, isRefused: Bool) -> AppConnection {
        let connection = AppConnection(self, sender, finding.identity, isRefused: isRefused)
        pages.finding = finding
        let others = state.withLock { state in
            defer { state.connections[ObjectIdentifier(connection)] = connection }
            return Array(state.connections.values)
        }
        // Another program may have claimed the name before.
        if finding.identity != .claimed {
            for other in others where other.identity == .claimed { other.close() }
        }
        return connection
    }

    func remove(_ connection: AppConnection) {
        state.withLock { _ = $0.connections.removeValue(forKey: ObjectIdentifier(connection)) }
    }

    // MARK: Changes of the library

    /// Reads the owner's decision again, and ends what was begun with an earlier access.
    func applyDecision() {
        refreshing.withLock { _ in
            let (old, oldEntry) = state.withLock { ($0.app, $0.entry) }
            let entry = try? owners.entry(of: name)
            var new = AppState(entry, of: name)
            // A decision that was taken back and made again has another key.
            let isDecidedAgain = new.access != old.access || entry?.tokenKey != oldEntry?.tokenKey
            if isDecidedAgain {
                var service = try? Self.bound(owners, to: new.access, decidedOn: machine, pages)
                if service == nil {
                    // Without a connection for the new access, the app must not keep the old one.
                    new = AppState(nil, of: name)
                    service = try? Self.bound(owners, to: new.access, decidedOn: machine, pages)
                }
                if let service {
                    let token = try? service.reader.currentChangeToken()
                    state.withLock { ($0.service, $0.token) = (service, token) }
                }
            }
            let connections = state.withLock { state in
                state.app = new
                state.entry = entry
                return Array(state.connections.values)
            }
            if new.waiting == nil { pages.requestIsAnswered() }
            for connection in connections {
                if isDecidedAgain { connection.accessHasChanged() }
                if new != old { connection.send(.accessChanged) }
            }
            if let request = new.waiting, request != old.waiting { onRequest(request) }
        }
    }

    /// The library with an access of the app.
    private static func bound(
        _ owners: OwnedLibrary, to access: LibraryAccess, decidedOn machine: String, _ pages: AppPages
    ) throws(PhotoLibraryError) -> any LibraryService {
        try owners.bound(to: access, decidedOn: machine) { pages.confirm($0, unless: $1) }.service
    }

    /// Tells the app whether it sees a change, and ends the reading of files that it no longer sees.
    func followChanges() {
        refreshing.withLock { _ in
            let connections = state.withLock { Array($0.connections.values) }
            for connection in connections { connection.closeInvisibleFiles() }
            let token = state.withLock { $0.token }
            // A token that is no longer valid is one after which changes may be unknown.
            let changes = token.flatMap { try? service.reader.changes(since: $0) }
            let isChanged = changes?.count != 0
            if isChanged {
                let last = changes?.last ?? (try? service.reader.currentChangeToken())
                state.withLock { $0.token = last }
            }
            if isChanged { for connection in connections { connection.send(.changed) } }
        }
    }

    func end(_ reason: PhotoLibraryError) {
        for connection in state.withLock({ $0.connections.values }) {
            connection.send(.unavailable(reason.withoutPath))
        }
    }
}

extension BrokeredApp: LibraryService {
    var reader: any LibraryReader { service.reader }
    var originals: any Originals { service.originals }

    func pictureAtHand(
        of resource: AssetResource, in asset: String, upTo best: KeptRendition
    ) throws(PhotoLibraryError) -> PictureAtHand? { try service.pictureAtHand(of: resource, in: asset, upTo: best) }

    func watch() throws(PhotoLibraryError) -> any LibraryWatch { try service.watch() }

    func appState() throws(PhotoLibraryError) -> AppState { state.withLock { $0.app } }

    /// Asks the owner, unless the owner has decided or is being asked.
    ///
    /// An app can ask again when the owner dismissed its request or closed the page.
    ///
    /// - Throws: `limitExceeded` if the app asks too often, or if too many apps wait.
    func ask(for request: AppAccess.Request) throws(PhotoLibraryError) {
        try asking.withLock { _ throws(PhotoLibraryError) in
            let app = state.withLock { $0.app }
            guard app.isOpen(request), app.waiting != request || pages.needsPage else { return }
            try checkRoomInRecord()
            try pages.countPage()
            try owners.record(.request(request), of: name)
            if let finding = pages.finding { try record(finding) }
            applyDecision()
            if state.withLock({ $0.app.waiting }) == request { pages.ask(for: request) }
        }
    }

    /// The maximum number of apps without a decision in the record.
    private static let maximumUndecided = 100

    /// Checks that the record can have this app.
    ///
    /// - Throws: `limitExceeded` if too many apps wait for a decision, because a program can ask with any number of
    ///   names.
    private func checkRoomInRecord() throws(PhotoLibraryError) {
        if try owners.entry(of: name) != nil { return }
        guard try owners.undecidedAppCount() < Self.maximumUndecided else {
            throw PhotoLibraryError(
                .limitExceeded, "Too many apps wait for a decision of the library's owner. Try again later.")
        }
    }

    func beginChanges(_ id: UUID) throws(PhotoLibraryError) -> any ChangeSession { try service.beginChanges(id) }

    func wasCommitted(_ id: UUID) throws(PhotoLibraryError) -> Bool { try service.wasCommitted(id) }

    func beginPick(
        _ configuration: PickerConfiguration, onChange: @escaping @Sendable () -> Void
    ) throws(PhotoLibraryError) -> any PickSession {
        try checkRoomInRecord()
        return try pages.beginPick(configuration, seeing: service.reader, onChange: onChange)
    }

    func cloudIdentifiers(
        of localIdentifiers: [String], _ batch: any BatchFollower
    ) -> [String: Result<CloudIdentifier, any Error>] { service.cloudIdentifiers(of: localIdentifiers, batch) }

    func resolve(
        _ identifiers: [CloudIdentifier], onlySynced: Bool, _ batch: any BatchFollower
    ) -> [Result<Resolution, any Error>] {
        service.resolve(identifiers, onlySynced: onlySynced, batch)
    }
}

extension AppState {
    /// Whether the owner has not decided about what the app asks for.
    fileprivate func isOpen(_ request: AppAccess.Request) -> Bool {
        switch request {
        case .addOnly: addOnly == .notDetermined
        case .readWrite: readWrite == .notDetermined
        case .selection: readWrite == .limited
        case .change: false
        }
    }
}
