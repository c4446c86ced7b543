/// The answer of a library to the question which asset, album or folder an identifier or a picture means.
public struct Resolution: Sendable, Codable {
    /// The kinds of answer.
    public enum Status: String, Sendable, Codable, CaseIterable {
        /// Exactly one object is meant.
        case found
        /// No object is meant.
        case notFound
        /// One or more objects may be meant, and the user decides.
        case multiple
        /// No object is certainly meant, and pictures that could show the requested photo were not compared, because
        /// they are not decoded or because the requested picture shows too little (``Resolution/undecoded``).
        case undecidable
    }

    /// The pictures that could not be compared, and why.
    public enum Undecoded: Sendable, Hashable, Codable {
        /// The requested picture is not decoded. The format is that of its file; `nil` for an identifier, which states
        /// none.
        case requested(ImageFormat?)
        /// The requested picture shows too little to find copies of it by what it shows.
        case requestedShowsTooLittle
        /// Pictures of the library whose capture times do not exclude them: their number, and the local identifiers of
        /// at most ``namedLimit`` of them, those with a capture time first.
        case inLibrary(count: Int, localIdentifiers: [String])

        /// The greatest number of pictures of the library that an answer names.
        public static let namedLimit = 3

        /// Whether the requested picture could not be compared, not pictures of the library.
        public var isRequested: Bool {
            if case .inLibrary = self { false } else { true }
        }

        /// The local identifiers of the pictures of the library that the answer names.
        public var localIdentifiers: [String] {
            switch self {
            case .requested, .requestedShowsTooLittle: []
            case .inLibrary(_, let localIdentifiers): localIdentifiers
            }
        }
    }

    /// The kinds of evidence for an answer, strongest first.
    public enum Evidence: String, Sendable, Codable, CaseIterable {
        /// The devices' shared registry.
        case syncState
        /// Every byte of the file.
        case bytes
        /// The picture's data, metadata aside.
        case imageData
        /// The content of the picture: the content signature.
        case content
    }

    /// An asset, album or folder that may be meant.
    public struct Candidate: Sendable, Hashable, Codable {
        /// The asset, album or folder.
        public let localIdentifier: String
        /// The kind of evidence for it.
        public let evidence: Evidence
        /// The number of bits in which the perceptual hashes differ, 0 to 256; `nil` if they were not compared.
        public let distance: Int?
        /// Whether the pictures were compared cell by cell, and agree.
        public let verified: Bool
        /// The similarity of the pictures: 0 to 1 (identical).
        public let score: Double
        /// Whether the evidence is the asset's edited picture, not its original.
        public let isEdited: Bool
        /// The rendering in which the pictures were compared: `unconverted` if one of them was compared with its
        /// colours as coded, without its colour profile.
        public let rendering: ContentSignature.Rendering
        /// Why this candidate is or is not the requested one: a stable text in camel case.
        public let reason: Reason
        /// The reason as a sentence for the user.
        public let explanation: String

        /// Creates a candidate.
        package init(
            localIdentifier: String, evidence: Evidence, distance: Int?, verified: Bool, score: Double,
            isEdited: Bool = false, rendering: ContentSignature.Rendering = .converted, reason: Reason,
            explanation: String
        ) {
            self.localIdentifier = localIdentifier
            self.evidence = evidence
            self.distance = distance
            self.verified = verified
            self.score = score
            self.isEdited = isEdited
            self.rendering = rendering
            self.reason = reason
            self.explanation = explanation
        }

        /// The candidate with another reason.
        fileprivate func because(_ reason: Reason, _ explanation: String) -> Candidate {
            Candidate(
                localIdentifier: localIdentifier, evidence: evidence, distance: distance, verified: verified,
                score: score, isEdited: isEdited, rendering: rendering, reason: reason, explanation: explanation)
        }

