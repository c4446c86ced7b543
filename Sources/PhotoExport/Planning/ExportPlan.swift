internal import PhotoModel

/// The files that the folder of an export should have, and those of earlier exports that are not among them.
struct ExportPlan: Sendable {
    /// A file that the folder should have.
    struct File: Sendable {
        let photo: ExportPhoto
        let resource: AssetResource
        /// The path relative to the folder of the export.
        let path: String
        /// The album whose folder it is in; `nil` if the layout has no folders of albums, or the photo is in no album.
        let album: String?
        /// Whether the photo's sidecar belongs to this file.
        let hasSidecar: Bool
        /// The file of an earlier export that this is, or becomes by a new name or new bytes.
        var recorded: ExportRecord.Entry?
    }

    var files: [File] = []
    /// Files of earlier exports that this export does not include.
    var others: [ExportRecord.Entry] = []
}
