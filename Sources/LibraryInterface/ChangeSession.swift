package import Foundation
package import PhotoModel

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

/// A file that was sent for a block of changes.
package struct UploadedFile: Sendable, Codable {
    /// The number of the file in the block.
    package let upload: Int
    package let kind: AssetResource.Kind
    /// The name of the file, as bytes; `nil` without a name.
    package let name: Data?
    /// The media type that an original must have; `nil` for a photo or a video.
    package let mediaType: Asset.MediaType?

    package init(upload: Int, kind: AssetResource.Kind, name: Data?, mediaType: Asset.MediaType?) {
        self.upload = upload
        self.kind = kind
        self.name = name
        self.mediaType = mediaType
    }
}

/// The limits of a block of changes.
package enum ChangeLimits {
    /// The number of files that one block may bring.
    package static let maximumFiles = 500
}

extension PhotoLibraryError {
    package static let changeCancelled = PhotoLibraryError(
        .cancelled, "The change was cancelled: nothing is changed.")
}