        /// Why a candidate is or is not the requested one.
        public enum Reason: String, Sendable, Codable, CaseIterable {
            /// The same bytes.
            case sameBytes
            /// The same image data.
            case sameImageData
            /// The same image data with another orientation.
            case sameImageDataOtherOrientation
            /// The pictures agree.
            case samePicture
            /// The pictures agree when one is rotated.
            case samePictureTurned
            /// The capture times are the same to a fraction of a second, and the pictures agree but do not prove it
            /// alone, or there is no picture to compare and the hashes are near.
            case sameInstant
            /// The pictures agree, but their capture times differ.
            case captureTimeDiffers
            /// The pictures agree, and so does the picture of another asset.
            case severalAgree
            /// The pictures are nearly the same, so this candidate cannot be excluded.
            case nearlyTheSame
            /// The hashes are near, and there is no picture to compare.
            case notVerified
            /// The picture shows too little to be distinguished from others like it.
            case tooFlat
            /// The pictures agree, but the content may have moved a little, as in another frame or by the scaler of a
            /// small copy.
            case tooSmall
            /// The pictures agree, but the asset's picture is mostly text or drawing, of which 64×64 cells do not show
            /// what is written.
            case textOrDrawing
            /// One of the pictures is damaged.
            case damaged
            /// The pictures agree, but one of them is the camera's preview in a raw file, which may be rendered unlike
            /// the photo.
            case rawPreview
            /// It looks similar, but is another picture.
            case looksAlike
            /// The registry of the devices has it under this identifier.
            case sameIdentifier
            /// An album of the library that made the identifier.
            case sameAlbum
            /// A folder of the library that made the identifier.
            case sameFolder
            /// An album or folder of the same title that shares most of its members.
            case sameTitleAndMembers
            /// An album or folder of the same title with other members.
            case sameTitle
            /// An album or folder of another title with the same members.
            case sameMembers
            /// It looks the same as the requested photo, which was deleted.
            case deletedOriginal
            /// The user decided that it is this one.
            case decided
            /// The user decided that it is another photo.
            case decidedOther
        }
    }

    /// The kind of the requested object: an asset, an album or a folder.
    public package(set) var kind: CloudIdentifier.Kind = .asset
    /// The decoding result of the requested picture; `nil` for an identifier.
    public package(set) var condition: PictureCondition?
    /// The requested photo, if its owner deleted it and it can be restored; `nil` when found.
    public package(set) var recentlyDeleted: RecentlyDeleted?
    /// Why the answer is ``Status/undecidable``; `nil` for other answers.
    public package(set) var undecoded: Undecoded?
    /// Whether another device of the registry has the requested photo, so that it may come later.
    ///
    /// `false` if the library joined no registry, or the photo was found.
    public package(set) var mayComeLater = false
    /// Whether there are too many similar photos to compare: ``candidates`` are then the 1,000 with the nearest hashes.
    public package(set) var isLimited = false
    /// The kind of answer.
    public package(set) var status: Status
    /// The object that is meant, when found.
    public let localIdentifier: String?
    /// The evidence for the answer, when found.
    public let evidence: Evidence?
    /// The objects that may be meant, best first.
    ///
    /// One object when found.
    public let candidates: [Candidate]
    /// Assets that look similar but are other pictures, most similar first.
    public package(set) var lookalikes: [Candidate]
    /// Assets of which the requested picture shows the whole or a part, cropped, mirrored or with a border; best first.
    ///
    /// They are hints for a person, and change neither ``status`` nor ``candidates``. `nil` if they were not searched,
    /// because no one asked for them, or because there are candidates.
    public package(set) var partialMatches: [PartialMatch]?

    /// The answer in PhotoKit's form.
    ///
    /// - Returns: The local identifier, `identifierNotFound`, or `multipleIdentifiersFound` with the candidates. If
    ///   ``status`` is `undecidable`, the error is `identifierNotFound` with the reason in `undecoded`.
    public var result: Result<String, PhotoLibraryError> {
        switch (status, localIdentifier) {
        case (.found, let identifier?): .success(identifier)
        case (.multiple, _):
            .failure(
                PhotoLibraryError(
                    .multipleIdentifiersFound, multipleMessage, localIdentifiers: candidates.map(\.localIdentifier)))
        default:
            .failure(
                recentlyDeleted?.error
                    ?? PhotoLibraryError(
                        .identifierNotFound, absence, remedy: nil, undecoded: undecoded, mayComeLater: mayComeLater))
        }
    }

