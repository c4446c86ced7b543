/// Photos that are the same, or that look alike, around the best of them.
///
/// Every member is the same as, or similar to, the photo that is kept; a chain of similar photos is not a group. The
/// user has not decided of any two members that they are different.
public struct DuplicateGroup: Sendable, Hashable {
    /// The kinds of group.
    public enum Kind: String, Sendable, CaseIterable {
        /// One photo in several files: equal bytes, equal image data, pictures that agree cell by cell and match no
        /// other photo, or a decision of the user.
        case same
        /// Pictures with small differences: frames of a still scene from a tripod, small edits, and uncertain copies.
        ///
        /// Most frames of a burst differ by more.
        case similar
    }

    /// The kinds of evidence for a group, strongest first.
    public enum Evidence: String, Sendable, CaseIterable {
        /// Every byte of the file.
        case bytes
        /// The picture's data, metadata aside.
        case imageData
        /// The user decided.
        case decision
        /// What the pictures show.
        case content
    }

    /// A photo in a group.
    public struct Member: Sendable, Hashable {
        /// The asset.
        public let localIdentifier: String
        /// The similarity of its picture to that of the kept photo: 0 to 1 (identical); `nil` if they were not
        /// compared.
        public let score: Double?
        /// Why it is in a group with the kept photo, the most important reason first; empty for the kept photo.
        public let reasons: [Reason]
        /// The size of all its files in the library's folder, in bytes.
        public let storedBytes: Int
    }

    /// The reason why a photo is in a group with the kept photo.
    public enum Reason: String, Sendable, CaseIterable {
        /// The same bytes.
        case sameBytes
        /// The same image data.
        case sameImageData
        /// The same image data with another orientation.
        case sameImageDataOtherOrientation
        /// The user decided that they are the same.
        case decided
        /// The pictures agree, neither matches another photo, and one is proven to be a copy of the other.
        case samePicture
        /// The pictures agree, and neither matches another photo, but nothing tells a copy of the photo from a copy of
        /// a frame that was taken just before or after it.
        case mayBeAnotherFrame
        /// The pictures agree or nearly agree, but their capture times or unique ids differ.
        case captureTimeDiffers
        /// The picture has too little structure to be distinguished from other flat pictures.
        case tooFlat
        /// One of the pictures is damaged.
        case damaged
        /// One of the pictures has so many similar pictures that not all were compared.
        case tooManySimilarPictures
        /// Not all pictures of the library have been compared yet.
        case notAllCompared
        /// The pictures agree, but another photo matches too.
        case severalAgree
        /// Nearly the same picture.
        case nearlyTheSame
    }

    /// Whether the photos are the same or look alike.
    public let kind: Kind
    /// The weakest evidence of any member.
    public let evidence: Evidence
    /// The photos: the one to keep first, then the most similar first.
    public let members: [Member]
    /// Why the first photo is the one to keep.
    public let keepReason: KeepReason

    /// The size in bytes of the library's files that are removed when all other photos are deleted and purged.
    public var reclaimableBytes: Int { members.dropFirst().reduce(0) { $0 + $1.storedBytes } }
    /// The photo to keep.
    public var keep: String { members[0].localIdentifier }
    /// All photos, the one to keep first.
    public var localIdentifiers: [String] { members.map(\.localIdentifier) }

    /// The same group with another photo to keep; `nil` if that photo is not in the group.
    public func keeping(_ localIdentifier: String) -> DuplicateGroup? {
        guard let chosen = members.first(where: { $0.localIdentifier == localIdentifier }) else { return nil }
        guard chosen != members[0] else { return self }
        let kept = Member(localIdentifier: localIdentifier, score: 1, reasons: [], storedBytes: chosen.storedBytes)
        // The reasons for two photos are the same in both directions.
        let best = Member(
            localIdentifier: keep, score: chosen.score, reasons: chosen.reasons, storedBytes: members[0].storedBytes)
        return DuplicateGroup(
            kind: kind, evidence: evidence, members: [kept, best] + members.dropFirst().filter { $0 != chosen },
            keepReason: .chosen)
    }
}

/// The rule that chooses the photo to keep: the first criterion in which two photos differ decides.
public enum KeepReason: String, Sendable, CaseIterable {
    /// An undamaged picture before a damaged one.
    case undamaged
    /// The most pixels.
    case mostPixels
    /// A raw file with a capture time before other formats, in which pictures are made from it.
    case rawOriginal
    /// A HEIC with a capture time before the remaining formats.
    ///
    /// Cameras write HEIC, and programs convert it to other formats. The converted file is usually larger.
    case heicOriginal
    /// The most values of: capture time, place, camera, lens, title, caption and keywords.
    case mostMetadata
    /// A lossless file format before a lossy one.
    case lossless
    /// The largest file.
    case largestFile
    /// The oldest capture time.
    case oldestCapture
    /// The photo that was added to the library first.
    case firstAdded
    /// The owner chose it.
    case chosen
}
