internal import AssetLoading
internal import Foundation
internal import PhotoCatalog
internal import PhotoModel
internal import Synchronization
internal import SystemPackage

/// Gives files their places in the library's folder, durably.
struct Shelving: ~Copyable {
    private let library: PhotoLibrary
    /// The run that plans the places.
    private let run: String
    /// The next number for files of one name in one folder.
    private let attempts = Mutex<[FilePath: Int]>([:])

    init(_ library: PhotoLibrary, run: String) {
        self.library = library
        self.run = run
    }

    /// Gives a file the place of the library's own that it has lost, durably.
    ///
    /// What is there instead, cut short or changed by another hand, is set aside and never deleted.
    func putBack(_ file: ArrivedFile, at path: FilePath) throws {
        // A check found it damaged, and its owner may have put it right since.
        guard (try? ReadBack.sha256(of: library.path.pushing(path))) != file.seen.sha256 else {
            return try library.catalog.forgetDamage(at: path)
        }
        try library.folder.setAside(path)
        guard try place(file, at: path) else {
            throw PhotoLibraryError(.ioFailure, "Something took this place. Run the import again.", path: path.string)
        }
        try library.folder.syncUpwards(from: path.removingLastComponent())
        try library.catalog.forgetDamage(at: path)
    }

    /// Renames files to places of their own, durably.
    ///
    /// What is attached to a photo goes where the photo's own place says, so the photos come first.
    func putAway(_ files: [ArrivedFile], _ admissions: inout [Admission], as verdicts: [Verdict]) throws {
        var taken: Set<FilePath> = []
        let isAttached = verdicts.map { if case .attached = $0 { true } else { false } }
        for part in [false, true] {
            let indices = verdicts.indices.filter { isAttached[$0] == part }
            try plan(indices, &admissions, verdicts, &taken)
            for index in indices {
                while try !place(files[index], at: admissions[index].path) {
                    // What is there came by another hand: it must not be cleared away with what this run leaves.
                    try library.catalog.forgetPlacement(admissions[index].path)
                    try plan([index], &admissions, verdicts, &taken)
                }
            }
        }
        for folder in Set(admissions.map { $0.path.removingLastComponent() }) {
            try library.folder.syncUpwards(from: folder)
        }
    }

    /// Gives each file a place that is planned for it alone.
    private func plan(
        _ indices: [Int], _ admissions: inout [Admission], _ verdicts: [Verdict], _ taken: inout Set<FilePath>
    ) throws {
        var unplanned = indices
        while !unplanned.isEmpty {
            for index in unplanned {
                let shelf = try shelf(for: admissions[index], verdicts[index], among: admissions)
                admissions[index].path = try freePath(shelf.folder, shelf.name, &taken)
            }
            let refused = try library.catalog.plan(unplanned.map { admissions[$0].path }, run: run)
            unplanned.removeAll { !refused.contains(admissions[$0].path) }
        }
    }

    /// The folder, relative to the library's, and the name that a file gets if it is free.
    private func shelf(
        for admission: Admission, _ verdict: Verdict, among batch: [Admission]
    ) throws -> (folder: FilePath, name: String) {
        let name = OriginalName.sanitised(admission.file.source.lastComponent)
        let time = admission.file.metadata.captureTime
        switch verdict {
        case .attached(let asset, let kind),
            .relocated(let asset, let kind) where kind.isAttached:
            let inBatch = batch.first { $0.localIdentifier == asset && $0.file.attachment == nil }?.path
            let photo = try inBatch ?? library.catalog.originalPath(of: asset)
            return (LibraryFolder.shelf(attachedTo: photo, of: asset), "\(kind)-\(name)")
        case .alternate, .relocated(_, as: .alternate):
            return (LibraryFolder.shelf(.alternates, for: time), name)
        default:
            return (LibraryFolder.shelf(.originals, for: time), name)
        }
    }

    /// A path no file has, relative to the library's folder.
    private func freePath(_ folder: FilePath, _ name: String, _ taken: inout Set<FilePath>) throws -> FilePath {
        // Twenty thousand files of one name are not to be tried one after the other each time.
        var attempt = attempts.withLock { $0[folder.appending(name)] } ?? 0
        defer { attempts.withLock { $0[folder.appending(name)] = attempt } }
        while true {
            defer { attempt += 1 }
            let path = folder.appending(OriginalName.numbered(name, attempt: attempt))
            guard !taken.contains(path), try !library.catalog.hasPath(path),
                access(library.path.pushing(path).platform, F_OK) != 0
            else { continue }
            taken.insert(path)
            return path
        }
    }

    /// Renames a file to its planned place; false if there is something.
    private func place(_ file: ArrivedFile, at path: FilePath) throws -> Bool {
        guard let copy = file.copy, let source = copy.temporaryPath else {
            throw PhotoLibraryError(.internalError, "The copied file has no path.", path: file.seen.path.string)
        }
        try library.folder.makeFolder(path.removingLastComponent())
        guard try DurableFile.renameWithoutReplacing(source, to: library.path.pushing(path)) else { return false }
        copy.keep()
        return true
    }
}
