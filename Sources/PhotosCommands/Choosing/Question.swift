internal import OpenPhotoKit
internal import PerceptualHashing
internal import PhotoModel
internal import Synchronization

/// A picture that a person is asked about, with the photos of the library that it may be: made when it is shown, for it
/// holds pictures.
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

    /// What is asked about.
    enum Subject: Sendable {
        case identifier(String)
        case file(PhotoAnalysis)
    }

    let open: OpenQuestion
    let subject: Subject
    let identifier: CloudIdentifier
    /// What the identifier holds of the picture asked about.
    let evidence: CloudIdentifier.Evidence
    /// Best first.
    let photos: [Photo]

    /// More photos than this do not help: those that look most alike come first.
    private static let photoLimit = 30
    /// Photos that were judged to be others are shown up to this many in all: as many as have a key of their own.
    private static let lookalikeLimit = 9

    /// Reads what is asked about, and the photos that it may be.
    ///
    /// - Returns: `nil` if an identifier names no photo: see ``CollectionQuestion``.
    init?(_ open: OpenQuestion, in library: PhotoLibrary, decoding: DecodingMode) throws {
        let subject = try Subject(open.subject, decoding)
        let identifier = try subject.identifier
        guard let evidence = identifier.evidence else { return nil }
        self.open = open
        self.subject = subject
        self.identifier = identifier
        self.evidence = evidence
        let resolution = open.resolution
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

extension Question.Subject {
    fileprivate init(_ subject: OpenQuestion.Subject, _ decoding: DecodingMode) throws {
        switch subject {
        case .identifier(let text): self = .identifier(text)
        case .file(let path): self = .file(try Self.analysis(of: path, decoding))
        }
    }

    /// Reads the file again: of thousands a person is asked about a few.
    private static func analysis(of path: FilePath, _ decoding: DecodingMode) throws -> PhotoAnalysis {
        let found = Mutex<Result<PhotoAnalysis, any Error>?>(nil)
        PhotoInspector(decoding: decoding).inspect([path]) { _, analysis in found.withLock { $0 = analysis } }
        guard let analysis = try found.withLock({ try $0?.get() }) else {
            throw PhotoLibraryError(.unreadable, "The file cannot be read again.", path: path.string)
        }
        return analysis
    }

    fileprivate var identifier: CloudIdentifier {
        get throws {
            switch self {
            case .identifier(let text): try CloudIdentifier(stringValue: text)
            case .file(let analysis): try analysis.cloudIdentifier()
            }
        }
    }
}

extension String {
    /// Enough of an identifier to recognise it.
    var shortened: String { count > 24 ? prefix(21) + "…" : self }
}
