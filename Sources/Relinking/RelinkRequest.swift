package import PhotoModel
package import SystemPackage

/// What dead references become.
package enum RelinkForm: String, Sendable, CaseIterable {
    /// Written as the old one was: relative paths stay relative, URLs stay URLs.
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

/// What is to be rewritten, and how.
package struct RelinkRequest: Sendable {
    /// The folder that dead paths lead into; absolute.
    package var oldFolder: FilePath
    /// A copy of it, by whose files' content photos are found.
    package var copy: FilePath?
    /// What dead paths become.
    package var form = RelinkForm.same
    /// Whether cloud identifiers are written without their small picture.
    package var isCompact = false
    /// Whether cloud identifiers in the files become local ones.
    package var replacesIdentifiers = false
    /// Whether a name that exactly one original has is enough.
    package var trustsNames = false
    /// Whether paths that still lead to a file are rewritten too: before the old folder goes.
    package var includesAlive = false
    /// Whether nothing is written.
    package var isDryRun = false

    /// A request with the usual choices.
    package init(oldFolder: FilePath) { self.oldFolder = oldFolder }
}

/// One reference and what became of it.
package struct RelinkItem: Sendable {
    /// What became of a reference.
    package enum Status: String, Sendable, CaseIterable {
        /// It was rewritten.
        case relinked
        /// It would be rewritten.
        case planned
        /// Several photos may be meant, or only a name speaks for one: a person decides.
        case ambiguous
        /// No photo of the library is known to be meant.
        case notFound
        /// It leads to a file.
        case alive
        /// It is again what it was.
        case restored
    }

    /// What a new path stands on.
    package enum Evidence: String, Sendable, CaseIterable {
        /// The library remembers what it imported from the old path.
        case importedFrom
        /// Every byte of the file in the copy of the folder.
        case bytes
        /// The picture's data in the copy's file, metadata aside.
        case imageData
        /// What the copy's file shows.
        case content
        /// The devices' shared registry.
        case syncState
        /// Only the file's name.
        case name
    }

    /// The file it stands in.
    package var file: FilePath
    /// Where: `line:column`, both from 1, or `table.column row`.
    package var location: String
    /// What stood there, without its quoting.
    package var from: String
    /// What stands or would stand there.
    package var to: String?
    /// What became of it.
    package var status: Status
    /// The asset.
    package var localIdentifier: String?
    /// What the answer stands on.
    package var evidence: Evidence?
    /// The local identifiers that may be meant, when ambiguous.
    package var candidates: [String] = []
    /// Why nothing was done.
    package var error: PhotoLibraryError?
}
