internal import AssetLoading
internal import Glibc
internal import PhotoModel
internal import SystemPackage
internal import SystemSupport

/// What is to be done for a file.
enum ExportStep {
    /// The file is written; then the file of an earlier export with other bytes is removed.
    case write(replacing: ExportRecord.Entry?)
    /// The file is there without a line in the record, as after a crash.
    case adopt
    /// The file of an earlier export gets the path.
    case rename(ExportRecord.Entry)
    /// The file of an earlier export has the path.
    case leave(ExportRecord.Entry)
    /// Someone changed the file of an earlier export.
    case keep(ExportRecord.Entry)
}

extension Result<ExportStep, any Error> {
    /// Whether the file has to be copied.
    var isWriting: Bool { if case .success(.write) = self { true } else { false } }
}

extension ExportRun {
    /// The state of a file that an earlier export wrote.
    private enum Condition { case missing, changed, same }

    private func condition(of entry: ExportRecord.Entry) throws -> Condition {
        guard let status = try folder.status(of: entry.path) else { return .missing }
        guard status.isFile, status.st_size == entry.size else { return .changed }
        if FileIdentity(status).modifiedNanoseconds == entry.modifiedNanoseconds { return .same }
        return try folder.sha256(of: entry.path) == entry.sha256 ? .same : .changed
    }

    /// Whether a path can be that of a file: nothing has it, or a file with the bytes that would be written.
    func isFree(_ path: String, for resource: AssetResource) throws -> Bool {
        // A path that leads through a link is the failure of this file alone.
        guard let status = try? folder.status(of: path) else { return true }
        guard status.isFile, status.st_size == resource.bytes, recorded(at: path) == nil else { return false }
        try loading.checkIsNotCancelled()
        return try folder.sha256(of: path) == exportedDigest(of: resource)
    }

    func step(for file: ExportPlan.File) throws -> ExportStep {
        guard let entry = file.recorded else { return try stepWithoutFile(file) }
        switch try condition(of: entry) {
        case .missing: return try stepWithoutFile(file)
        case .changed: return .keep(entry)
        case .same:
            let isSource = entry.source == file.resource.sha256.hex && entry.isWithoutPlaces == options.removesPlaces
            return !isSource ? .write(replacing: entry) : entry.path == file.path ? .leave(entry) : .rename(entry)
        }
    }

    private func stepWithoutFile(_ file: ExportPlan.File) throws -> ExportStep {
        guard try folder.status(of: file.path) != nil else { return .write(replacing: nil) }
        guard try isFree(file.path, for: file.resource) else {
            throw PhotoLibraryError.taken(folder.absolute(file.path))
        }
        return .adopt
    }

    /// - Parameter copy: The copy of a file that is written; `nil` in a dry run.
    func perform(
        _ step: ExportStep, _ file: ExportPlan.File, _ copy: Result<LoadedFile, any Error>?
    ) throws {
        if case .write = step, copy != nil {} else { loading.fileSkipped(bytes: file.resource.bytes) }
        switch step {
        case .keep(let entry):
            report(file, entry.path, .kept, error: .changedByOthers(folder.absolute(entry.path)))
        case .write(let replaced):
            let digest = try write(try copy?.get(), file, replacing: replaced)
            try finish(file, .exported, digest)
        case .adopt:
            try finish(file, .unchanged, try folder.sha256(of: file.path))
        case .rename(let entry):
            if !options.isDryRun { try folder.rename(entry.path, to: file.path) }
            try finish(file, .renamed, entry.sha256)
        case .leave(let entry):
            try finish(file, .unchanged, entry.sha256)
        }
    }

    /// Gives a copy its name.
    ///
    /// - Returns: The SHA-256; "" in a dry run.
    private func write(
        _ copy: LoadedFile?, _ file: ExportPlan.File, replacing entry: ExportRecord.Entry?
    ) throws -> String {
        guard let copy else { return "" }
        // Without its old file, the next export writes the file again.
        if let entry, entry.path == file.path { try folder.remove(entry.path) }
        try folder.place(copy, at: file.path)
        if let entry, entry.path != file.path { try folder.remove(entry.path) }
        return copy.sha256.hex
    }

