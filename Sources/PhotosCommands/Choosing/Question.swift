internal import OpenPhotoKit
internal import PerceptualHashing
internal import PhotoModel

/// A picture that a person is asked about, with the photos of the library that it may be.
struct Question: Sendable {
    /// A photo that it may be, with all that a person needs to tell.
    struct Photo: Sendable {
        let candidate: Resolution.Candidate
        /// `nil` if it was deleted meanwhile.
        let asset: Asset?
        let signature: ContentSignature?
        /// The picture asked about beside this one; `nil` where one of them has no picture.
        let comparison: PictureComparison?

        var id: String { candidate.localIdentifier }
        var name: String { asset?.original?.originalFilename?.string ?? candidate.localIdentifier }
    }

    /// What a person says.
    enum Answer: Sendable {
        /// It is the photo at this place of ``photos``.
        case same(Int)
        case none
        case skip
    }

    /// What is asked about, as the command was given it.
    enum Subject: Sendable {
        case identifier(String)
        case file(PhotoAnalysis)
    }

    let subject: Subject
    let identifier: CloudIdentifier
    /// What the identifier holds of the picture asked about.
    let evidence: CloudIdentifier.Evidence
    /// What the library answers by itself.
    let resolution: Resolution
    /// Best first.
    let photos: [Photo]

    /// More photos than this do not help: those that look most alike come first.
    private static let photoLimit = 30
    /// Photos that were judged to be others are shown up to this many in all: as many as have a key of their own.
    private static let lookalikeLimit = 9

    /// Whether there is something that a person can decide.
    static func arises(from resolution: Resolution) -> Bool {
        resolution.status != .found && !(resolution.candidates + resolution.openLookalikes).isEmpty
    }

    /// - Returns: `nil` if the identifier names no photo: about albums nobody decides.
    init?(_ subject: Subject, _ identifier: CloudIdentifier, _ resolution: Resolution, in library: PhotoLibrary) throws
    {
        guard let evidence = identifier.evidence, Self.arises(from: resolution) else { return nil }
        self.subject = subject
        self.identifier = identifier
        self.resolution = resolution
        self.evidence = evidence
        let likely = resolution.candidates.prefix(Self.photoLimit)
        let shown = likely + resolution.openLookalikes.prefix(max(0, Self.lookalikeLimit - likely.count))
        let assets = try library.assets(withLocalIdentifiers: shown.map(\.localIdentifier))
        photos = try shown.map { candidate in
            let signature = try library.signature(of: candidate.localIdentifier)
            return Photo(
                candidate: candidate, asset: assets[candidate.localIdentifier], signature: signature,
                comparison: evidence.signature.flatMap { asked in
                    signature.flatMap { PictureComparison(asked, $0) }
                })
        }
    }

    // MARK: What is known of the picture asked about

    var name: String {
        switch subject {
        case .identifier(let text): text.shortened
        case .file(let analysis): analysis.path.lastComponent?.string ?? analysis.path.string
        }
    }

    var size: PixelSize? { evidence.signature?.size }
    var captureTime: CaptureTime? { evidence.captureTime }

    /// Identifiers hold none.
    var camera: String? {
        if case .file(let analysis) = subject { analysis.metadata.camera } else { nil }
    }

    /// Whether all photos have exactly its picture, so that nothing is to be remembered about pictures.
    var isAmongDoubles: Bool { photos.allSatisfy { $0.candidate.evidence != .content } }
}

extension Resolution {
    /// The look-alikes that a person has not spoken about.
    fileprivate var openLookalikes: [Candidate] { lookalikes.filter { $0.reason != .decidedOther } }
}

extension String {
    /// Enough of an identifier to recognise it.
    var shortened: String { count > 24 ? prefix(21) + "…" : self }
}
