internal import Foundation
package import PhotoModel

// What the process that serves a page is asked for, on its standard input, and what it reports, on its standard output:
// one JSON value a line.

/// The first line of the standard input.
///
/// Every later line is a ``PickChange``. The end of the input closes the page.
package struct PickerJob: Sendable, Codable {
    package enum Purpose: Sendable, Codable {
        /// To select photos for the app.
        case pick(PickerConfiguration, PickerPermissions)
        /// To answer what the app asks for: to see photos, to add photos, or to see other photos.
        case answer(AppAccess.Request)
        /// To allow the app to delete and to change photos that it did not add.
        case confirm(deleting: [String], changing: [String])
    }

    package let app: PickingApp
    package let purpose: Purpose

    package init(_ app: PickingApp, _ purpose: Purpose) {
        self.app = app
        self.purpose = purpose
    }
}

/// The app, or the command, that asks for photos.
package struct PickingApp: Sendable, Hashable, Codable {
    package let name: String
    /// What the name rests on.
    package let trust: AppAccess.Identity
    package let isContained: Bool
    /// Whether a person started the command in a terminal, so that the page need not say who asks.
    package let isFromTerminal: Bool

    package init(name: String, trust: AppAccess.Identity, isContained: Bool, isFromTerminal: Bool = false) {
        self.name = name
        self.trust = trust
        self.isContained = isContained
        self.isFromTerminal = isFromTerminal
    }
}

/// What the owner allows an app that asks for photos.
package struct PickerPermissions: Sendable, Hashable, Codable {
    /// Whether the switch for places is on at the beginning; `nil` for a page without the switch.
    package var includesPlaces: Bool?

    package init(includesPlaces: Bool? = nil) { self.includesPlaces = includesPlaces }
}

/// A line of the standard output.
package enum PickerReport: Sendable, Codable {
    /// A browser has opened the page.
    case opened
    /// The selection has changed: the local identifiers in the order of the results.
    case selected([String], includesPlaces: Bool)
    /// The person has finished.
    case picked([String], includesPlaces: Bool)
    /// The person has allowed what the app asked for.
    case allowed
    case cancelled
    case failed(PhotoLibraryError)
}
