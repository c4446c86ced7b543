package import AssetLoading
package import LibraryStorage
internal import PhotoInspection
internal import PhotoModel
internal import SystemPackage

/// Checks whether an import stores a file as a sidecar of a photo beside it.
package struct SidecarCheck: Sendable {
    private let library: LibraryStore
    /// The store of the checked files.
    private let files: any AssetStore

    package init(_ library: LibraryStore, _ files: any AssetStore) {
        self.library = library
        self.files = files
    }

    /// Whether the file is a sidecar of a photo that an earlier import read from its folder, or of the photo beside it
    /// that its name names.
    ///
    /// - Throws: `ioFailure` if the bytes cannot be read; errors of the catalogue.
    package func isOfPhoto(_ file: LoadedFile) throws -> Bool {
        // Sounds and texts of a shot are not recognised here.
        guard Sidecar.mayBe(file.source, bytes: file.size, isOfShot: { false }), let sidecar = try Sidecar(file) else {
            return false
        }
        let candidate = try IngestCandidate(sidecar, file, copy: nil, in: library)
        return try isOfNamedPhoto(sidecar, file.source)
            || CompanionMatcher(library.catalog).attachment(of: candidate) != nil
    }

    private func isOfNamedPhoto(_ sidecar: Sidecar, _ path: FilePath) -> Bool {
        let facts = FileFacts(
            nameBytes: path.nameBytes, format: .unknown, metadata: ImageMetadata(), sidecar: sidecar)
        guard let name = facts.name.subject, let beside = FilePath(bytes: name)?.lastComponent,
            let format = try? FileKinds.format(
                of: path.removingLastComponent().appending(beside), followsLinks: false, in: files)
        else { return false }
        let photo = FileFacts(nameBytes: name, format: format, metadata: ImageMetadata())
        return CompanionRules.kind(of: facts, beside: photo, isOnlyPhoto: false) != nil
    }
}
