/// Photos that are the same, or that look alike, around the best of them.
///
/// Never a chain: all members are the same as, or alike to, the one that is kept, and no two of them are said by a
/// person not to be the same.
public struct DuplicateGroup: Sendable, Hashable {
    /// The kinds of group.
    public enum Kind: String, Sendable, CaseIterable {
        /// One photo in several files: equal bytes, equal image data, pictures that agree cell by cell and can be no
        /// other's, or a person's word.
        case same
        /// Pictures that agree cell by cell but for a little: frames of a still scene from a tripod, small edits, copies that
        /// cannot be told for sure.
        ///
        /// Most frames of a burst differ by more.
        case similar
    }

    /// What a group stands on, strongest first.
    public enum Evidence: String, Sendable, CaseIterable {
        /// Every byte of the file.
        case bytes
        /// The picture's data, metadata aside.
        case imageData
        /// A person said so.
        case decision
        /// What the pictures show.
        case content
    }

    /// A photo of a group.
    public struct Member: Sendable, Hashable {
        /// The asset.
        public let localIdentifier: String
        /// How alike its picture is to the kept one's: 0 to 1 (identical); `nil` if they were never compared.
        public let score: Double?
        /// What it has to do with the group's best photo, the weightiest first; empty for the kept one.
        public let reasons: [Reason]
        /// The size of all its files in the library's folder, in bytes.
        public let storedBytes: Int
    }

    /// What a photo has to do with the one that is kept.
    public enum Reason: String, Sendable, CaseIterable {
        /// The same bytes.
        case sameBytes
        /// The same image data.
        case sameImageData
        /// The same image data, to be displayed the other way round.
        case sameImageDataOtherOrientation
        /// A person said that they are the same.
        case decided
        /// The pictures agree, and neither can be another's copy.
        case samePicture
        /// The pictures agree or nearly do, but capture times or unique ids differ.
        case captureTimeDiffers
        /// Too little structure to tell from other flat pictures.
        case tooFlat
        /// One of the pictures is damaged.
        case damaged
        /// So many pictures look like one of them that not all were compared.
        case crowded
        /// Not all pictures of the library have been compared yet.
        case notAllCompared
        /// The pictures agree, but another one may be the original too.
        case severalAgree
        /// Nearly the same picture.
        case nearlyTheSame
    }

    /// Whether the photos are the same or look alike.
    public let kind: Kind
    /// The weakest of what the members stand on.
    public let evidence: Evidence
    /// The photos, the one to keep first, then the most alike first.
    public let members: [Member]
    /// Why the first one is the one to keep.
    public let keepReason: KeepReason

    /// The size of the library's files that are gone once all others are deleted and purged, in bytes.
    public var reclaimableBytes: Int { members.dropFirst().reduce(0) { $0 + $1.storedBytes } }
    /// The photo to keep.
    public var keep: String { members[0].localIdentifier }
    /// All photos, the one to keep first.
    public var localIdentifiers: [String] { members.map(\.localIdentifier) }

    /// The same group with another photo to keep; `nil` if that is not in it.
    public func keeping(_ localIdentifier: String) -> DuplicateGroup? {
        guard let chosen = members.first(where: { $0.localIdentifier == localIdentifier }) else { return nil }
        guard chosen != members[0] else { return self }
        let kept = Member(localIdentifier: localIdentifier, score: 1, reasons: [], storedBytes: chosen.storedBytes)
        // What the two have to do with one another is the same both ways.
        let best = Member(
            localIdentifier: keep, score: chosen.score, reasons: chosen.reasons, storedBytes: members[0].storedBytes)
        return DuplicateGroup(
            kind: kind, evidence: evidence, members: [kept, best] + members.dropFirst().filter { $0 != chosen },
            keepReason: .chosen)
    }
}

/// The rule by which the photo to keep is chosen: the first point in which two photos differ decides.
public enum KeepReason: String, Sendable, CaseIterable {
    /// An undamaged picture before a damaged one.
    case undamaged
    /// The most pixels.
    case mostPixels
    /// The most of capture time, place, camera, lens, title, caption and keywords.
    case mostMetadata
    /// A lossless kind of file before one that may have lost detail.
    case lossless
    /// The largest file.
    case largestFile
    /// The oldest capture time.
    case oldestCapture
    /// The one that came into the library first.
    case firstAdded
    /// The owner chose it.
    case chosen
}
