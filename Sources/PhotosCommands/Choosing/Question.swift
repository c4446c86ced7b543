internal import OpenPhotoKitOwner
internal import PerceptualHashing
internal import PhotoModel
internal import Synchronization

/// A question about a picture, with the candidates in the library.
///
/// It holds thumbnails, so it is made only when it is shown.
struct Question: Sendable {
    /// A candidate, with everything that a person needs for the decision.
    struct Photo: Sendable {
        let candidate: Resolution.Candidate
        /// `nil` if it was deleted meanwhile.
        let asset: Asset?
        let signature: ContentSignature?
        /// How the requested picture shows it cropped, mirrored or with a border; `nil` for other candidates.
        let partialMatch: PartialMatch?
        /// The comparison of the whole pictures; `nil` for a partial match, and if one of the two has no picture.
        let comparison: PictureComparison?

        var id: String { candidate.localIdentifier }
        /// The file whose picture is compared with the requested one: that of the edited picture, or the original.
        var file: AssetResource? {
            candidate.isEdited ? asset?.resources.last { $0.kind == .fullSizePhoto } : asset?.original
        }
        /// The part that the requested picture shows; `nil` if it shows the whole.
        var part: PictureRectangle? { partialMatch.flatMap { $0.part.isNearlyWhole ? nil : $0.part } }
        var name: String { asset?.original?.originalFilename?.string ?? candidate.localIdentifier }
    }

    /// A person's answer.
    enum Answer: Sendable {
        /// The requested picture is the photo at this index of ``photos``.
        case same(Int)
        case none
        case skip
    }

    /// The identifier or file in the question.
    enum Subject: Sendable {
        case identifier(String)
        case file(PhotoAnalysis)
    }

    let open: OpenQuestion
    let subject: Subject
    let identifier: CloudIdentifier
    /// The description of the requested picture in the identifier.
    let evidence: CloudIdentifier.Evidence
    /// The best candidate first.
    let photos: [Photo]

    /// The greatest number of candidates that are shown.
    private static let photoLimit = 30
    /// Look-alikes are added up to this number of photos, because the keys 1 to 9 choose a photo.
    private static let lookalikeLimit = 9

    /// Reads the candidates.
    ///
    /// - Returns: `nil` if an identifier names no photo: see ``CollectionQuestion``.
    init?(_ open: OpenQuestion, _ subject: Subject, in library: OwnedLibrary) throws {
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
            let signature = try library.signature(of: candidate.localIdentifier, isEdited: candidate.isEdited)
            let partialMatch = resolution.partialMatches?.first {
                $0.localIdentifier == candidate.localIdentifier && !$0.isOfWholePictures
            }
            return Photo(
                candidate: candidate, asset: assets[candidate.localIdentifier], signature: signature,
                partialMatch: partialMatch,
                comparison: partialMatch != nil
                    ? nil
                    : evidence.signature.flatMap { asked in
                        signature.flatMap { PictureComparison(asked, $0) }
                    })
        }
    }

    // MARK: Facts about the requested picture

    var name: String {
        switch subject {
        case .identifier(let text): text.shortened
        case .file(let analysis): analysis.path.lastComponent?.string ?? analysis.path.string
        }
    }

    var size: PixelSize? { evidence.signature?.size }
    var captureTime: CaptureTime? { evidence.captureTime }

    /// Camera and maker; `nil` for identifiers, which contain no camera.
    var camera: String? {
        if case .file(let analysis) = subject { analysis.metadata.camera } else { nil }
    }

    /// Whether all candidates have exactly the requested picture.
    ///
    /// Then a decision says nothing about pictures and is not stored.
    var isAmongDuplicates: Bool { photos.allSatisfy { $0.candidate.evidence != .content } }

    /// What the choice of a photo means that the file shows cropped, mirrored or with a border; `nil` for a
    /// question without such a photo.
    var consequence: String? {
        photos.contains { $0.partialMatch != nil }
            ? "If you choose a photo, the file is found as this photo from now on." : nil
    }

    /// Whether a look at the two pictures decides the question, also with the files as they are now.
    var isConfirmation: Bool {
        open.isConfirmation && photos.count == 1
            && photos.allSatisfy { $0.asset != nil && $0.comparison?.verification.passes() == true }
    }
}

extension Question.Subject {
    /// Reads the requested pictures, several files at a time.
    ///
    /// Files are read again, because the analyses of thousands of files would need too much memory.
    ///
    /// - Returns: The subject of each question, or the error that explains why its file cannot be read.
    static func read(
        _ questions: [OpenQuestion], _ options: PictureOptions
    ) -> [Result<Question.Subject, any Error>] {
        let paths = questions.compactMap { if case .file(let path) = $0.subject { path } else { nil } }
        let analyses = Mutex<[FilePath: Result<PhotoAnalysis, any Error>]>([:])
        if !paths.isEmpty {
            PhotoInspector(jobs: options.jobs, decoding: options.decoding).inspectAndWait(paths) { path, analysis in
                analyses.withLock { $0[path] = analysis }
            }
        }
        return analyses.withLock { analyses in
            questions.map { question in
                switch question.subject {
                case .identifier(let text): .success(.identifier(text))
                case .file(let path): (analyses[path] ?? .failure(unreadable(path))).map { .file($0) }
                }
            }
        }
    }

    private static func unreadable(_ path: FilePath) -> PhotoLibraryError {
        PhotoLibraryError(.unreadable, "The file cannot be read again.", path: path.string)
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
    /// The first characters of a long identifier.
    var shortened: String { count > 24 ? prefix(21) + "…" : self }
}
