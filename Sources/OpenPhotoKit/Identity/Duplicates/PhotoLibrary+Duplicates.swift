internal import Foundation
internal import PhotoCatalog
public import PhotoModel

extension PhotoLibrary {
    /// The groups of photos that are the same, or that look alike; those that free the most space first.
    ///
    /// Each photo is in one group at most; what is left over is found when its group is settled. Blocks, also while
    /// pictures are compared that no import has compared. Memory grows with the photos that have a double or look-alike,
    /// not with the library.
    public func duplicates(_ kind: DuplicateGroup.Kind = .same) throws -> [DuplicateGroup] {
        // Pictures that were not compared yet are compared now, by the owner of a library that may be changed.
        if !isReadOnly, catalog.access == .owner { try SimilarPictureFinder(self).run() }
        return try DuplicateFinder(catalog).groups(kind)
    }

    /// How many pictures cannot be compared with the others, because their signatures are of an older version.
    ///
    /// As long as there are any, no photo is taken for another by what it shows: they are only said to look alike.
    public func uncomparedPictureCount() throws -> Int { try catalog.uncomparedCount() }

    /// The titles of the albums that assets are in, by asset.
    public func albumTitles(of localIdentifiers: [String]) throws -> [String: [String]] {
        try catalog.memberships(of: localIdentifiers).mapValues { $0.map(\.title) }
    }

    /// What settling a group would do; changes nothing.
    ///
    /// The kept photo's own title, caption, keywords, place and capture time stay; where it has none it gets those of the
    /// next best that has. It becomes a favourite if one of them is, and comes into all their albums. From photos that
    /// only look alike it gets no place or capture time, and nothing is remembered of them.
    ///
    /// - Throws: `identifierNotFound` if one of the photos is gone.
    public func duplicatePlan(for group: DuplicateGroup) throws -> DuplicatePlan {
        try DuplicatePlanner(catalog).plan(group)
    }

    /// Settles groups, each in one durable step: the kept photo takes over what it lacks, the others go to the recently
    /// deleted.
    ///
    /// Blocks. No file is written or removed. ``restoreDeletedAssets(_:)`` brings the others back; what the kept one took over
    /// stays with it.
    ///
    /// - Throws: `missingResource`, `invalidResource` (another size), `accessUserDenied` and others of ``ResourceData`` if the
    ///   original of a photo to keep cannot be opened; `libraryBusy` if one of the photos was deleted since the plan was made.
    ///   What was settled before stays settled.
    public func resolveDuplicates(_ plans: [DuplicatePlan]) throws {
        for plan in plans {
            try checkIsStored(plan.kept)
            try catalog.perform([.settle(plan)])
        }
    }

    /// Nothing is deleted for the sake of a file that is gone.
    private func checkIsStored(_ localIdentifier: String) throws {
        guard let original = try catalog.assets([localIdentifier])[localIdentifier]?.original else {
            throw PhotoLibraryError(
                .missingResource, "The photo to keep has no original, so nothing of its group was deleted.",
                identifier: localIdentifier)
        }
        // A remote original is kept by its store.
        if case .remote = original.location { return }
        do { _ = try handle(original).open() } catch let error as PhotoLibraryError {
            throw PhotoLibraryError(
                error.code,
                "The original of the photo to keep cannot be opened, so nothing of its group was deleted. \(error.message)",
                remedy: .verify, path: error.path, identifier: localIdentifier, cause: error)
        }
    }
}
