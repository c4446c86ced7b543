package import PhotoInspection
public import PhotoModel
public import SystemPackage

/// The result of an import for one file.
///
/// Every file has exactly one result.
public struct ImportItem: Sendable {
    /// The kind of result.
    public enum Status: String, Sendable, CaseIterable {
        /// The file is stored and durable: as a new asset, or as another file of an asset (see ``role``).
        case imported
        /// The library has the photo already.
        case duplicate
        /// The file was skipped, because it is not a photo or for another reason in ``error``.
        case skipped
        /// The file is not stored; the error says why.
        case failed
        /// A dry run: the file would be imported.
        case planned
    }

    /// What a duplicate has in common with its asset.
    public enum Match: String, Sendable {
        /// Every byte. Nothing was stored.
        case bytes
        /// The picture's data, in a file with other metadata. The file was stored as an alternate resource.
        case imageData
        /// The path. The library referred to the file when it had other bytes, and the asset describes it as it is now.
        case path
    }

    /// The file.
    public let path: FilePath
    /// The result, with the reason of a file that is not stored.
    package var outcome: ImportOutcome
    /// The kind of result.
    public var status: Status { outcome.status }
    /// The result of decoding the picture; `nil` if it was not decoded.
    public var condition: PictureCondition?
    /// The asset that holds the file's picture.
    public var localIdentifier: String?
    /// The kind of resource that the file is in that asset.
    public var role: AssetResource.Kind?
    /// For a duplicate, what it has in common with its asset.
    public var match: Match? { if case .duplicate(let match) = outcome { match } else { nil } }
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
    /// Whether an earlier import read the unchanged file, so that it was not read again.
    public var isResumed: Bool = false
    /// Whether the source was removed after its bytes were read back from the library.
    public var isMoved: Bool = false
    /// The number of videos that earlier results of this import count as assets and that are files of this picture now.
    package var joinedVideos: Int = 0
    /// Notes about the file that do not mean a loss.
    public var warnings: [ImportWarning] = []
    /// Why a file failed or was skipped.
    public var error: PhotoLibraryError? {
        switch outcome {
        case .imported, .duplicate, .planned: nil
        case .skipped(let skip): skip.error(path)
        case .failed(let error): error
        }
    }

    init(_ path: FilePath, _ outcome: ImportOutcome) {
        self.path = path
        self.outcome = outcome
    }

    /// The result for an unchanged file that an earlier import stored.
    init(_ path: FilePath, resumedAs asset: String) {
        self.init(path, .duplicate(.bytes))
        localIdentifier = asset
        isResumed = true
    }
}

/// What an import did with a file, and the reason if it did not store the file.
package enum ImportOutcome: Sendable {
    case imported
    case duplicate(ImportItem.Match)
    case skipped(Skip)
    case failed(PhotoLibraryError)
    /// A dry run would import the file.
    case planned

    package var status: ImportItem.Status {
        switch self {
        case .imported: .imported
        case .duplicate: .duplicate
        case .skipped: .skipped
        case .failed: .failed
        case .planned: .planned
        }
    }
}

