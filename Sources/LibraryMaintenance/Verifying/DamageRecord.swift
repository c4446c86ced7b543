internal import LibraryStorage
internal import PhotoCatalog
internal import PhotoModel
internal import SystemPackage

/// Records in the catalogue which of the library's own files a check found missing or damaged.
///
/// An import of the right bytes replaces these files. If the library may not be changed, nothing is recorded. A failure
/// to record does not end the check, because the check reports the file too.
struct DamageRecord {
    private let catalog: PhotoCatalog
    private let folder: FilePath
    private let mayWrite: Bool
    /// The files that are recorded, relative to the library's folder.
    private var known: Set<FilePath>
    /// Files that were found damaged and are not recorded yet.
    private var pending: [FilePath] = []
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
        known = Set(try catalog.damagedFiles().map(\.path))
    }

    /// Adds the result of reading every byte of a file.
    mutating func add(_ file: VerifiedFile) {
        var path = file.path
        guard mayWrite, file.localIdentifier != nil, path.removePrefix(folder) else { return }
        switch file.status {
        case .ok:
            if known.remove(path) != nil { _ = try? catalog.record(.checkedFiles(damaged: [], sound: [path])) }
        case .missing, .changed, .unreadable:
            if known.insert(path).inserted { pending.append(path) }
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
