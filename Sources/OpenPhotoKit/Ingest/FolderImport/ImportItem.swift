public import PhotoModel
public import SystemPackage

/// What became of one file of an import.
///
/// Every file gets exactly one.
public struct ImportItem: Sendable {
    /// How the file ended.
    public enum Status: String, Sendable, CaseIterable {
        /// Its bytes are stored and durable: as a new asset, or as another file of one (see ``role``).
        case imported
        /// The library has the photo already.
        case duplicate
        /// Not a photo, and skipped.
        case skipped
        /// No bytes were kept; the error says why.
        case failed
        /// A dry run: the file would be imported.
        case planned
    }

    /// What a duplicate has in common with its asset.
    public enum Match: String, Sendable {
        /// Every byte: nothing was stored.
        case bytes
        /// The picture's data, in a file with other metadata: the file was kept as an alternate resource.
        case imageData
    }

    /// The file.
    public let path: FilePath
    /// How the file ended.
    public var status: Status
    /// What could be made of the picture; `nil` if it was not looked at.
    public var condition: PictureCondition?
    /// The asset that holds the file's picture.
    public var localIdentifier: String?
    /// What the file is to that asset.
    public var role: AssetResource.Kind?
    /// For a duplicate, what it has in common with its asset.
    public var match: Match?
    /// For a duplicate, whether its photo came with the same import, or would in a dry run.
    public var isRepeated: Bool = false
    /// For a duplicate, whether the library's own file of these bytes was missing or damaged, and this file replaced
    /// it, or would in a dry run.
    public var isRestored: Bool = false
    /// The kind of file, by its content.
    public var format: ImageFormat?
    /// The displayed size in pixels.
    public var size: PixelSize?
    /// The camera's wall clock at capture.
    public var captureTime: CaptureTime?
    /// The file's size in bytes.
    public var bytes: Int = 0
    /// Whether the file was known from an earlier run and therefore not read again.
    public var isResumed: Bool = false
    /// Whether the source was removed after its bytes were read back from the library.
    public var isMoved: Bool = false
    /// What is worth knowing but lost nothing.
    public var warnings: [Warning] = []
    /// Why a file failed or was skipped.
    public var error: PhotoLibraryError?

    /// A remark about a file.
    public struct Warning: Sendable, Hashable {
        /// Camel case, stable.
        public let code: String
        /// One sentence for a person, or the decoding library's own words.
        public let message: String
    }

    init(path: FilePath, status: Status, error: PhotoLibraryError? = nil) {
        self.path = path
        self.status = status
        self.error = error
    }

    /// An unchanged file that an earlier run stored.
    init(path: FilePath, resumedAs asset: String) {
        self.init(path: path, status: .duplicate)
        localIdentifier = asset
        match = .bytes
        isResumed = true
    }
}

/// The numbers of a whole import.
public struct ImportSummary: Sendable, Hashable {
    /// Files seen, whatever became of them.
    public var files: Int = 0
    /// Files that were stored.
    public var imported: Int = 0
    /// New assets: the stored files that belong to no other photo.
    public var assets: Int = 0
    /// Sources that were removed after their bytes were read back.
    public var moved: Int = 0
    /// Skipped because the owner deleted these photos.
    public var deleted: Int = 0
    /// Files the library had already.
    public var duplicates: Int = 0
    /// Duplicates of the picture only, kept as alternate resources.
    public var alternates: Int = 0
    /// Duplicates, byte by byte, of photos that came with the same import, or would in a dry run.
    public var repeated: Int = 0
    /// Duplicates that took the place of files that the library had lost, or would in a dry run.
    public var restored: Int = 0
    /// Files that are no photos.
    public var skipped: Int = 0
    /// Files of which no bytes were kept.
    public var failed: Int = 0
    /// Files that a filter leaves out, and folders, each as one; they count nowhere else.
    public var excluded: Int = 0
    /// Files that a dry run would import.
    public var planned: Int = 0
    /// Assets that these would make: the files that belong to no other photo.
    public var plannedAssets: Int = 0
    /// Stored files whose picture is truncated or corrupt.
    public var damaged: Int = 0
    /// Stored files whose picture was not decoded because it is over a limit.
    public var limited: Int = 0
    /// Stored files of a kind that is kept but not decoded.
    public var unsupported: Int = 0
    /// Those by lower-case ending without the dot.
    public var unsupportedByExtension: [String: Int] = [:]
    /// Those of them whose bytes are of no kind that is known, whatever the ending says.
    public var unknownByExtension: [String: Int] = [:]
    /// Bytes of all files that were read.
    public var bytes: Int = 0
    /// Wall-clock seconds.
    public var seconds: Double = 0
    /// Files known from an earlier run and not read again.
    public var resumed: Int = 0
    /// Kept references whose photos are here now: see ``PhotoLibrary/remember(_:)``.
    public var resolvedReferences: Int = 0
    /// Files by lower-case ending without the dot; "" for names without one.
    public var byExtension: [String: Int] = [:]

    package init() {}

    package mutating func count(_ item: ImportItem) {
        guard item.error?.code != .excluded else {
            excluded += 1
            return
        }
        files += 1
        switch item.status {
        case .imported:
            imported += 1
            if item.role == .original { assets += 1 }
        case .duplicate:
            duplicates += 1
            if item.match == .imageData { alternates += 1 } else if item.isRepeated { repeated += 1 }
            if item.isRestored { restored += 1 }
        case .skipped:
            skipped += 1
            if item.error?.code == .deletedByOwner { deleted += 1 }
        case .failed: failed += 1
        case .planned:
            planned += 1
            if item.role == .original { plannedAssets += 1 }
        }
        if item.isMoved { moved += 1 }
        if item.status == .imported || item.status == .planned {
            switch item.condition {
            case .damaged: damaged += 1
            case .limited: limited += 1
            case .unsupported where item.role == .original:
                unsupported += 1
                unsupportedByExtension[item.path.lowercasedExtension, default: 0] += 1
                if item.format == .unknown { unknownByExtension[item.path.lowercasedExtension, default: 0] += 1 }
            case .unsupported: break
            case .ok, nil: break
            }
        }
        if item.isResumed { resumed += 1 } else { bytes += item.bytes }
        byExtension[item.path.lowercasedExtension, default: 0] += 1
    }
}

extension FilePath {
    /// The ending in lower case without the dot; "" if there is none.
    fileprivate var lowercasedExtension: String { (self.extension ?? "").lowercased() }
}
