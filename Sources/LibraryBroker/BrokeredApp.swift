internal import AssetLoading
internal import Foundation
internal import LibraryRPC
internal import LibraryStorage
internal import MessageTransport
internal import OpenPhotoKit
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
        /// When the owner decided; see ``AppAccess/decidedDate``.
        var decidedDate: Date?
        /// The last change that the app sees; `nil` if it may not read.
        var token: PersistentChangeToken?
        var connections: [ObjectIdentifier: AppConnection] = [:]
        /// The finding about the last connection.
        var finding: ContainmentProbe.Finding?
        /// What the app asked for since the broker started or the owner decided: the owner is asked once.
        var asked: Set<AppAccess.Request> = []
    }

    let name: String
    let quotas = ClientQuotas()
    private let owners: PhotoLibrary
    private let machine: String
    private let state: Mutex<State>
    /// Locked while the state is read again, so that a later decision is never replaced by an earlier one.
    private let refreshing = Mutex(())

    init(_ name: String, _ owners: PhotoLibrary) throws(PhotoLibraryError) {
        self.name = name
        self.owners = owners
        machine = try MachineIdentifier.current()
        let decision = try owners.decision(about: name)
        let app = AppState(decision, of: name)
        let service = try owners.bound(to: app.access, decidedOn: machine).service
        state = Mutex(
            State(
                service: service, app: app, decidedDate: decision?.date,
                token: try? service.reader.currentChangeToken()))
    }

    /// The library with the present access.
    private var service: any LibraryService { state.withLock { $0.service } }

    // MARK: Connections

    /// Whether the object is needed: the app is connected, or the owner must not be asked again.
    var isInUse: Bool { state.withLock { !$0.connections.isEmpty || !$0.asked.isEmpty } }

    /// Records a connection, if the app is in the record.
    ///
    /// An app enters the record when it asks for something, because a program can connect with any number of names.
    func record(_ finding: ContainmentProbe.Finding) throws(PhotoLibraryError) {
        try owners.record(.connect(finding.identity, finding.containment), of: name)
    }

    func connect(_ finding: ContainmentProbe.Finding, _ sender: EventSender, isRefused: Bool) -> AppConnection {
        let connection = AppConnection(self, sender, isRefused: isRefused)
        state.withLock { state in
            state.connections[ObjectIdentifier(connection)] = connection
            state.finding = finding
        }
        return connection
    }

    func remove(_ connection: AppConnection) {
        state.withLock { _ = $0.connections.removeValue(forKey: ObjectIdentifier(connection)) }
    }

    // MARK: Changes of the library

    /// Reads the owner's decision again, and tells the app what changed for it.
    func refresh() {
        refreshing.withLock { _ in
            let old = state.withLock { $0.app }
            let decision = try? owners.decision(about: name)
            var new = AppState(decision, of: name)
            if new.access != old.access {
                var service = try? owners.bound(to: new.access, decidedOn: machine).service
                if service == nil {
                    // Without a connection for the new access, the app must not keep the old one.
                    new = AppState(nil, of: name)
                    service = try? owners.bound(to: new.access, decidedOn: machine).service
                }
                if let service { state.withLock { $0.service = service } }
            }
            state.withLock { state in
                state.app = new
                // An app can ask again after each decision.
                if decision?.date != state.decidedDate { state.asked = [] }
                state.decidedDate = decision?.date
            }
            let connections = state.withLock { Array($0.connections.values) }
            for connection in connections {
                if new.access != old.access { connection.accessHasChanged() }
                connection.closeInvisibleFiles()
                if new != old { connection.send(.stateChanged) }
            }
            let token = try? service.reader.currentChangeToken()
            let isChanged = state.withLock { state in
                defer { state.token = token }
                return state.token != token
            }
            if new == old, isChanged { for connection in connections { connection.send(.changed) } }
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
    var resources: ResourceStore { service.resources }

    func watch() throws(PhotoLibraryError) -> any LibraryWatch { try service.watch() }

    func appState() throws(PhotoLibraryError) -> AppState { state.withLock { $0.app } }

    func ask(for request: AppAccess.Request) throws(PhotoLibraryError) {
        let isNew = state.withLock { state in
            switch request {
            case .addOnly: state.app.addOnly == .notDetermined && state.asked.insert(request).inserted
            case .readWrite: state.app.readWrite == .notDetermined && state.asked.insert(request).inserted
            case .selection: state.app.readWrite == .limited
            case .change: false
            }
        }
        guard isNew else { return }
        do throws(PhotoLibraryError) {
            try checkRoomInRecord()
            try owners.record(.request(request), of: name)
            if let finding = state.withLock({ $0.finding }) { try record(finding) }
        } catch {
            state.withLock { _ = $0.asked.remove(request) }
            throw error
        }
        refresh()
    }

    /// The maximum number of apps without a decision in the record.
    private static let maximumUndecided = 100

    /// Checks that the record can have this app.
    ///
    /// - Throws: `limitExceeded` if too many apps wait for a decision, because a program can ask with any number of names.
    private func checkRoomInRecord() throws(PhotoLibraryError) {
        if try owners.decision(about: name) != nil { return }
        guard try owners.undecidedAppCount() < Self.maximumUndecided else {
            throw PhotoLibraryError(
                .limitExceeded, "Too many apps wait for a decision of the library's owner. Try again later.")
        }
    }

    func beginChanges(_ id: UUID) throws(PhotoLibraryError) -> any ChangeSession { try service.beginChanges(id) }

    func wasCommitted(_ id: UUID) throws(PhotoLibraryError) -> Bool { try service.wasCommitted(id) }

    func cloudIdentifiers(
        of localIdentifiers: [String], _ batch: any BatchFollower
    ) -> [String: Result<CloudIdentifier, any Error>] { service.cloudIdentifiers(of: localIdentifiers, batch) }

    func resolve(_ identifiers: [CloudIdentifier], _ batch: any BatchFollower) -> [Result<Resolution, any Error>] {
        service.resolve(identifiers, batch)
    }
}
