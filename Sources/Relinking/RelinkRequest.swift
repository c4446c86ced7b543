package import PhotoModel
package import SystemPackage

/// The form of the text that replaces a broken reference.
package enum RelinkForm: String, Sendable, CaseIterable {
    /// The form of the old reference: a relative path stays relative, a URL stays a URL.
    case same
    /// An absolute path.
    case path
    /// A `file://` URL.
    case fileURL = "file-url"
    /// A local identifier.
    case local
    /// A cloud identifier.
    case cloud
}

/// Which references are rewritten, and how.
package struct RelinkRequest: Sendable {
    /// The folder that the broken paths lead into; absolute.
    package var oldFolder: FilePath
    /// A copy of the old folder; photos are found by the content of its files.
    package var copy: FilePath?
    /// The form of the text that replaces a broken path.
    package var form = RelinkForm.same
    /// Whether new cloud identifiers are compact (without the small picture).
    package var isCompact = false
    /// Whether cloud identifiers in the files are replaced by local identifiers.
    package var replacesIdentifiers = false
    /// Whether a file name that exactly one original has is sufficient evidence.
    package var trustsNames = false
    /// Whether paths that still lead to a file are rewritten too, for use before the old folder is removed.
    package var includesExisting = false
    /// Whether nothing is written.
    package var isDryRun = false

    /// Creates a request with default options.
    package init(oldFolder: FilePath) { self.oldFolder = oldFolder }
}

/// One reference and its result.
package struct RelinkItem: Sendable {
    /// The result of a reference.
    package enum Status: String, Sendable, CaseIterable {
        /// It was rewritten.
        case relinked
        /// It would be rewritten.
        case planned
        /// Several photos match, or only a file name matches: a person has to decide.
        case ambiguous
        /// No photo of the library matches.
        case notFound
        /// The reference still leads to a file.
        case exists
        /// An undo restored the earlier text.
        case restored
    }

    /// The evidence for a new path.
    package enum Evidence: String, Sendable, CaseIterable {
        /// The library's record that the photo was imported from the old path.
        case importedFrom
        /// Equal bytes in the copy of the folder.
        case bytes
        /// Equal image data in the copy of the folder, without metadata.
        case imageData
        /// The content of the picture in the copy of the folder.
        case content
        /// A registry that devices share.
        case syncState
        /// The file name only.
        case name
    }

    /// The file that contains the reference.
    package var file: FilePath
    /// The position: `line:column`, both from 1, or `table.column row`.
    package var location: String
    /// The old text, without its quoting.
    package var from: String
    /// The new text, also in a preview.
    package var to: String?
    /// The result.
    package var status: Status
    /// The local identifier of the found asset.
    package var localIdentifier: String?
    /// The evidence for the answer.
    package var evidence: Evidence?
    /// The local identifiers of the matching assets, if the result is ambiguous.
    package var candidates: [String] = []
    /// Why the reference was not rewritten.
    package var error: PhotoLibraryError?
}
