/// An identifier of the same photo on every device.
///
/// Store it in your app. Every library resolves it to its own asset.
///
/// An app cannot read its contents. Two identifiers are equal if they name the same object, even if their evidence
/// differs.
public struct CloudIdentifier: Sendable {
    /// The kind of the named object.
    public enum Kind: UInt8, Sendable, Codable, CaseIterable {
        case asset = 1
        case album = 2
        case folder = 3

        /// The noun for the object in messages.
        package var noun: String {
            switch self {
            case .asset: "photo"
            case .album: "album"
            case .folder: "folder"
            }
        }
    }

    /// The evidence by which a library finds the asset without a shared registry.
    public struct Evidence: Hashable, Sendable {
        /// The first 16 bytes of the original's SHA-256.
        public var sha256Prefix: [UInt8]
        /// The first 16 bytes of the image-data digest.
        public var imageDataPrefix: [UInt8]?
        /// The orientation in which the image data is displayed.
        public var orientation: Orientation
        /// The content signature.
        ///
        /// It has the code of its picture, or no picture in a compact identifier.
        public var signature: ContentSignature?
        /// The time on the camera's clock at capture.
        public var captureTime: CaptureTime?
        /// The first 8 bytes of the SHA-256 of the file's ImageUniqueID tag (0xA420).
        public var uniqueIDPrefix: [UInt8]?

        /// Creates evidence.
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

    /// The named object, with the evidence by which a library finds it without a shared registry.
    public enum Subject: Hashable, Sendable {
        case asset(Evidence)
        case album(CollectionEvidence)
        case folder(CollectionEvidence)
    }

    /// 16 bytes that are the same for the same photo in every library.
    public let stableID: [UInt8]
    /// The named object, with its evidence.
    public let subject: Subject

    /// Creates an identifier.
    ///
    /// `stableID` has 16 bytes.
    package init(stableID: [UInt8], subject: Subject) {
        self.stableID = stableID
        self.subject = subject
    }

    /// The kind of the named object.
    public var kind: Kind {
        switch subject {
        case .asset: .asset
        case .album: .album
        case .folder: .folder
        }
    }

    /// The evidence of an asset; `nil` for albums and folders.
    public var evidence: Evidence? { if case .asset(let evidence) = subject { evidence } else { nil } }

    /// The same identifier without the small picture: at most 220 characters, but weaker evidence by content.
    ///
    /// Identifiers of albums and folders have no picture and stay the same.
    public var compact: CloudIdentifier {
        guard var evidence else { return self }
        evidence.signature = evidence.signature?.with(.none)
        return CloudIdentifier(stableID: stableID, subject: .asset(evidence))
    }
}

extension CloudIdentifier: Hashable {
    /// Whether both identifiers name the same object, even if their evidence differs.
    public static func == (left: CloudIdentifier, right: CloudIdentifier) -> Bool {
        left.kind == right.kind && left.stableID == right.stableID
    }

    /// Hashes kind and stable id.
    public func hash(into hasher: inout Hasher) {
        hasher.combine(kind)
        hasher.combine(stableID)
    }
}
