package import DeviceRegistry
internal import Foundation
package import PhotoModel

/// A change of the catalogue; several are carried out together or not at all.
///
/// Assets, albums and folders are named by their local identifiers, including those that an earlier change creates.
package enum CatalogChange: Sendable {
    /// The classified files of an import or a rebuild become assets or parts of assets.
    case ingest(IngestBatch)
    /// The separate videos that state these content identifiers become files of the pictures that state them; a pair
    /// stays apart if the owner gave its picture and its video different values, or an app sees only one of them.
    case joinLivePhotos([String])
    /// Makes the albums that do not exist yet.
    case makeAlbums([DestinationAlbum])
    /// A classified file, whose bytes are durable at its path, becomes an asset or a part of one, which is in the
    /// library afterwards.
    case insert(ResourceInsertion)
    /// A change without files that the owner or an app requests.
    case request(LibraryChange)
    /// Removes a recently deleted asset and adds a tombstone; other assets are skipped.
    case purge(asset: String)
    /// The rendered picture and its adjustment data replace those of an earlier edit.
    case edit([ResourceInsertion], asset: String)
    /// The kept asset gets the values that it lacks, and the others are deleted.
    case settle(DuplicatePlan)
    /// Stores the user's decisions about pairs of contents. A later decision replaces an earlier one.
    case decide([Decision])
    /// Deletes the decision about two contents.
    case forgetDecision([UInt8], [UInt8])
    /// Stores cloud identifiers that will be resolved again after each import.
    case remember([String])
    case forget([String])
    /// Sets the number of days for which changes stay in the history; `nil` for no limit.
    case setHistoryRetention(Int?)
    /// Sets the number of hours after which a new copy of the catalogue is due; `nil` for no copies.
    case setCopyInterval(Int?)
    /// The originals of assets stay on this device, or may leave it.
    case pin([String], Bool)
    /// Adds assets to the selection of an app with limited access.
    case select([String], app: String)
    case deselect([String], app: String)
    /// Sets values of registers, which a log or another device has. They are recorded for no log.
    case apply([Register])
    /// Sets values that another device wrote to the registry. They are recorded for no log.
    case receive(ReceivedRegisters)
    /// Sets values of other devices about photos that were not in the library when the values came.
    case setWaiting
    /// Deletes photos that another device deleted and that wait for a person, or restores them on all devices; `nil`
    /// for all.
    case decideHeldDeletions(of: Set<String>?, isAccepted: Bool)
    /// Changes the record of an app.
    case access(AppChange, app: String)
}

/// The results of the changes of one transaction.
package struct ChangeResult: Sendable {
    /// The assets that were deleted, restored or purged, in the order of the changes.
    package var assets: [String] = []
    /// The number of decisions or stored identifiers that were new, replaced or removed.
    package var count = 0
    /// The videos that became files of their pictures, although they were separate assets before.
    package var joined: [JoinedVideo] = []
    /// What became of values of other devices.
    package var received = ReceivedCounts()

    package init() {}
}

extension CatalogChange {
    /// Whether only the owner may request this change.
    var isOwnersAlone: Bool {
        switch self {
        case .ingest, .joinLivePhotos, .makeAlbums, .purge, .settle, .decide, .forgetDecision, .remember, .forget,
            .setHistoryRetention,
            .setCopyInterval, .pin, .select, .deselect, .apply, .receive,
            .setWaiting, .decideHeldDeletions, .access:
            true
        case .request, .insert, .edit: false
        }
    }
}
