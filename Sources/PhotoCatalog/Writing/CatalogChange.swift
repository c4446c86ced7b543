package import Foundation
package import PhotoModel

/// One change that a caller asked for; several are carried out together or not at all.
///
/// Assets, albums and folders are named by their local identifiers, also those that an earlier change makes.
package enum CatalogChange: Sendable {
    /// The classified files of an import or a rebuild become assets or parts of assets.
    case ingest(IngestBatch)
    /// A classified file, whose bytes are durable where it says, becomes an asset or a part of one, which is in the library
    /// afterwards.
    case insert(ResourceInsertion)
    /// Moves an asset to the recently deleted. One that does not exist is an error unless it `mayBeMissing`.
    case delete(asset: String, mayBeMissing: Bool = false)
    /// Brings a recently deleted asset back. One that does not exist is an error unless it `mayBeMissing`.
    case restore(asset: String, mayBeMissing: Bool = false)
    /// Removes a recently deleted asset and leaves a tombstone; other assets are skipped.
    case purge(asset: String)
    case set(AssetProperty, asset: String)
    /// The rendered picture and its adjustment data replace those of an earlier edit.
    case edit([ResourceInsertion], asset: String)
    case revert(asset: String)
    /// The kept asset takes over what it lacks, and the others are deleted.
    case settle(DuplicatePlan)
    case makeAlbum(String, title: String, folder: String?)
    case album(String, AlbumChange)
    case makeFolder(String, title: String, folder: String?)
    /// `nil` is the top level.
    case folder(String?, FolderChange)
    /// Keeps what a person said of pairs of contents. A later decision replaces an earlier one.
    case decide([Decision])
    /// Forgets what was said of two contents.
    case forgetDecision([UInt8], [UInt8])
    /// Keeps cloud identifiers that are to be resolved again after each import.
    case remember([String])
    case forget([String])
    /// Sets how many days changes are kept; `nil` for ever.
    case setHistoryRetention(Int?)
    /// Sets the most hours between two copies of the catalogue; `nil` for no copies.
    case setCopyInterval(Int?)
    /// Lets an app with limited access see assets.
    case select([String], app: String)
    case deselect([String], app: String)
}

/// What the changes of one transaction came to.
package struct ChangeResult: Sendable {
    /// The assets that were deleted, restored or purged, in the order of the changes.
    package var assets: [String] = []
    /// How many decisions or kept identifiers were new, replaced or removed.
    package var count = 0
}

extension CatalogChange {
    /// Whether only the owner may ask for it.
    var isOwnersAlone: Bool {
        switch self {
        case .ingest, .purge, .settle, .decide, .forgetDecision, .remember, .forget, .setHistoryRetention,
            .setCopyInterval, .select, .deselect:
            true
        case .insert, .delete, .restore, .set, .edit, .revert, .makeAlbum, .album, .makeFolder, .folder: false
        }
    }
}
