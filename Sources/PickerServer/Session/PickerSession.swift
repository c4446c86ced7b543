internal import Foundation
internal import LibraryInterface
package import LibraryRPC
package import OpenPhotoKitOwner
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
        /// The owner decides what an app may do, or selects the photos that it may see.
        case answer(PickingApp, AppAccess.Request)
        /// The owner allows an app to delete and to change so many photos, which the page shows.
        case confirm(PickingApp, deleted: Int, changed: Int)

        var app: PickingApp? {
            switch self {
            case .pick(let app), .answer(let app, _), .confirm(let app, _, _): app
            case .browse: nil
            }
        }

        /// Whether every frame of a burst is shown.
        ///
        /// A picker shows the one that represents the burst, as fetches and Apple's picker do. The owner decides about
        /// each frame.
        var showsAllBurstAssets: Bool { if case .pick = self { false } else { true } }
    }

    /// How a session ended.
    package enum Outcome: Sendable, Hashable {
        /// The local identifiers of the selected photos, in the order of selection.
        case picked([String], includesPlaces: Bool)
        /// An answer without selected photos.
        case answered(RequestAnswer)
        /// The owner allows the change.
        case allowed
        case cancelled
    }

    let purpose: Purpose
    let library: OwnedLibrary
    let snapshot: PhotoSnapshot
    /// The photos that are selected at the beginning.
    let preselected: Set<UInt32>
    /// The local identifiers of preselected photos of the library that the page does not have, such as hidden ones.
    ///
    /// They are in the order of selection too. Their numbers follow those of the photos.
    private let hidden: [String]
    private let hiddenNumbers: [String: UInt32]
    private let state: Mutex<State>
    private let settle: Settle
    private let signals = ChangeSignals()
    /// What the server tells the page.
    let events = PickerEvents()

    private struct State {
        var configuration: PickerConfiguration
        /// `nil` if the page has no switch for places.
        var includesPlaces: Bool?
        var selection: PhotoSelection
        /// The selection before the last deselection, until another change.
        var undoable: PhotoSelection?
        var lists = PhotoLists()
        var isOpened = false
        var outcome: Outcome?
    }

    /// Carries out what the person decided, before the page says that it is done.
    package typealias Settle = @Sendable (Outcome) throws -> Void

    /// - Parameters:
    ///   - permissions: What the owner allows the app.
    ///   - settle: Called when the person finishes without cancelling. If it throws, the page shows the error and
    ///       stays.
    /// - Throws: The errors of reading the library.
    package init(
        _ purpose: Purpose, _ configuration: PickerConfiguration, of library: OwnedLibrary,
        _ permissions: PickerPermissions = PickerPermissions(), settling settle: @escaping Settle = { _ in }
    ) throws {
        self.settle = settle
        self.purpose = purpose
        self.library = library
        let reader = library.service.reader
        var query = AssetQuery(configuration.filter ?? .all)
        query.includesAllBurstAssets = purpose.showsAllBurstAssets
        if purpose == .browse {
            query.scope = .everything
            query.includesHidden = true
        }
        let snapshot = try PhotoSnapshot(of: query, in: library)
        self.snapshot = snapshot
        let preselected = try reader.present(configuration.preselectedAssetIdentifiers)
        var photos: [String: UInt32] = [:]
        for identifier in preselected {
            photos[identifier] = try reader.row(of: identifier, .asset).flatMap(snapshot.photo)
        }
        let hidden = Set(preselected).filter { photos[$0] == nil }.sorted()
        let hiddenNumbers = Dictionary(
            hidden.enumerated().map { ($1, UInt32(snapshot.rows.count + $0)) }, uniquingKeysWith: { $1 })
        (self.hidden, self.hiddenNumbers) = (hidden, hiddenNumbers)
        self.preselected = Set(photos.values)
        // Without a limit: more photos may be preselected than can be added.
        var selection = PhotoSelection(of: snapshot.rows.count, hiddenCount: hidden.count, limit: 0)
        _ = selection.select(preselected.compactMap { photos[$0] ?? hiddenNumbers[$0] })
        selection.limit = configuration.selectionLimit
        state = Mutex(
            State(configuration: configuration, includesPlaces: permissions.includesPlaces, selection: selection))
    }

    /// What can be selected now.
    var configuration: PickerConfiguration { state.withLock { $0.configuration } }

    // MARK: Views

    /// The photos of a view, in ascending order, except for the view `selection`.
    ///
    /// - Parameter view: `all`, `album:ID`, `search:WORDS` or `selection`.
    /// - Throws: ``PickerRefusal`` if there is no such view; the errors of reading the library.
    func photos(of view: String) throws -> [UInt32] {
        if view == "selection" { return state.withLock { $0.selection.photos } }
        return try photos(ofList: list(of: view))
    }

    /// The number of the list of a view's photos, which never changes.
    ///
    /// - Throws: As ``photos(of:)``.
    func list(of view: String) throws -> Int {
        let (known, generation) = state.withLock { ($0.lists.list(of: view), $0.lists.generation) }
        if let known { return known }
        let photos = try find(view)
        return state.withLock { $0.lists.add(photos, of: view, generation: generation) }
    }

    /// - Throws: ``PickerRefusal`` if the list is not kept any more.
    func photos(ofList list: Int) throws -> [UInt32] {
        guard let photos = state.withLock({ $0.lists.photos(of: list) }) else {
            throw PickerRefusal("This view is too old. Open it again.")
        }
        return photos
    }

    /// The number of a list of the selected photos as they are now, in the order of selection.
    func listOfSelection() -> Int { state.withLock { $0.lists.addSelected($0.selection.photos) } }

    private func find(_ view: String) throws -> [UInt32] {
        // The snapshot has these photos, unless it also has hidden and deleted ones.
        if view == "all", purpose != .browse { return snapshot.rows.indices.map { UInt32($0) } }
        guard let query = try query(of: view) else { throw PickerRefusal("There is no such view.") }
        return try snapshot.photos(of: query, from: library.service.reader)
    }

    /// The smart albums that the page shows: those that a filter of all photos gives.
    static let smartAlbums: [SmartAlbum] = [
        .favorites, .videos, .livePhotos, .screenshots, .panoramas, .bursts, .selfies, .depthEffect, .sloMo,
        .timeLapses, .cinematic, .animated, .raw,
    ]

    /// The query of a view, in any order; `nil` if there is no such view.
    func query(of view: String) throws -> AssetQuery? {
        let parts = view.split(separator: ":", maxSplits: 1).map(String.init)
        var query = AssetQuery(configuration.filter ?? .all)
        query.includesAllBurstAssets = purpose.showsAllBurstAssets
        switch (parts.first, parts.count) {
        case ("all", 1): break
        case ("album", 2):
            if let smart = Self.smartAlbums.first(where: { $0.rawValue == parts[1] }) {
                query.filter = .and([query.filter, smart.query.filter])
            } else {
                query.album = parts[1]
            }
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

    func asset(_ photo: UInt32) throws -> Asset? { try assets([photo])[photo] }

    /// The assets of these photos; a photo that was purged meanwhile has none.
    func assets(_ photos: some Sequence<UInt32>) throws -> [UInt32: Asset] {
        let rows = photos.compactMap { photo in snapshot.row(of: photo).map { (photo, $0) } }
        let assets = try library.service.reader.assets(rows: rows.map(\.1))
        return Dictionary(
            rows.compactMap { photo, row in assets[row].map { (photo, $0) } }, uniquingKeysWith: { first, _ in first })
    }

    // MARK: Selection

    /// The number of selected photos.
    var selectedCount: Int { state.withLock { $0.selection.count } }

    /// For each photo its position in the order of selection, from 1; 0 if it is not selected.
    func positions(of photos: some Sequence<UInt32>) -> [UInt32] {
        state.withLock { state in photos.map { state.selection.position(of: $0) } }
    }

    /// Selects or deselects the photos at these positions of a list.
    ///
    /// - Returns: How many photos were over the limit.
    func select(_ ranges: [Range<Int>], of photos: [UInt32], _ isOn: Bool) -> Int {
        let chosen = ranges.lazy.flatMap { photos[$0.clamped(to: photos.indices)] }
        return change { selection in
            if isOn { return selection.select(chosen) }
            selection.deselect(chosen)
            return 0
        }
    }

    func deselect(_ photo: UInt32) { changeUndoably { $0.deselect(CollectionOfOne(photo)) } }

    func deselectAll() { changeUndoably { $0.removeAll() } }

    /// How many photos ``undoDeselection()`` selects again.
    var undoableCount: Int {
        state.withLock { state in state.undoable.map { $0.count - state.selection.count } ?? 0 }
    }

    /// Selects the photos again that were deselected last, at their positions in the order of selection.
    ///
    /// - Throws: ``PickerRefusal`` if the selection was changed since, also by the app.
    func undoDeselection() throws {
        let isDone = state.withLock { state in
            guard var selection = state.undoable.take() else { return false }
            selection.limit = state.selection.limit
            state.selection = selection
            return true
        }
        guard isDone else { throw PickerRefusal("The selection was changed since, so it stays as it is.") }
        signals.yield()
    }

    /// - Throws: ``PickerRefusal`` if a photo is not selected.
    func move(_ photo: UInt32, after other: UInt32?) throws {
        guard change({ $0.move(photo, after: other) }) else { throw PickerRefusal("The photo is not selected.") }
    }

    @discardableResult
    func change<Value: Sendable>(_ body: (inout PhotoSelection) -> Value) -> Value {
        defer { signals.yield() }
        return state.withLock { state in
            state.undoable = nil
            return body(&state.selection)
        }
    }

    private func changeUndoably(_ body: (inout PhotoSelection) -> Void) {
        state.withLock { state in
            let before = state.selection
            body(&state.selection)
            state.undoable = before
        }
        signals.yield()
    }

    /// The local identifiers of the results: the selected photos, and preselected ones that the page does not have, in
    /// the order of selection, without those that were deleted meanwhile.
    package func results() throws -> [String] {
        let order = state.withLock { $0.selection.order }
        let assets = try assets(order)
        let others = try library.service.reader.assets(hidden)
        return order.compactMap { number in
            let asset =
                Int(number) < snapshot.rows.count
                ? assets[number] : others[hidden[Int(number) - snapshot.rows.count]]
            return asset.flatMap { $0.deletedDate == nil ? $0.localIdentifier : nil }
        }
    }

    /// The number of an identifier among the photos, or among the preselected ones that the page does not have.
    func number(of identifier: String) throws -> UInt32? {
        try hiddenNumbers[identifier]
            ?? library.service.reader.row(of: identifier, .asset).flatMap(snapshot.photo)
    }

    /// Whether the selected photos are the result.
    var isSelection: Bool {
        switch purpose {
        case .pick, .answer(_, .readWrite), .answer(_, .selection): true
        case .answer, .browse, .confirm: false
        }
    }

    /// Whether the app gets the selection after each change.
    package var reportsChanges: Bool { configuration.selection.isContinuous }

    /// Changes the greatest number of photos.
    func setLimit(_ limit: Int) {
        state.withLock { state in
            state.configuration.selectionLimit = limit
            state.selection.limit = limit
        }
    }

    /// Whether the page has a switch for places.
    var hasPlacesSwitch: Bool { state.withLock { $0.includesPlaces != nil } }

    /// Whether the files of the selected photos keep their places.
    package var includesPlaces: Bool { state.withLock { $0.includesPlaces ?? true } }

    func setIncludesPlaces(_ includesPlaces: Bool) {
        state.withLock { state in if state.includesPlaces != nil { state.includesPlaces = includesPlaces } }
        signals.yield()
    }

    /// Forgets what the views show, because the library has changed.
    func libraryHasChanged() {
        state.withLock { $0.lists.libraryHasChanged() }
        events.tell(.reload)
    }

    // MARK: Opening and end

    /// A stream with an element after the opening, after changes of the selection or of the switch for places, and
    /// after the end.
    ///
    /// Changes in quick succession may give one element.
    package func changeSignal() -> AsyncStream<Void> { signals.stream(for: self) }

    /// Whether a browser has opened the page.
    package var isOpened: Bool { state.withLock { $0.isOpened } }

    func pageIsOpened() {
        let isFirst = state.withLock { state in
            defer { state.isOpened = true }
            return !state.isOpened
        }
        if isFirst { signals.yield() }
    }

    /// How the session ended; `nil` before its end.
    package var outcome: Outcome? { state.withLock { $0.outcome } }

    var hasEnded: Bool { outcome != nil }

    /// Ends the session with the selected photos.
    ///
    /// - Throws: ``PickerRefusal`` if too many are selected.
    func add() throws {
        let limit = configuration.selectionLimit
        guard limit == 0 || selectedCount <= limit else { throw PickerRefusal("Too many photos are selected.") }
        try finish(.picked(try results(), includesPlaces: includesPlaces))
    }

    /// Ends the session with a decision.
    ///
    /// - Throws: ``PickerRefusal`` if it is no answer to the app's request.
    func answer(_ text: String) throws {
        switch (purpose, text) {
        case (.answer(_, .readWrite), "none"), (.answer(_, .addOnly), "none"): try finish(.answered(.denied))
        case (.answer(_, .readWrite), "all"): try finish(.answered(.all))
        case (.answer(_, .addOnly), "add"): try finish(.answered(.addOnly))
        case (.confirm, "allow"): try finish(.allowed)
        default: throw PickerRefusal("This is no answer to the app’s request.")
        }
    }

    private func finish(_ outcome: Outcome) throws {
        try settle(outcome)
        end(outcome)
    }

    /// Ends the session, unless it has ended.
    package func end(_ outcome: Outcome) {
        let isFirst = state.withLock { state in
            defer { state.outcome = state.outcome ?? outcome }
            return state.outcome == nil
        }
        guard isFirst else { return }
        events.tell(.done)
        signals.yield()
    }
}

/// Why a request of the page is refused, in a sentence for the person.
struct PickerRefusal: Error {
    let message: String
    init(_ message: String) { self.message = message }
}
