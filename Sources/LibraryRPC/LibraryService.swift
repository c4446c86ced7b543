package import AssetLoading
package import Foundation
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
    var resources: ResourceStore { get }

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
    func resolve(_ identifiers: [CloudIdentifier], _ batch: any BatchFollower) -> [Result<Resolution, any Error>]
}

/// A block of changes that is being made.
///
/// ``commit(_:)`` or ``discard()`` ends it.
package protocol ChangeSession: Sendable {
    /// Copies and analyses the files of a new asset.
    ///
    /// - Throws: `missingResource`, `invalidResource`, `limitExceeded`, `unreadable`, `notEnoughSpace`,
    ///   `sourceChanged`, `ioFailure`, `cancelled`.
    func stage(_ request: AssetCreationRequest) throws(PhotoLibraryError) -> StagedAsset

    /// Copies and analyses the rendered picture of an edit, and writes its adjustment data.
    ///
    /// - Returns: The numbers of the two files.
    func stageEdit(
        of asset: String, rendered: AssetCreationRequest.Content, _ adjustmentData: AdjustmentData
    ) throws(PhotoLibraryError) -> [Int]

    /// Begins a file whose bytes are sent, and returns its number.
    ///
    /// - Throws: `notEnoughSpace`, `ioFailure`.
    func beginUpload() throws(PhotoLibraryError) -> Int

    /// Adds bytes to a file that ``beginUpload()`` began.
    ///
    /// - Throws: `notEnoughSpace`, `limitExceeded`, `ioFailure`.
    func append(_ bytes: Data, toUpload number: Int) throws(PhotoLibraryError)

    /// Analyses the sent files of a new asset: see ``stage(_:)``.
    func stage(_ files: [UploadedFile]) throws(PhotoLibraryError) -> StagedAsset

    /// Analyses the sent picture of an edit: see ``stageEdit(of:rendered:_:)``.
    func stageEdit(
        of asset: String, rendered: UploadedFile, _ adjustmentData: AdjustmentData
    ) throws(PhotoLibraryError) -> [Int]

    /// Stops the file that is being read.
    ///
    /// Callable from any thread.
    func cancel()

    /// Carries out the steps in order, all or none.
    ///
    /// - Returns: The assets that were deleted or restored, in the order of the steps.
    func commit(_ steps: [ChangeStep]) throws(PhotoLibraryError) -> [String]

    /// Ends the block without a change, and removes its files.
    func discard()
}

/// The files of a new asset in a ``ChangeSession``.
package struct StagedAsset: Sendable, Codable {
    /// The numbers of the files in the session.
    package let files: [Int]
    /// The local identifier of the asset.
    package let localIdentifier: String

    package init(files: [Int], localIdentifier: String) {
        self.files = files
        self.localIdentifier = localIdentifier
    }
}

/// A step of a block of changes.
package enum ChangeStep: Sendable, Codable {
    case change(LibraryChange)
    /// The staged file with this number becomes an asset or a file of an asset.
    case create(Int)
    /// The staged files of these numbers become the edit of an asset.
    case edit([Int], asset: String)
}

/// Watches one library for as long as it is referenced.
package protocol LibraryWatch: AnyObject, Sendable {
    /// The reason why the library can no longer be used; `nil` while it can.
    var unavailability: PhotoLibraryError? { get }

    /// A stream with an element after changes, and while a repair waits; several changes in quick succession may give
    /// one element.
    ///
    /// It ends when the library can no longer be used. A listener must also read the changes before the first element.
    func changeSignal() -> AsyncStream<Void>
}