    private var absence: String {
        if mayComeLater { return "This photo is not in the library yet: another device has it." }
        if let undecoded { return undecoded.sentence }
        guard kind == .asset else { return "This \(kind.noun) is not in the library." }
        switch lookalikes.count {
        case 0: return "This photo is not in the library: no picture of it shows this whole picture."
        case 1: return "No picture of the library certainly shows this whole picture; 1 looks alike."
        default:
            return "No picture of the library certainly shows this whole picture; \(lookalikes.count) look alike."
        }
    }

    private var multipleMessage: String {
        if isLimited {
            return "More than \(candidates.count) \(kind.noun)s look like this one, too many to compare: "
                + "the nearest are named, and a person decides."
        }
        guard candidates.count == 1 else {
            return "\(candidates.count) \(kind.noun)s fit, none chosen: a person decides."
        }
        return "1 \(kind.noun) may be the one, not chosen: \(candidates[0].explanation)"
    }

    /// The answer after the user chose one of the candidates and no decision is stored: the candidates are albums,
    /// folders, or photos with the same picture.
    package func choosing(_ candidate: Candidate) -> Resolution {
        var answer = Resolution.found(candidate.because(.decided, "A person said that it is this one."))
        (answer.kind, answer.condition) = (kind, condition)
        return answer
    }

    /// The answer in which the user must decide about the candidates, for this reason.
    package func leftToAPerson(_ reason: Candidate.Reason, _ explanation: String) -> Resolution {
        .multiple(candidates.map { $0.because(reason, explanation) }, lookalikes: lookalikes)
    }

    /// The answer for a photo that was not found, although these pictures were not compared.
    package func undecidable(_ undecoded: Undecoded) -> Resolution {
        var answer = self
        (answer.status, answer.undecoded) = (.undecidable, undecoded)
        return answer
    }

    package static func found(_ candidate: Candidate, lookalikes: [Candidate] = []) -> Resolution {
        Resolution(
            status: .found, localIdentifier: candidate.localIdentifier, evidence: candidate.evidence,
            candidates: [candidate], lookalikes: lookalikes)
    }

    package static func multiple(_ candidates: [Candidate], lookalikes: [Candidate] = []) -> Resolution {
        Resolution(
            status: .multiple, localIdentifier: nil, evidence: nil, candidates: candidates, lookalikes: lookalikes)
    }

    package static func notFound(_ kind: CloudIdentifier.Kind = .asset, lookalikes: [Candidate] = []) -> Resolution {
        Resolution(
            kind: kind, status: .notFound, localIdentifier: nil, evidence: nil, candidates: [], lookalikes: lookalikes)
    }
}

extension Resolution.Undecoded {
    /// The reason as a sentence for the user.
    public var sentence: String {
        switch self {
        case .requested(.video):
            "Cannot tell whether the video is in the library: videos are compared by their bytes only, and no file of the "
                + "library has these bytes."
        case .requested(.raw):
            "Cannot tell whether the photo is in the library: of a raw file only the bytes and the camera's preview are "
                + "compared."
        case .requested(.some):
            "Cannot tell whether the photo is in the library: its picture was not decoded, so only its bytes were "
                + "compared."
        case .requested(nil):
            "Cannot tell whether the photo is in the library: its identifier has no picture, because it was made of a "
                + "video, a raw file or a picture that was not decoded. Only the bytes were compared."
        case .requestedShowsTooLittle:
            "Cannot tell whether the photo is in the library: its picture shows too little to find copies that were encoded "
                + "again. No picture of the library has the same bytes or image data."
        case .inLibrary(1, _):
            "Cannot tell whether the photo is in the library: 1 picture of the library that may show it is not decoded."
        case .inLibrary(let count, _):
            "Cannot tell whether the photo is in the library: \(count) pictures of the library that may show it are not "
                + "decoded."
        }
    }
}