    /// Records and reports a file that has its path, and writes its sidecar.
    private func finish(_ file: ExportPlan.File, _ status: ExportedItem.Status, _ sha256: String) throws {
        let previous = file.recorded.flatMap { $0.path == file.path ? nil : $0.path }
        report(
            file, file.path, status, previousPath: status == .renamed ? previous : nil, bytes: file.resource.bytes)
        var sidecar = file.recorded?.sidecar
        // If the sidecar fails, the file itself is exported nevertheless.
        try attempt(file.photo.localIdentifier, .sidecar, file.path + XMPSidecar.ending) {
            if !options.isDryRun, previous != nil, let entry = file.recorded {
                sidecar = try moveSidecar(of: entry, to: file)
            }
            // An earlier sidecar may have the place.
            if file.hasSidecar || options.removesPlaces && sidecar != nil {
                sidecar = try putSidecar(of: file, recorded: sidecar)
            }
        }
        guard !options.isDryRun else { return }
        if file.recorded?.captureTime != file.photo.captureTime?.description,
            let modified = file.photo.modifiedNanoseconds
        {
            ModificationTime.set(modified, of: folder.absolute(file.path))
        }
        guard let found = try folder.status(of: file.path) else {
            throw PhotoLibraryError(
                .ioFailure, "The file disappeared after it was exported.", path: folder.absolute(file.path).string)
        }
        let entry = ExportRecord.Entry(
            localIdentifier: file.photo.localIdentifier, role: "\(file.resource.kind)", album: file.album,
            path: file.path, size: Int64(found.st_size), modifiedNanoseconds: FileIdentity(found).modifiedNanoseconds,
            sha256: sha256,
            source: file.resource.sha256.hex, isWithoutPlaces: options.removesPlaces,
            captureTime: file.photo.captureTime?.description, sidecar: sidecar)
        if entry != file.recorded { write(.file(entry)) }
        guard let previous else { return }
        write(.removed(previous))
        folder.removeEmptyFolders(of: previous)
    }

    private func report(
        _ file: ExportPlan.File, _ path: String, _ status: ExportedItem.Status, previousPath: String? = nil,
        bytes: Int = 0, error: PhotoLibraryError? = nil
    ) {
        report(
            file.photo.localIdentifier, file.resource.kind, path, status, previousPath: previousPath, bytes: bytes,
            error: error)
    }

    /// Removes a file of an earlier export, and its sidecar, if their bytes are those that were exported.
    func removeOther(_ entry: ExportRecord.Entry) throws {
        try loading.checkIsNotCancelled()
        // If the file was missing, another photo of this export may have its path now.
        guard recorded(at: entry.path) == entry else { return }
        guard try folder.status(of: entry.path) != nil else { return write(.removed(entry.path)) }
        guard try folder.has(entry.sha256, at: entry.path) else {
            return report(
                entry.localIdentifier, entry.kind, entry.path, .kept,
                error: .changedByOthers(folder.absolute(entry.path)))
        }
        try removeSidecar(
            at: entry.path + XMPSidecar.ending, recorded: entry.sidecar, of: entry.localIdentifier)
        if !options.isDryRun { try folder.remove(entry.path) }
        write(.removed(entry.path))
        report(
            entry.localIdentifier, entry.kind, entry.path, .removed, bytes: Int(clamping: entry.size))
        if !options.isDryRun { folder.removeEmptyFolders(of: entry.path) }
    }
}

extension ExportRecord.Entry {
    /// The kind of the resource; that of an original if a newer version wrote another one.
    var kind: AssetResource.Kind { AssetResource.Kind.allCases.first { "\($0)" == role } ?? .original }
}

extension PhotoLibraryError {
    /// The error of a file that is kept.
    static func changedByOthers(_ path: FilePath) -> PhotoLibraryError {
        PhotoLibraryError(
            .invalidResource,
            "Someone changed this file after it was exported, so it was kept. Move it away to export the photo again.",
            path: path.string)
    }
}
