internal import LibraryStorage
internal import PhotoCatalog

/// Makes classified files part of the library: moves them to their final paths, durably, then records them in one
/// transaction.
///
/// Used by folder imports, blocks of changes and rebuilds. The caller holds the exclusive lock of the library's folder
/// from the classification to the end of the commit, so that no photo is stored twice.
struct IngestCommitter: Sendable {
    private let library: LibraryContext
    private let placer: FilePlacer
    private let run: String
    private let areTemporary: Bool

    /// - Parameters:
    ///   - run: The run that removes files which the transaction records as planned.
    ///   - areTemporary: Whether the files are temporary ones of the run; false for files in the library's folder.
    init(_ library: LibraryContext, run: String, areTemporary: Bool = true) {
        self.library = library
        self.run = run
        self.areTemporary = areTemporary
        placer = FilePlacer(library, run: areTemporary ? run : nil)
    }

    /// Commits files, and the assets that were found to be frames of bursts.
    ///
    /// - Returns: The videos that became files of their pictures.
    @discardableResult
    func commit(_ candidates: inout [IngestCandidate], bursts: [String: String]) throws -> [JoinedVideo] {
        try commit(&candidates) { insertions in
            let batch = IngestBatch(insertions, bursts: bursts, isOfRepair: !areTemporary)
            return try library.catalog.perform([.ingest(batch)], run: run).joined
        }
    }

    /// Moves files to their final paths, then calls `transaction` with the data to record for each.
    func commit<Result>(
        _ candidates: inout [IngestCandidate], in transaction: ([ResourceInsertion]) throws -> Result
    ) throws -> Result {
        for candidate in candidates {
            if case .restored(_, let path) = candidate.insertion.disposition {
                try placer.restore(candidate, at: path)
            }
        }
        try placer.place(&candidates)
        return try transaction(candidates.map(\.insertion))
    }
}
