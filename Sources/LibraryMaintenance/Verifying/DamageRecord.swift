internal import LibraryStorage
internal import Originals
internal import PhotoCatalog
internal import PhotoModel
internal import SystemPackage

/// Records in the catalogue which files a check found missing or damaged.
///
/// An import of the right bytes replaces these files; of a reference, it makes the library refer to the new file. If
/// the library may not be changed, nothing is recorded. A failure to record does not end the check, because the check
/// reports the file too.
struct DamageRecord {
    private let catalog: PhotoCatalog
    private let folder: FilePath
    private let mayWrite: Bool
    /// The files that are recorded, with paths in the library relative to its folder.
    private var known: Set<FileOfAsset>
    /// Files that were found damaged and are not recorded yet.
    private var pending: [FileOfAsset] = []
    private var lastWritten = ContinuousClock.now

    /// The minimum time between two transactions.
    ///
    /// Each transaction waits for the disk, and a failing disk has many damaged files.
    private static let interval: Duration = .milliseconds(500)

    /// - Parameter isActive: Whether results are recorded: false for a quick check, because it reads no file.
    init(_ catalog: PhotoCatalog, in folder: FilePath, isActive: Bool) throws {
        self.catalog = catalog
        self.folder = folder
        mayWrite = isActive && (try? catalog.permission.check()) != nil
        known = Set(try catalog.damagedFiles().map { FileOfAsset(asset: $0.asset, path: $0.path) })
    }

    /// Adds the result of reading every byte of a file.
    mutating func add(_ file: VerifiedFile) {
        guard mayWrite, let asset = file.localIdentifier else { return }
        var path = file.path
        _ = path.removePrefix(folder)
        let checked = FileOfAsset(asset: asset, path: path)
        switch file.status {
        case .ok:
            if known.remove(checked) != nil { _ = try? catalog.record(.checkedFiles(damaged: [], sound: [checked])) }
        // The bytes may be right.
        case .unreadable where file.error?.isOfAccess == true: break
        case .missing, .changed, .unreadable:
            if known.insert(checked).inserted { pending.append(checked) }
        case .orphan, .elsewhere: break
        }
        if ContinuousClock.now - lastWritten >= Self.interval { write() }
    }

    /// Writes the pending files to the catalogue.
    mutating func write() {
        guard !pending.isEmpty else { return }
        _ = try? catalog.record(.checkedFiles(damaged: pending, sound: []))
        pending = []
        lastWritten = .now
    }
}
