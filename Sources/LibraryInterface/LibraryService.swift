package import Foundation
package import Originals
package import PhotoModel

/// The requests of a `PhotoLibrary` to the process that has the catalogue.
///
/// In that process the service is the library itself; in another process it is a ``LibraryClient``. Requests and
/// answers are `Codable` values, except for numbers of objects, which only their reader uses. Methods block, as
/// PhotoKit's do, and are thread-safe.
package protocol LibraryService: Sendable {
    /// Reads assets, collections and the change history.
    var reader: any LibraryReader { get }

    /// Opens the files of assets.
    var originals: any Originals { get }

    /// The picture of a file of an asset that the library has without decoding the file.
    ///
    /// - Parameter best: The rendition that is looked for first; then smaller ones, then a gray picture.
    /// - Returns: `nil` if the library has none, or this user does not see the file.
    /// - Throws: The errors of the catalogue.
    func pictureAtHand(
        of resource: AssetResource, in asset: String, upTo best: KeptRendition
    ) throws(PhotoLibraryError) -> PictureAtHand?

    /// Watches for changes of the library.
    ///
    /// - Throws: `libraryUnavailable`, `ioFailure`.
    func watch() throws(PhotoLibraryError) -> any LibraryWatch

    /// What this user of the library may do now.
    ///
    /// - Throws: `libraryUnavailable`, `ioFailure`.
    func appState() throws(PhotoLibraryError) -> AppState

    /// Asks the owner, whose answer changes the ``appState()``; does nothing for the owner.
    ///
    /// - Throws: `libraryUnavailable`, `limitExceeded`, `ioFailure`.
    func ask(for request: AppAccess.Request) throws(PhotoLibraryError)

    /// Begins a block of changes.
    ///
    /// - Parameter id: Identifies the block of an app in ``wasCommitted(_:)``.
    /// - Throws: The errors of a library that may not be changed, such as `libraryReadOnly`.
    func beginChanges(_ id: UUID) throws(PhotoLibraryError) -> any ChangeSession

    /// Whether an app's block of changes was committed, in the last day.
    ///
    /// Waits for the end of a commit that is running. After an answer of `false` the block can no longer be committed.
    func wasCommitted(_ id: UUID) throws(PhotoLibraryError) -> Bool

    /// Lets the owner select photos for this user of the library, on a page.
    ///
    /// - Parameter onChange: Called after changes of the state, on any thread. It returns soon.
    /// - Throws: `libraryUnavailable`; `limitExceeded` if a page of this app is open.
    func beginPick(
        _ configuration: PickerConfiguration, onChange: @escaping @Sendable () -> Void
    ) throws(PhotoLibraryError) -> any PickSession

    /// The cloud identifiers of assets, albums and folders, or the reason why there is no identifier.
    func cloudIdentifiers(
        of localIdentifiers: [String], _ batch: any BatchFollower
    ) -> [String: Result<CloudIdentifier, any Error>]

    /// The objects that cloud identifiers refer to, in the order of the identifiers.
    ///
    /// - Parameter onlySynced: Whether nothing is compared: only what the library knows by its identifier is found.
    func resolve(
        _ identifiers: [CloudIdentifier], onlySynced: Bool, _ batch: any BatchFollower
    ) -> [Result<Resolution, any Error>]
}
