package import Originals
package import PhotoModel

/// A person's selection of photos for an app, on a page that another process serves.
///
/// Methods block and are thread-safe. The page closes when the object is released.
///
/// It opens the files of picked photos, which no later selection closes, and throws `accessUserDenied` for those of
/// other photos.
package protocol PickSession: AnyObject, Originals {
    /// Whether the page is open, and how many photos are selected.
    ///
    /// - Throws: `libraryUnavailable` if the process of the page cannot be asked.
    func state() throws(PhotoLibraryError) -> PickState

    /// Some of the selected photos, in the order of the results.
    ///
    /// - Parameters:
    ///   - revision: The number of the selection: see ``PickState/revision``.
    ///   - count: At most 500.
    /// - Returns: The photos; `nil` if the selection has changed since the revision.
    /// - Throws: `limitExceeded`, `libraryUnavailable`, `ioFailure`.
    func assets(of revision: Int, from: Int, count: Int) throws(PhotoLibraryError) -> [PickedAsset]?

    /// Changes the page or its selection; does nothing after its end.
    ///
    /// - Throws: `libraryUnavailable` if the process of the page cannot be asked.
    func change(_ change: PickChange) throws(PhotoLibraryError)

    /// Closes the page.
    ///
    /// If the person has not finished, the outcome is ``PickState/Phase/cancelled``.
    func cancel()
}

/// How far a person is with a selection.
package struct PickState: Sendable, Codable, Equatable {
    package enum Phase: Sendable, Codable, Equatable {
        /// No browser has opened the page.
        case waiting
        case open
        case picked
        /// The person cancelled or closed the page, or the app closed it.
        case cancelled
        /// The page could not be shown.
        case failed(PhotoLibraryError)

        package var isEnd: Bool { self != .waiting && self != .open }
    }

    package var phase: Phase
    /// The number of the selection, which each change makes greater.
    ///
    /// While the page is open, it changes only if the configuration asks for continuous selections.
    package var revision: Int
    /// The number of photos in the selection.
    package var count: Int

    package init(_ phase: Phase = .waiting, revision: Int = 0, count: Int = 0) {
        self.phase = phase
        self.revision = revision
        self.count = count
    }
}

/// A photo that a person selected.
package struct PickedAsset: Sendable, Codable {
    package let localIdentifier: String
    /// Whether the app preselected the photo, so that it gets no files.
    package let isPreselected: Bool
    /// The files that the app can open, the best first.
    ///
    /// Their location is ``AssetResource/Location/withheld(asset:)``.
    package let resources: [AssetResource]
    /// Whether the picture of the original is decoded, so that it can be converted.
    package let hasPicture: Bool

    package init(localIdentifier: String, isPreselected: Bool, resources: [AssetResource], hasPicture: Bool) {
        self.localIdentifier = localIdentifier
        self.isPreselected = isPreselected
        self.resources = resources
        self.hasPicture = hasPicture
    }
}

/// What an app changes on an open page.
package enum PickChange: Sendable, Codable {
    case limit(Int)
    case deselect([String])
    /// Moves a selected photo behind another, or to the beginning.
    case move(String, after: String?)
}