/// The counts of a whole import.
public struct ImportSummary: Sendable, Hashable {
    /// All files that were found, and all folders that were skipped.
    public var files: Int = 0
    /// Files that were stored.
    public var imported: Int = 0
    /// New assets: the stored files that do not belong to another photo.
    public var assets: Int = 0
    /// The videos among the new assets, or among those that a dry run would make.
    public var videos: Int = 0
    /// Sources that were removed after their bytes were read back.
    public var moved: Int = 0
    /// Files that were skipped because the owner deleted these photos.
    public var deleted: Int { skips[.deletedBefore, default: 0] }
    /// Files that the library already had.
    public var duplicates: Int = 0
    /// Duplicates of the picture only, stored as alternate resources.
    public var alternates: Int = 0
    /// Stored sidecars, which are files that describe photos, or those that a dry run would store.
    public var sidecars: Int = 0
    /// Duplicates, byte by byte, of files that came with the same import, or would in a dry run.
    public var repeated: Int = 0
    /// The sidecars among ``repeated``; the others are photos, videos and their further files.
    public var repeatedSidecars: Int = 0
    /// Files to which the library referred when they had other bytes, and that were read again, or would be in a dry
    /// run.
    public var updated: Int = 0
    /// References whose bytes are lost, because another photo is at their path now.
    public var replaced: Int = 0
    /// References of which the library stored a copy, or would in a dry run.
    public var copied: Int = 0
    /// Originals that were in a remote store only, and of which the library stored a copy on this device, or would in a
    /// dry run.
    public var broughtBack: Int = 0
    /// References to moved files, which the library found again, or would in a dry run.
    public var followed: Int = 0
    /// Duplicates of photos of which the library has the original in a remote store only.
    public var elsewhere: Int = 0
    /// Duplicates that replaced missing or damaged files of the library, or would in a dry run.
    public var restored: Int = 0
    /// Files and folders that were skipped, for any reason except a filter.
    public var skipped: Int = 0
    /// The number of skipped files and folders for each reason.
    package private(set) var skips: [SkipReason: Int] = [:]
    /// The first ``namedSkips`` skipped files and folders of each reason.
    package private(set) var skippedPaths: [SkipReason: [FilePath]] = [:]
    package static let namedSkips = 3
    /// Files that an import that moves did not remove at the source.
    package private(set) var notRemoved: Int = 0
    /// Files that could not be stored.
    public var failed: Int = 0
    /// Files and folders that a filter excludes, each counted once; they are in no other count.
    public var excluded: Int = 0
    /// Files that a dry run would import.
    public var planned: Int = 0
    /// Assets that a dry run would make: the files that do not belong to another photo.
    public var plannedAssets: Int = 0
    /// Stored files whose picture is truncated or corrupt.
    public var damaged: Int = 0
    /// Stored files whose picture was not decoded because it is over a limit.
    public var limited: Int = 0
    /// Stored files of a kind that is not decoded, without videos, which are no pictures.
    public var unsupported: Int = 0
    /// The number of these files by lower-case extension without the dot.
    public var unsupportedByExtension: [String: Int] = [:]
    /// The stored files that are not decoded and whose bytes are of no known format, whatever their extension is.
    public var unknownByExtension: [String: Int] = [:]
    /// Bytes of all files that were read.
    public var bytes: Int = 0
    /// Live Photos whose picture and video were two assets before this import, and are one asset now.
    public var joinedLivePhotos: Int = 0
    /// The duration in seconds.
    public var seconds: Double = 0
    /// Unchanged files that an earlier import read, and that were not read again.
    public var resumed: Int = 0
    /// The other photo libraries that were met, with what they contain.
    public var photoLibraries: [SourceLibrary] = []
    /// Pending references whose photos are in the library now: see ``PhotoLibrary/remember(_:)``.
    public var resolvedReferences: Int = 0
    /// The number of files by lower-case extension without the dot; "" for names without an extension.
    public var byExtension: [String: Int] = [:]

    package init() {}

    package mutating func count(_ item: ImportItem) {
        guard item.skipReason != .excluded else {
            excluded += 1
            return
        }
        files += 1
        switch item.outcome {
        case .imported:
            imported += 1
            if item.role == .original { assets += 1 }
        case .duplicate(let match):
            duplicates += 1
            switch match {
            case .imageData: alternates += 1
            case .path: updated += 1
            case .bytes where item.isRestored: restored += 1
            case .bytes where item.warnings.contains(.copied): copied += 1
            case .bytes where item.warnings.contains(.broughtBack): broughtBack += 1
            case .bytes where item.warnings.contains(.followed): followed += 1
            case .bytes where item.isRepeated:
                repeated += 1
                if item.isSidecar { repeatedSidecars += 1 }
            case .bytes: break
            }
        case .skipped(let skip):
            skipped += 1
            skips[skip.reason, default: 0] += 1
            if skips[skip.reason, default: 0] <= Self.namedSkips {
                skippedPaths[skip.reason, default: []].append(item.path)
            }
        case .failed: failed += 1
        case .planned:
            planned += 1
            if item.role == .original { plannedAssets += 1 }
        }
        switch item.status {
        case .imported: assets -= item.joinedVideos
        case .planned: plannedAssets -= item.joinedVideos
        case .duplicate, .skipped, .failed: break
        }
        videos -= item.joinedVideos
        if item.isMoved { moved += 1 }
        if item.warnings.contains(.elsewhere) { elsewhere += 1 }
        if item.replacement != nil { replaced += 1 }
        if item.keptSource != nil { notRemoved += 1 }
        if item.status == .imported || item.status == .planned {
            if item.isSidecar { sidecars += 1 }
            if item.role == .original, item.format == .video { videos += 1 }
            switch item.condition {
            case .damaged: damaged += 1
            case .limited: limited += 1
            case .unsupported where item.role == .original && item.format != .video:
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

extension ImportItem {
    fileprivate var isSidecar: Bool { role == .sidecar || role == .adjustmentData }

    /// Why the file was skipped; `nil` if it was not skipped.
    package var skipReason: SkipReason? { if case .skipped(let skip) = outcome { skip.reason } else { nil } }

    /// The warning that the file took the place of another, to which the library refers, and of which the bytes are
    /// lost; `nil` if it did not.
    package var replacement: ImportWarning? { warnings.first { if case .replaced = $0 { true } else { false } } }

    /// Why an import that moves did not remove the source; `nil` if it did, or if the import does not move.
    package var keptSource: KeptSource? {
        warnings.lazy.compactMap { if case .sourceKept(let reason) = $0 { reason } else { nil } }.first
    }
}

extension FilePath {
    /// The lower-case extension without the dot; "" for a name without an extension.
    fileprivate var lowercasedExtension: String { (self.extension ?? "").lowercased() }
}
