internal import PhotoCatalog
internal import PhotoModel
internal import SystemPackage

/// Notes in the catalogue which of the library's own files a check finds damaged, so that an import of the right bytes
/// replaces them.
///
/// A library that may not be changed is checked all the same: nothing is noted then. A note that cannot be written changes
/// nothing about the check: the caller names the file all the same.
struct DamageRecord {
    private let library: PhotoLibrary
    private let mayWrite: Bool
    /// The files that are noted, relative to the library's folder.
    private var known: Set<FilePath>
    /// Files that are found damaged and not noted yet.
    private var pending: [FilePath] = []
    private var lastWritten = ContinuousClock.now

    /// Between two writings: each waits for the disk, and a disk that fails has many damaged files.
    private static let interval: Duration = .milliseconds(500)

    /// - Parameter isActive: Whether anything is noted: a quick check reads nothing.
    init(_ library: PhotoLibrary, isActive: Bool) throws {
        self.library = library
        mayWrite = isActive && (try? library.catalog.permission.check()) != nil
        known = Set(try library.catalog.damagedFiles().map(\.path))
    }

    /// Takes what a check of every byte of a file found.
    mutating func take(_ file: VerifiedFile) {
        var path = file.path
        guard mayWrite, file.localIdentifier != nil, path.removePrefix(library.path) else { return }
        switch file.status {
        case .ok:
            if known.remove(path) != nil { _ = try? library.catalog.record(.checkedFiles(damaged: [], sound: [path])) }
        case .missing, .changed, .unreadable:
            if known.insert(path).inserted { pending.append(path) }
        case .orphan: break
        }
        if ContinuousClock.now - lastWritten >= Self.interval { write() }
    }

    /// Writes what is not noted yet.
    mutating func write() {
        guard !pending.isEmpty else { return }
        _ = try? library.catalog.record(.checkedFiles(damaged: pending, sound: []))
        pending = []
        lastWritten = .now
    }
}
