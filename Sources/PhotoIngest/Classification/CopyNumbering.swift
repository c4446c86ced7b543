internal import LibraryStorage
internal import PhotoCatalog
internal import PhotoModel

/// Numbers files of the same bytes that become separate assets.
///
/// The number is part of the local identifier.
struct CopyNumbering {
    private let library: LibraryContext
    /// The catalogue whose identifiers are not used again.
    private let known: PhotoCatalog?
    /// The stable ids that are not used again.
    private let purged: Set<[UInt8]>
    /// The next number for the bytes of files in this batch.
    private var next: [Digest: Int] = [:]

    init(_ library: LibraryContext, avoiding known: PhotoCatalog?, _ purged: Set<[UInt8]> = []) {
        self.library = library
        self.known = known
        self.purged = purged
    }

    /// Makes the file a further asset of its bytes, with `identifier` if it is given.
    mutating func number(_ insertion: inout ResourceInsertion, named identifier: String? = nil) throws {
        let sha256 = insertion.file.sha256
        var copy = try next[sha256] ?? library.catalog.copies(of: sha256)
        defer {
            insertion.copy = copy
            next[sha256] = copy + 1
        }
        if let identifier {
            insertion.localIdentifier = identifier
            return
        }
        while true {
            insertion.localIdentifier = try LocalIdentifier.make(for: sha256, copy: copy, in: library.libraryID)
            // The number may be in use already, if an earlier copy was removed.
            let stableID = try StableID.ofAsset(sha256Prefix: sha256.prefix128, copyNumber: copy)
            guard try purged.contains(stableID) || isUsed(insertion.localIdentifier, copy) else { return }
            copy += 1
        }
    }

    /// Whether an asset has an identifier, which has the number of a copy.
    private func isUsed(_ identifier: String, _ copy: Int) throws -> Bool {
        if try known?.assets([identifier]).isEmpty == false { return true }
        // The numbers of the copies in the catalogue have gaps, so that their count can be a number that is used.
        return try copy > 0 && !library.catalog.assets([identifier]).isEmpty
    }
}
