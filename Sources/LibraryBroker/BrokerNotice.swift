internal import Foundation
package import PhotoModel

/// What the owner of a served library may want to know.
package enum BrokerNotice: Sendable {
    /// The app asks for something.
    case request(AppAccess.Request, app: String)
    /// The app was refused; `nil` for an app without a proper name.
    case refusal(PhotoLibraryError, app: String?)
}

/// Decides which refusals are worth a notice, because a program can connect as often as it wants, with any names.
struct RefusalNotices: Sendable {
    private struct Refusal: Hashable {
        let app: String?
        let code: PhotoLibraryError.Code
    }

    private var dates: [Refusal: Date] = [:]
    private static let interval = 60.0
    private static let maximum = 100

    /// Whether this is the first such refusal of the app in a minute, and one of the first hundred of all apps.
    mutating func isNew(_ error: PhotoLibraryError, of app: String?, now: Date = Date()) -> Bool {
        dates = dates.filter { 0..<Self.interval ~= now.timeIntervalSince($0.value) }
        let refusal = Refusal(app: app, code: error.code)
        guard dates[refusal] == nil, dates.count < Self.maximum else { return false }
        dates[refusal] = now
        return true
    }
}
