internal import Foundation
internal import LibraryRPC
package import OpenPhotoKit
package import PhotoModel
internal import Synchronization

/// One person who selects photos on one page: the photos that the page shows, the selection, and how it ended.
///
/// Thread-safe. The methods that read the library block.
package final class PickerSession: Sendable {
    package enum Purpose: Sendable, Hashable {
        /// A person selects photos for an app or a command of this name.
        case pick(PickingApp)
        /// The owner looks through the library.
        case browse
    }

    /// How a session ended.
    package enum Outcome: Sendable, Hashable {
        /// The local identifiers of the selected photos, in the order of selection.
        case picked([String], includesPlaces: Bool)
        case cancelled
    }

    package let purpose: Purpose
    package let configuration: PickerConfiguration
    let library: PhotoLibrary
    let snapshot: PhotoSnapshot
    /// The photos that are selected at the beginning.
    let preselected: Set<UInt32>
    private let state: Mutex<State>
    private let onEnd: @Sendable (Outcome) -> Void

    private struct State {
        var selection: PhotoSelection
        /// The photos of each view that the page asked for.
        var views: [String: [UInt32]] = [:]
        var outcome: Outcome?
        var events: [PickerEvent] = []
        var listeners: [UUID: AsyncStream<Never>.Continuation] = [:]
    }

    /// The number of views whose photos are kept.
    private static let keptViews = 20

    /// - Parameter onEnd: Called once, when the person finishes or the session is ended.
    /// - Throws: The errors of reading the library.
    package init(
        _ purpose: Purpose, _ configuration: PickerConfiguration, of library: PhotoLibrary,
        onEnd: @escaping @Sendable (Outcome) -> Void
    ) throws {
        self.purpose = purpose
        self.configuration = configuration
        self.library = library
        self.onEnd = onEnd
        let reader = library.service.reader
        var query = AssetQuery(configuration.filter ?? .all)
        query.includesAllBurstAssets = true
        if purpose == .browse {
            query.scope = .everything
            query.includesHidden = true
        }
        let snapshot = try PhotoSnapshot(of: query, from: reader)
        self.snapshot = snapshot
        var selection = PhotoSelection(of: snapshot.rows.count, limit: 0)
        // Without a limit: more photos may be preselected than can be added.
        let identified = try configuration.preselectedAssetIdentifiers.compactMap {
            try reader.row(of: $0, .asset).flatMap(snapshot.photo)
        }
        _ = selection.select(identified)
        selection.limit = configuration.selectionLimit
        preselected = Set(identified)
        state = Mutex(State(selection: selection))
    }

    // MARK: Views

    /// The photos of a view, in ascending order, except for the view `selection`.
    ///
    /// - Parameter view: `all`, `album:ID`, `search:WORDS` or `selection`.
    /// - Throws: ``PickerRefusal`` if there is no such view; the errors of reading the library.
    func photos(of view: String) throws -> [UInt32] {
        let known = state.withLock { state in
            view == "selection" ? state.selection.photos : state.views[view]
        }
        if let known { return known }
        let photos = try find(view)
        state.withLock { state in
            if state.views.count >= Self.keptViews { state.views = [:] }
            state.views[view] = photos
        }
        return photos
    }

    private func find(_ view: String) throws -> [UInt32] {
        guard let query = try query(of: view) else { throw PickerRefusal("There is no such view.") }
        return try snapshot.photos(of: query, from: library.service.reader)
    }

    /// The query of a view; `nil` if there is no such view.
    func query(of view: String) throws -> AssetQuery? {
        let parts = view.split(separator: ":", maxSplits: 1).map(String.init)
        var query = AssetQuery(configuration.filter ?? .all)
        query.includesAllBurstAssets = true
        switch (parts.first, parts.count) {
        case ("all", 1): break
        case ("album", 2):
            if let smart = SmartAlbum(rawValue: parts[1]) {
                let filter = query.filter
                query = smart.query
                query.filter = .and([filter, query.filter])
            } else {
                query.album = parts[1]
            }
            query.sort = [AssetSort(.captureDate)]
        case ("search", 2):
            let words = try SearchWords(parts[1]) { try self.asset($0) }
            query.filter = .and([query.filter] + words.filters)
            guard purpose == .browse else { return words.isOfDeleted || words.isOfHidden ? nil : query }
            if words.isOfDeleted { query.scope = .recentlyDeleted }
            query.includesHidden = words.isOfDeleted || words.isOfHidden
            if words.isOfHidden { query.filter = .and([query.filter, .isHidden]) }
        default: return nil
        }
        return query
    }

    func asset(_ photo: UInt32) throws -> Asset? {
        guard Int(photo) < snapshot.rows.count else { return nil }
        let row = snapshot.rows[Int(photo)]
        return try library.service.reader.assets(rows: [row])[row]
    }

    // MARK: Selection

    /// The number of selected photos.
    var selectedCount: Int { state.withLock { $0.selection.photos.count } }

    /// For each photo its place in the order of selection, from 1; 0 if it is not selected.
    func places(of photos: some Sequence<UInt32>) -> [UInt32] {
        state.withLock { state in photos.map { state.selection.place(of: $0) } }
    }

    /// Selects or deselects the photos at these positions of a view.
    ///
    /// - Returns: How many photos were over the limit.
    func select(_ ranges: [Range<Int>], of view: String, _ isOn: Bool) throws -> Int {
        let photos = try photos(of: view)
        let chosen = ranges.lazy.flatMap { photos[$0.clamped(to: photos.indices)] }
        return change { selection in
            if isOn { return selection.select(chosen) }
            selection.deselect(chosen)
            return 0
        }
    }

    func deselect(_ photo: UInt32) { change { $0.deselect(CollectionOfOne(photo)) } }

    func deselectAll() { change { $0.removeAll() } }

    /// - Throws: ``PickerRefusal`` if a photo is not selected.
    func move(_ photo: UInt32, after other: UInt32?) throws {
        guard change({ $0.move(photo, after: other) }) else { throw PickerRefusal("The photo is not selected.") }
    }

    private func change<Value: Sendable>(_ body: (inout PhotoSelection) -> Value) -> Value {
        state.withLock { body(&$0.selection) }
    }

    /// The local identifiers of the selected photos, in the order of selection.
    func selectedIdentifiers() throws -> [String] {
        let rows = state.withLock { $0.selection.photos }.map { snapshot.rows[Int($0)] }
        let names = try library.service.reader.localIdentifiers(rows: rows, of: .asset)
        return rows.compactMap { names[$0] }
    }

    /// Forgets what the views show, because the library has changed.
    func libraryHasChanged() {
        state.withLock { $0.views = [:] }
        tell(.reload)
    }

    // MARK: End

    package var hasEnded: Bool { state.withLock { $0.outcome != nil } }

    /// Ends the session with the selected photos.
    ///
    /// - Throws: ``PickerRefusal`` if too many are selected.
    func add(includingPlaces includesPlaces: Bool) throws {
        let limit = configuration.selectionLimit
        guard limit == 0 || selectedCount <= limit else { throw PickerRefusal("Too many photos are selected.") }
        end(.picked(try selectedIdentifiers(), includesPlaces: includesPlaces))
    }

    /// Ends the session, unless it has ended.
    package func end(_ outcome: Outcome) {
        let isFirst = state.withLock { state in
            defer { state.outcome = state.outcome ?? outcome }
            return state.outcome == nil
        }
        guard isFirst else { return }
        tell(.done)
        onEnd(outcome)
    }

    // MARK: Events

    func tell(_ event: PickerEvent) {
        let listeners = state.withLock { state in
            state.events.append(event)
            return state.listeners.values
        }
        for listener in listeners { listener.finish() }
    }

    /// The events after the first `number`; waits for one, at most this long.
    func events(after number: Int, for duration: Duration = .seconds(25)) async -> [PickerEvent] {
        let (end, ending) = AsyncStream.makeStream(of: Never.self)
        let id = UUID()
        let known = state.withLock { state in
            if state.events.count <= number { state.listeners[id] = ending }
            return state.events.dropFirst(number)
        }
        guard known.isEmpty else { return Array(known) }
        let timer = Task {
            try? await Task.sleep(for: duration)
            ending.finish()
        }
        for await _ in end {}
        timer.cancel()
        return state.withLock { state in
            state.listeners[id] = nil
            return Array(state.events.dropFirst(number))
        }
    }

    var eventCount: Int { state.withLock { $0.events.count } }
}

/// What the server tells the page.
enum PickerEvent: String, Encodable {
    case selection, reload, appGone, appChanged, done
}

/// Why a request of the page is refused, in a sentence for the person.
struct PickerRefusal: Error {
    let message: String
    init(_ message: String) { self.message = message }
}

/// The app, or the command, that asks for photos.
package struct PickingApp: Sendable, Hashable, Encodable {
    /// What the name rests on.
    package enum Trust: String, Sendable, Encodable {
        case socket, user, claimed
    }

    package let name: String
    package let trust: Trust
    package let isContained: Bool

    package init(name: String, trust: Trust, isContained: Bool) {
        self.name = name
        self.trust = trust
        self.isContained = isContained
    }
}
