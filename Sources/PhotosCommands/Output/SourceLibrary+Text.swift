internal import OpenPhotoKitOwner
internal import PhotoModel

extension SourceLibrary {
    /// What the library is and contains, after its name.
    ///
    /// - Parameter leftOut: Introduces the photos and files that an import does not take.
    func text(leftOut: String) -> String {
        let others = parts > 1 ? "and \(counted(parts - 1, "more part")) are" : "is"
        return switch kind {
        case .applePhotos: "is an Apple Photos library \(contents(leftOut))"
        case .googlePhotos: "\(others) an export of Google Photos \(contents(leftOut))"
        case .iCloud: "\(others) an export of iCloud Photos \(contents(leftOut))"
        }
    }

    private func contents(_ leftOut: String) -> String {
        func list(_ parts: [(count: Int, noun: String)]) -> String {
            parts.filter { $0.count > 0 }.map { counted($0.count, $0.noun) }.joined(separator: ", ")
        }
        let kinds = list([(edited, "edit"), (live, "Live Photo"), (albums, "album"), (folders, "folder")])
        let states = [
            (archived, "archived, and hidden in this library"), (partners, "of a partner"),
            (kind == .applePhotos ? 0 : withoutMetadata, "without metadata"),
        ].filter { $0.0 > 0 }.map { "; \($0.0) \($0.1)" }.joined()
        let sidecars =
            metadataWithoutPhoto == 1
            ? "file with metadata of a photo that is missing" : "files with metadata of photos that are missing"
        let missing = [
            (inCloudOnly, "with the original missing"), (inSharedAlbums, "in shared albums"),
            (deleted, kind == .applePhotos ? "deleted in Photos" : "in its trash"),
            (outside, "outside of the library"),
            (unknown, "unknown to its database"),
            (metadataWithoutPhoto, sidecars),
        ].filter { $0.0 > 0 }.map { "\($0.0) \($0.1)" }.joined(separator: ", ")
        let files = list([(photos, "photo"), (videos, "video")])
        return "with \(files.isEmpty ? "no photos" : files)" + (kinds.isEmpty ? "" : " (\(kinds))") + states
            + (missing.isEmpty ? "" : "; \(leftOut): \(missing)")
    }
}
