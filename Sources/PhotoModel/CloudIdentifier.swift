/// Names the same photo on every device: store it in your app, and any library finds its own asset for it.
///
/// Opaque to its users. Two identifiers are equal when they name the same thing, whatever evidence they carry.
public struct CloudIdentifier: Sendable {
    /// What is named.
    public enum Kind: UInt8, Sendable, CaseIterable {
        case asset = 1
        case album = 2
        case folder = 3

        /// What a person calls one.
        package var noun: String {
            switch self {
            case .asset: "photo"
            case .album: "album"
            case .folder: "folder"
            }
        }
    }

    /// How a library without sync state recognises the asset.
    public struct Evidence: Hashable, Sendable {
        /// The first 16 bytes of the original's SHA-256.
        public var sha256Prefix: [UInt8]
        /// The first 16 bytes of the image-data digest.
        public var imageDataPrefix: [UInt8]?
        /// How the image data is to be displayed.
        public var orientation: Orientation
        /// The content signature.
        ///
        /// With its picture's code, or without a picture in a compact identifier.
        public var signature: ContentSignature?
        /// The camera's wall clock at capture.
        public var captureTime: CaptureTime?
        /// The first 8 bytes of the SHA-256 of the file's image unique id.
        public var uniqueIDPrefix: [UInt8]?

        /// Evidence of these parts.
        public init(
            sha256Prefix: [UInt8], imageDataPrefix: [UInt8]?, orientation: Orientation, signature: ContentSignature?,
            captureTime: CaptureTime?, uniqueIDPrefix: [UInt8]?
        ) {
            self.sha256Prefix = sha256Prefix
            self.imageDataPrefix = imageDataPrefix
            self.orientation = orientation
            self.signature = signature
            self.captureTime = captureTime
            self.uniqueIDPrefix = uniqueIDPrefix
        }
    }

    /// What is named, with what makes it known where there is no sync state.
    public enum Subject: Hashable, Sendable {
        case asset(Evidence)
        case album(CollectionEvidence)
        case folder(CollectionEvidence)
    }

    /// 16 bytes that are the same for the same photo, whichever library minted them.
    public let stableID: [UInt8]
    /// What is named, with what makes it known where there is no sync state.
    public let subject: Subject

    /// An identifier of these parts.
    ///
    /// `stableID` has 16 bytes.
    package init(stableID: [UInt8], subject: Subject) {
        self.stableID = stableID
        self.subject = subject
    }

    /// What is named.
    public var kind: Kind {
        switch subject {
        case .asset: .asset
        case .album: .album
        case .folder: .folder
        }
    }

    /// How a library without sync state recognises the asset; `nil` for albums and folders.
    public var evidence: Evidence? { if case .asset(let evidence) = subject { evidence } else { nil } }

    /// The same name without the small picture: at most 220 characters, but content alone is then weaker evidence.
    ///
    /// Albums and folders have no picture: they are the same.
    public var compact: CloudIdentifier {
        guard var evidence else { return self }
        evidence.signature = evidence.signature?.with(.none)
        return CloudIdentifier(stableID: stableID, subject: .asset(evidence))
    }
}

extension CloudIdentifier: Hashable {
    /// Whether both name the same thing, whatever evidence they carry.
    public static func == (left: CloudIdentifier, right: CloudIdentifier) -> Bool {
        left.kind == right.kind && left.stableID == right.stableID
    }

    /// Hashes kind and stable id.
    public func hash(into hasher: inout Hasher) {
        hasher.combine(kind)
        hasher.combine(stableID)
    }
}
