package import PhotoModel

/// A change of the privacy record.
package enum AppChange: Sendable {
    /// The owner decides about an app; `nil` takes an earlier decision back. The decision holds on one machine.
    case decide(AppAccess.Grant?, machine: String)
    /// Adds the app to the record.
    case add
    /// Removes the app from the record, with its selection. Its additions and albums stay in the library.
    case forget
    /// The app asks for access and waits for the owner; `nil` if it waits no longer.
    case request(AppAccess.Request?)
    /// Checks that the app waits for this answer, so that only the first answer counts.
    case expect(AppAccess.Request)
    /// The app connects. Does nothing if the app is not in the record.
    case connect(AppAccess.Identity, AppAccess.Containment)
    /// The owner hands assets to the app once, with or without the places in their files.
    case pick([String], includesPlaces: Bool)
}
