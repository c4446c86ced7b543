internal import ContentDigests
internal import PhotoModel
internal import SystemPackage

extension ExportRun {
    /// Writes the sidecar of a file that has its path, unless it is there; without words it removes an earlier one.
    ///
    /// - Parameter recorded: The SHA-256 of the sidecar that an earlier export wrote.
    /// - Returns: The SHA-256 of the sidecar for the record; `nil` if no export wrote it.
    func putSidecar(of file: ExportPlan.File, recorded: String?) throws -> String? {
        let path = file.path + XMPSidecar.ending
        // In a dry run the sidecar still has its old name.
        let present = options.isDryRun ? (file.recorded?.path ?? file.path) + XMPSidecar.ending : path
        guard let bytes = XMPSidecar.bytes(file.photo.words) else {
            try removeSidecar(at: present, recorded: recorded, of: file.photo.localIdentifier)
            return nil
        }
        let digest = try Self.digest(of: bytes)
        guard try folder.status(of: present) != nil else {
            if !options.isDryRun { try folder.write(bytes, to: path, replacing: false) }
            reportSidecar(file.photo.localIdentifier, path, .exported, bytes: bytes.count)
            return digest
        }
        if try folder.has(digest, at: present) {
            reportSidecar(file.photo.localIdentifier, path, .unchanged, bytes: bytes.count)
            return digest
        }
        guard let recorded, try folder.has(recorded, at: present) else {
            reportSidecar(file.photo.localIdentifier, path, .kept)
            return recorded
        }
        if !options.isDryRun { try folder.write(bytes, to: path, replacing: true) }
        reportSidecar(file.photo.localIdentifier, path, .exported, bytes: bytes.count)
        return digest
    }

    /// Gives the sidecar of an earlier export the name of its file.
    ///
    /// A sidecar that someone changed keeps its name.
    ///
    /// - Returns: The SHA-256 of the sidecar; `nil` if the photo has no sidecar, or if someone changed it.
    func moveSidecar(of entry: ExportRecord.Entry, to file: ExportPlan.File) throws -> String? {
        let path = entry.path + XMPSidecar.ending
        guard let digest = entry.sidecar, try folder.status(of: path) != nil else { return nil }
        guard try folder.has(digest, at: path) else {
            reportSidecar(entry.localIdentifier, path, .kept)
            return nil
        }
        try folder.rename(path, to: file.path + XMPSidecar.ending)
        return digest
    }

    /// Removes the sidecar of an earlier export, unless someone changed it.
    ///
    /// - Parameter recorded: The SHA-256 of the sidecar; `nil` if no export wrote one.
    func removeSidecar(at path: String, recorded: String?, of photo: String) throws {
        guard let recorded, try folder.status(of: path) != nil else { return }
        guard try folder.has(recorded, at: path) else { return reportSidecar(photo, path, .kept) }
        if !options.isDryRun { try folder.remove(path) }
        reportSidecar(photo, path, .removed)
    }

    /// Writes the file that names the albums without photos.
    ///
    /// If every album has a photo, the file is removed.
    func putAlbums(_ albums: [AlbumPath]) throws {
        var words = ExportedWords()
        words.albums = albums
        guard let bytes = XMPSidecar.bytes(words) else {
            if try folder.status(of: OwnXMP.albumsFile)?.isFile == true { try folder.remove(OwnXMP.albumsFile) }
            return
        }
        // Programs that synchronise the folder copy each file that was written.
        guard try !folder.has(Self.digest(of: bytes), at: OwnXMP.albumsFile) else { return }
        try folder.write(bytes, to: OwnXMP.albumsFile, replacing: true)
    }

    private static func digest(of bytes: [UInt8]) throws -> String {
        try bytes.withUnsafeBytes { try ContentHasher.digest(.sha256, of: $0) }.hex
    }

    private func reportSidecar(_ photo: String, _ path: String, _ status: ExportedItem.Status, bytes: Int = 0) {
        report(
            photo, .sidecar, path, status, bytes: bytes,
            error: status == .kept ? .changedByOthers(folder.absolute(path)) : nil)
    }
}
