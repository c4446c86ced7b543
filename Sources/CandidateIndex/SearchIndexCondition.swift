public import PhotoModel
public import SystemPackage

/// The condition of the search index.
public enum SearchIndexCondition: String, Sendable, CaseIterable {
    /// Every byte is as it was written.
    case sound
    /// The files do not exist. The next search by content makes them, if the library may be changed.
    case missing
    /// Some bytes have changed. A search may not find all photos.
    case damaged
}

extension CandidateIndex {
    /// Reads the whole index in a folder and compares it with its checksums.
    ///
    /// Writes nothing. Another process may append to the index meanwhile.
    ///
    /// - Throws: `libraryFormatTooNew`, `ioFailure`.
    public static func condition(inFolder folder: FilePath) throws(PhotoLibraryError) -> SearchIndexCondition {
        var index: CandidateIndex?
        do throws(PhotoLibraryError) {
            index = try CandidateIndex(inFolder: folder)
            try index?.verify()
        } catch {
            guard error.code == .libraryDamaged else { throw error }
            // Another process may have been appending at that moment.
            guard let index, let now = try? index.refreshed(), now !== index else { return .damaged }
            return try condition(inFolder: folder)
        }
        return index == nil ? .missing : .sound
    }

    /// Replaces a damaged index by an empty index of no catalogue, which the next search rewrites.
    ///
    /// - Returns: Whether it was damaged.
    /// - Throws: `ioFailure`, `notEnoughSpace`.
    package static func discardIfDamaged(inFolder folder: FilePath) throws -> Bool {
        // A search does not use an index that cannot be read either.
        guard (try? condition(inFolder: folder)) == .damaged else { return false }
        try CandidateIndexWriter(inFolder: folder)
            .replace(with: IndexEntries(), stamp: CandidateIndex.Stamp(generation: 0, highWaterMark: 0))
        return true
    }
}
