internal import LibraryStorage
package import PhotoCatalog
public import PhotoModel

// The privacy record: what the owner decided about each app. Only the owner reads and changes it.
extension OwnedLibrary {
    /// The apps that asked for access, were given access or were handed photos, by name.
    ///
    /// - Throws: `PhotoLibraryError`: `ioFailure` on a machine without an identifier.
    public func accessRecord() throws(PhotoLibraryError) -> [AppAccess] {
        return try catalog.accessRecord(on: MachineIdentifier.current())
    }

    /// The entry of an app in the record, with the numbers of its photos; `nil` if the record does not have the app.
    package func accessRecord(of app: String) throws(PhotoLibraryError) -> AppAccess? {
        return try catalog.accessRecord(of: app, on: MachineIdentifier.current()).first
    }

    /// The names of the apps in the record.
    package func appsInRecord() throws(PhotoLibraryError) -> [String] {
        return try catalog.appsInRecord()
    }

    /// The entry of an app in the record; `nil` if the record does not have the app.
    package func entry(of app: String) throws(PhotoLibraryError) -> AppEntry? {
        return try catalog.entry(of: app, on: MachineIdentifier.current())
    }

    /// The number of apps in the record without a decision.
    package func undecidedAppCount() throws(PhotoLibraryError) -> Int {
        return try catalog.undecidedAppCount(on: MachineIdentifier.current())
    }

    /// Decides what an app may do.
    ///
    /// The decision takes effect at once, also for an app that is reading a file. It holds on this machine only. A
    /// selection stays when an app gets other access, and is used again with limited access.
    ///
    /// - Parameters:
    ///   - grant: The decision; `nil` takes an earlier decision back, so that the app can ask again.
    ///   - app: The app's name: a reverse domain name of at most 60 letters, digits, `-` and `_` between full stops.
    ///   - selected: Assets that enter the app's selection with the decision.
    /// - Throws: `PhotoLibraryError`: `accessRestricted` for another name;
    ///   `identifierNotFound`, `requestNotSupportedForAsset` for assets; `libraryReadOnly`, `ioFailure`.
    public func setAccess(
        _ grant: AppAccess.Grant?, for app: String, selecting selected: [String] = []
    ) throws(PhotoLibraryError) {
        let decision = AppChange.decide(grant, machine: try MachineIdentifier.current())
        try perform([.select(selected, app: app), .access(decision, app: app)], about: app)
    }

    /// Adds an app to the record, before it asks for anything.
    package func addToAccessRecord(_ app: String) throws(PhotoLibraryError) { try record(.add, of: app) }

    /// Removes an app from the record, with its selection.
    ///
    /// The photos and albums that it added stay in the library.
    public func forgetAccess(of app: String) throws(PhotoLibraryError) { try record(.forget, of: app) }

    /// Answers what an app asked for without a new decision, so that the app waits no longer.
    public func dismissRequest(of app: String) throws(PhotoLibraryError) { try record(.request(nil), of: app) }

    /// Changes the record of an app.
    package func record(_ change: AppChange, of app: String) throws(PhotoLibraryError) {
        try perform([.access(change, app: app)], about: app)
    }

    func perform(_ changes: [CatalogChange], about app: String) throws(PhotoLibraryError) {
        try AppName.check(app)
        try catalog.perform(changes)
    }

    /// The assets that an app sees with limited access, in the order in which they were selected.
    public func selectedAssets(for app: String) throws(PhotoLibraryError) -> [String] {
        try catalog.selection(of: app)
    }

    /// Changes which assets an app sees with limited access, and answers a request for a selection.
    ///
    /// - Parameters:
    ///   - app: The app's name.
    ///   - added: Assets that enter the selection; those that are in it stay.
    ///   - removed: Assets that leave the selection; others are ignored.
    /// - Throws: `PhotoLibraryError`: `identifierNotFound`; `requestNotSupportedForAsset` for recently deleted
    ///   assets; otherwise as ``setAccess(_:for:selecting:)``. Nothing is changed after an error.
    public func changeSelection(
        for app: String, adding added: [String] = [], removing removed: [String] = []
    ) throws(PhotoLibraryError) {
        let answer = CatalogChange.access(.request(nil), app: app)
        try perform([.select(added, app: app), .deselect(removed, app: app), answer], about: app)
    }
}
