internal import PhotoModel
internal import SystemPackage

/// Collects the entries of an archive while its directory is read.
struct EntryListing {
    private(set) var entries: [Archive.Entry] = []
    private(set) var refused: [Archive.Refused] = []

    private let limits: Archive.Limits
    private let archive: FilePath
    private var nameBytes = 0
    private var count = 0
    private var names: Set<FilePath> = []

    /// The maximum number of bytes of a path, as in the system.
    private static let pathLimit = 4095

    init(_ limits: Archive.Limits, archive: FilePath) {
        self.limits = limits
        self.archive = archive
    }

    /// Adds a file whose bytes can be read.
    ///
    /// - Throws: `limitExceeded`.
    mutating func add(_ name: [UInt8], size: Int, modifiedNanoseconds: Int64, _ storage: Archive.Storage) throws {
        try count(name)
        guard let path = Self.path(name) else {
            return refuse(
                name, .unsupportedFile,
                "Its name in the archive leads elsewhere or is not valid, so the file was not read. "
                    + "Unpack it with another program if you trust the archive.")
        }
        guard names.insert(path).inserted else {
            return refuse(
                name, .unsupportedFile,
                "The archive has another file of this name, which was read. Unpack this one with another program.")
        }
        entries.append(
            Archive.Entry(path: path, size: size, modifiedNanoseconds: modifiedNanoseconds, storage: storage))
    }

    /// Adds an entry that cannot be read.
    ///
    /// - Throws: `limitExceeded`.
    mutating func addRefused(
        _ name: [UInt8], _ message: String, _ code: PhotoLibraryError.Code = .unsupportedFile
    ) throws {
        try count(name)
        refuse(name, code, message)
    }

    /// Adds damage of the archive that leaves the entries before it readable.
    mutating func addDamage(_ reason: String) {
        let error = PhotoLibraryError.damagedArchive(archive, reason)
        refused.append(Archive.Refused(name: "", error: error))
    }

    /// Refuses the files of a tar archive that end after this number of uncompressed bytes, because a checksum that
    /// covers them is not correct.
    mutating func refuseTarEntries(endingAfter offset: Int) {
        func isAffected(_ entry: Archive.Entry) -> Bool {
            switch entry.storage {
            case .zip: return false
            case .tar(let start), .kept(let start, _):
                let (end, overflows) = start.addingReportingOverflow(entry.size)
                return overflows || end > offset
            }
        }
        for entry in entries.filter(isAffected) {
            refuse(
                entry.path.bytes, .unreadable,
                "The archive is damaged: the checksum of its content is not correct, so this file may have wrong bytes, and "
                    + "was not read. Get the archive again.")
        }
        entries.removeAll(where: isAffected)
    }

    private mutating func refuse(_ name: [UInt8], _ code: PhotoLibraryError.Code, _ message: String) {
        let text = String(decoding: name, as: UTF8.self)
        refused.append(
            Archive.Refused(
                name: text, error: PhotoLibraryError(code, message, path: "\(archive.string)/\(text)")))
    }

    private mutating func count(_ name: [UInt8]) throws {
        count += 1
        nameBytes += name.count
        try requireRoom(for: 0)
    }

    /// Checks that this number of further entries may be added.
    ///
    /// - Parameter moreBytes: The number of bytes of their names.
    /// - Throws: `limitExceeded`.
    func requireRoom(for more: Int, nameBytes moreBytes: Int = 0) throws {
        guard count + more <= limits.entries, nameBytes + moreBytes <= limits.nameBytes else {
            throw PhotoLibraryError(
                .limitExceeded,
                "The archive has more than \(limits.entries) entries, or \(limits.nameBytes) bytes of names. "
                    + "Unpack it and import the folder.",
                path: archive.string)
        }
    }

    /// The path of a name, without components `.`; `nil` if it has a root or a component `..`, or cannot be a path.
    static func path(_ name: [UInt8]) -> FilePath? {
        guard name.count <= pathLimit, let path = FilePath(bytes: name), path.root == nil else { return nil }
        let components = path.components.filter { $0.kind != .currentDirectory }
        guard !components.isEmpty, components.allSatisfy({ $0.kind == .regular }) else { return nil }
        return FilePath(root: nil, components)
    }
}
