internal import AssetLoading
internal import Foundation
internal import Originals
internal import PhotoCatalog
public import PhotoInspection
public import PhotoMatching
public import PhotoModel
internal import SystemSupport

extension OwnedLibrary {
    /// The groups of photos that are the same, or that look alike; those that free the most space first.
    ///
    /// Each photo is in at most one group; remaining copies are found after its group is settled. Pictures that no
    /// import has compared are compared first, if the caller is the owner and the library can be written. At most 2,000
    /// pairs of pictures that agree only barely, or show too little, are decoded and compared again in finer cells,
    /// which tell some of them apart; the next call continues. Memory grows with the number of photos that have a
    /// duplicate or a similar picture, not with the library.
    ///
    /// - Parameters:
    ///   - kind: The kind of groups.
    ///   - inspector: Decodes the pictures that are compared in finer cells.
    /// - Throws: `cancelled` if the task is cancelled; errors of the catalogue.
    public func duplicates(
        _ kind: DuplicateGroup.Kind = .same, inspector: PhotoInspector = PhotoInspector()
    ) async throws -> [DuplicateGroup] {
        let library = local
        let loading = LoadProgress()
        return try await loading.run {
            if !library.isReadOnly, library.catalog.access == .owner {
                let decoder = inspector.finePictureDecoder
                defer { decoder.finish() }
                try library.matcher.compareUncomparedPictures(library.fineComparison(decoder, .local), loading)
            }
            guard !loading.isCancelled else {
                throw PhotoLibraryError(.cancelled, "The search for duplicates was cancelled.")
            }
            return try DuplicateFinder(library.catalog).groups(kind)
        }
    }

    /// The number of pictures that cannot be compared with the others, because their signatures are of an older
    /// version.
    ///
    /// While such pictures exist, pictures alone never show that two photos are the same: such photos count as similar.
    public func uncomparedPictureCount() throws(PhotoLibraryError) -> Int { try catalog.uncomparedCount() }

    /// The titles of the albums that assets are in, by asset.
    public func albumTitles(of localIdentifiers: [String]) throws(PhotoLibraryError) -> [String: [String]] {
        try catalog.memberships(of: localIdentifiers).mapValues { $0.map(\.title) }
    }

    /// The changes that settling a group would make.
    ///
    /// Changes nothing.
    ///
    /// The kept photo's own title, caption, keywords, place and capture time stay. Missing values are taken from the
    /// next best photo that has them. The kept photo becomes a favourite if one of the others is, and is added to all
    /// their albums. From photos that only look alike it gets no place or capture time, and no decision about them is
    /// stored.
    ///
    /// - Throws: `identifierNotFound` if one of the photos is gone.
    public func duplicatePlan(for group: DuplicateGroup) throws(PhotoLibraryError) -> DuplicatePlan {
        try DuplicatePlanner(catalog).plan(group)
    }

    /// Settles groups, each in one durable transaction: the kept photo gets the values that it lacks, the others become
    /// recently deleted.
    ///
    /// No file is written or removed. ``restoreDeletedAssets(_:)`` restores the others; the kept photo keeps the values
    /// that it got. Cancelling the task stops before the next group.
    ///
    /// - Throws: `cancelled`; `missingResource`, `invalidResource` (another size), `accessUserDenied` and others of
    ///   `ResourceData` if the original of a photo to keep cannot be opened; `networkAccessRequired` if it is in a
    ///   remote store and no store shows it now; `libraryBusy` if one of the photos was
    ///   deleted since the plan was made. Groups that were settled before the error stay settled.
    public func resolveDuplicates(_ plans: [DuplicatePlan]) async throws {
        let loading = LoadProgress()
        try await loading.run { [self] in
            for plan in plans {
                try loading.checkIsNotCancelled()
                try checkIsStored(plan.kept, until: loading.cancellation)
                try catalog.perform([.settle(plan)])
            }
        }
    }

    /// No photo is deleted if the file of the kept one is missing.
    private func checkIsStored(
        _ localIdentifier: String, until cancellation: Cancellation
    ) throws(PhotoLibraryError) {
        guard let original = try catalog.assets([localIdentifier])[localIdentifier]?.original else {
            throw PhotoLibraryError(
                .missingResource, "The photo to keep has no original, so nothing of its group was deleted.",
                identifier: localIdentifier)
        }
        let originals = local.context.originals
        switch originals.state(of: original) {
        case .here: return
        case .elsewhere, .withheld:
            if try originals.areSafeElsewhere(original.resourceBytes, until: cancellation) { return }
            throw PhotoLibraryError(
                .networkAccessRequired,
                "The original of the photo to keep is in a remote store, and no store shows it now, so nothing of its group "
                    + "was deleted. Connect the store that has it.", identifier: localIdentifier)
        case .damaged(let fault), .absent(let fault, _):
            throw PhotoLibraryError(
                fault.code,
                "The original of the photo to keep cannot be opened, so nothing of its group was deleted. \(fault.message)",
                remedy: .verify, path: fault.path, identifier: localIdentifier, cause: fault)
        }
    }
}
