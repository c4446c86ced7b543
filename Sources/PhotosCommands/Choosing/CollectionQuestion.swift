internal import OpenPhotoKit
internal import PhotoModel

/// An album or folder that a person is asked about, with those of the library that it may be.
struct CollectionQuestion {
    /// An album or folder that it may be.
    struct Choice {
        let candidate: Resolution.Candidate
        let title: String
        /// How much is in it, and the names of the first.
        let contents: String
    }

    let open: OpenQuestion
    /// Best first.
    let choices: [Choice]

    /// More do not help: those that have most in common come first.
    private static let limit = 30

    /// Reads the albums or folders that may be meant.
    ///
    /// - Returns: `nil` if they were all deleted meanwhile.
    init?(_ open: OpenQuestion, in library: PhotoLibrary) throws {
        self.open = open
        choices = try open.resolution.candidates.prefix(Self.limit).compactMap { candidate in
            let query = CollectionQuery(.localIdentifiers([candidate.localIdentifier])).withEveryFrame
            return try library.collections(query).first.map { collection in
                Choice(
                    candidate: candidate, title: collection.title, contents: try library.words(for: collection))
            }
        }
        guard !choices.isEmpty else { return nil }
    }

    /// What is asked about, as the command was given it.
    var name: String {
        switch open.subject {
        case .identifier(let text): text.shortened
        case .file(let path): path.shown
        }
    }
}

extension PhotoLibrary {
    /// What a person knows an album or folder by, but for its title.
    fileprivate func words(for collection: UserCollection) throws -> String {
        let (count, names) =
            switch collection {
            case .album(let album): (counted(album.assetCount, "photo"), try firstNames(in: album))
            case .folder(let folder):
                (try walkCollections(in: folder) { _, _ in }.inWords, try collections(in: folder).map(\.title))
            }
        let shown = names.prefix(3).joined(separator: ", ") + (names.count > 3 ? ", …" : "")
        return names.isEmpty ? count : "\(count): \(shown)"
    }

    /// The names of the first photos of an album, one more than are shown.
    private func firstNames(in album: Album) throws -> [String] {
        var query = AssetQuery().withEveryFrame
        query.album = album.localIdentifier
        query.limit = 4
        let assets = try fetchAssets(query)
        return try assets.objects(in: assets.indices).map {
            $0.original?.originalFilename?.string ?? $0.localIdentifier
        }
    }
}
