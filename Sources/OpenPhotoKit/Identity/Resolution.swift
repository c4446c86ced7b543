public import PhotoModel

/// What a library answers when it is asked for the asset, album or folder that an identifier or a picture means.
public struct Resolution: Sendable {
    /// The kinds of answer.
    public enum Status: String, Sendable, CaseIterable {
        /// Exactly one is meant.
        case found
        /// None is.
        case notFound
        /// One or more may be, and a person decides.
        case multiple
    }

    /// What an answer stands on, strongest first.
    public enum Evidence: String, Sendable, CaseIterable {
        /// The devices' shared registry.
        case syncState
        /// Every byte of the file.
        case bytes
        /// The picture's data, metadata aside.
        case imageData
        /// What the picture shows.
        case content
    }

    /// What may be meant.
    public struct Candidate: Sendable, Hashable {
        /// The asset, album or folder.
        public let localIdentifier: String
        /// What speaks for it.
        public let evidence: Evidence
        /// Bits in which the perceptual hashes differ, 0 to 256; `nil` if they were not compared.
        public let distance: Int?
        /// Whether the pictures were compared cell by cell and agree.
        public let verified: Bool
        /// How alike the pictures are: 0 to 1 (identical).
        public let score: Double
        /// Stable, in camel case: why this candidate is or is not the one.
        public let reason: Reason
        /// The reason for a person.
        public let explanation: String

        /// Why a candidate is or is not the one.
        public enum Reason: String, Sendable, CaseIterable {
            /// The same bytes.
            case sameBytes
            /// The same image data.
            case sameImageData
            /// The same image data, to be displayed the other way round.
            case sameImageDataOtherOrientation
            /// The pictures agree.
            case samePicture
            /// The pictures agree when one is turned.
            case samePictureTurned
            /// The hashes are near and the instant of capture is the same; there is no picture to compare.
            case sameInstant
            /// The pictures agree, but were taken at different times.
            case captureTimeDiffers
            /// The pictures agree, and so does another asset's.
            case severalAgree
            /// Nearly the same picture: it cannot be excluded.
            case nearlyTheSame
            /// The hashes are near, and there is no picture to compare.
            case notVerified
            /// Too little structure to tell from other flat pictures.
            case tooFlat
            /// One of the pictures is damaged.
            case damaged
            /// It looks alike, but is another picture.
            case looksAlike
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
            /// It looks the same as the photo asked for, which was deleted.
            case deletedOriginal
            /// A person said that it is this one.
            case decided
            /// A person said that it is another photo.
            case decidedOther
        }
    }

    /// What was asked for: an asset, an album or a folder.
    public internal(set) var kind: CloudIdentifier.Kind = .asset
    /// What could be made of the picture that was asked about; `nil` for an identifier.
    public internal(set) var condition: PictureCondition?
    /// The photo itself, if its owner deleted it and can bring it back; `nil` when found.
    public internal(set) var recentlyDeleted: RecentlyDeleted?
    /// Whether more photos look alike than are compared: ``candidates`` are then the nearest 1,000 by their hashes.
    public internal(set) var isLimited = false
    /// The kind of answer.
    public let status: Status
    /// The one meant, when found.
    public let localIdentifier: String?
    /// What the answer stands on, when found.
    public let evidence: Evidence?
    /// Those that may be meant, best first.
    ///
    /// One when found.
    public let candidates: [Candidate]
    /// Assets that look alike but were judged to be other pictures, best first.
    public let lookalikes: [Candidate]

    /// The answer as PhotoKit gives it.
    ///
    /// - Returns: The local identifier; or `identifierNotFound`, or `multipleIdentifiersFound` with the candidates.
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
                        .identifierNotFound,
                        lookalikes.isEmpty
                            ? "This \(kind.noun) is not in the library."
                            : "No photo of the library is surely this one; \(lookalikes.count) \(lookalikes.count == 1 ? "looks" : "look") alike."
                    ))
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

    /// The answer when a person chose one of the candidates and nothing is to be remembered: they are albums, folders, or
    /// photos of one picture.
    package func choosing(_ candidate: Candidate) -> Resolution {
        var answer = Resolution.found(
            Candidate(
                localIdentifier: candidate.localIdentifier, evidence: candidate.evidence, distance: candidate.distance,
                verified: candidate.verified, score: candidate.score, reason: .decided,
                explanation: "A person said that it is this one."))
        (answer.kind, answer.condition) = (kind, condition)
        return answer
    }

    /// The answer with its candidates left to a person for this reason.
    func leftToAPerson(_ reason: Candidate.Reason, _ explanation: String) -> Resolution {
        .multiple(
            candidates.map {
                Candidate(
                    localIdentifier: $0.localIdentifier, evidence: $0.evidence, distance: $0.distance,
                    verified: $0.verified, score: $0.score, reason: reason, explanation: explanation)
            }, lookalikes: lookalikes)
    }

    static func found(_ candidate: Candidate, lookalikes: [Candidate] = []) -> Resolution {
        Resolution(
            status: .found, localIdentifier: candidate.localIdentifier, evidence: candidate.evidence,
            candidates: [candidate], lookalikes: lookalikes)
    }

    static func multiple(_ candidates: [Candidate], lookalikes: [Candidate] = []) -> Resolution {
        Resolution(
            status: .multiple, localIdentifier: nil, evidence: nil, candidates: candidates, lookalikes: lookalikes)
    }

    static func notFound(_ kind: CloudIdentifier.Kind = .asset, lookalikes: [Candidate] = []) -> Resolution {
        Resolution(
            kind: kind, status: .notFound, localIdentifier: nil, evidence: nil, candidates: [], lookalikes: lookalikes)
    }
}
