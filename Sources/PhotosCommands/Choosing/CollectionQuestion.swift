internal import OpenPhotoKitOwner
internal import PhotoModel

/// A question about an album or folder, with the candidates in the library.
struct CollectionQuestion {
    /// A candidate.
    struct Choice {
        let candidate: Resolution.Candidate
        let title: String
        /// The number of photos, or of folders and albums, in it, and the names of the first three.
        let contents: String
    }

    let open: OpenQuestion
    /// The best candidate first.
    let choices: [Choice]

    /// The greatest number of candidates that are shown.
    private static let limit = 30

    /// Reads the candidates.
    ///
    /// - Returns: `nil` if they were all deleted meanwhile.
    init?(_ open: OpenQuestion, in library: OwnedLibrary) throws {
        self.open = open
        choices = try open.resolution.candidates.prefix(Self.limit).compactMap { candidate in
            let query = CollectionQuery(.localIdentifiers([candidate.localIdentifier])).withEveryFrame
            return try library.collections(query).first.map { collection in
                Choice(
                    candidate: candidate, title: collection.title, contents: try library.contentText(of: collection))
            }
        }
        guard !choices.isEmpty else { return nil }
    }

    /// The identifier or path in the question, as the person typed it.
    var name: String {
        switch open.subject {
        case .identifier(let text): text.shortened
        case .file(let path): path.shown
        }
    }
}

extension OwnedLibrary {
    /// The contents of an album or folder in one line.
    fileprivate func contentText(of collection: UserCollection) throws -> String {
        let (count, names) =
            switch collection {
            case .album(let album): (counted(album.assetCount, "photo"), try firstNames(in: album))
            case .folder(let folder):
                (try walkCollections(in: folder) { _, _ in }.displayText, try collections(in: folder).map(\.title))
            }
        let shown = names.prefix(3).joined(separator: ", ") + (names.count > 3 ? ", …" : "")
        return names.isEmpty ? count : "\(count): \(shown)"
    }

    /// The names of the first four photos of an album: three are shown, and the fourth says that there are more.
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
