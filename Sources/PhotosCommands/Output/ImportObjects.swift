internal import OpenPhotoKitOwner

/// The JSON object of one imported file.
struct ImportItemObject: Encodable {
    let path: String
    let pathBase64: String?
    let status: String
    let condition: String?
    let localIdentifier: String?
    let role: String?
    let duplicateOf: String?
    let match: String?
    let format: String?
    let width: Int?
    let height: Int?
    let captureDate: String?
    let bytes: Int?
    let moved: Bool?
    let repeated: Bool?
    let restored: Bool?
    let resumed: Bool?
    let warnings: [WarningObject]
    let error: ErrorObject?

    init(_ item: ImportItem) {
        let file = PathObject(item.path)
        path = file.path
        pathBase64 = file.pathBase64
        status = item.status.rawValue
        condition = item.condition?.rawValue
        localIdentifier = item.localIdentifier
        role = item.role.map { "\($0)" }
        duplicateOf = item.status == .duplicate ? item.localIdentifier : nil
        match = item.match?.rawValue
        format = item.format?.rawValue
        width = item.size?.width
        height = item.size?.height
        captureDate = item.captureTime?.description
        bytes = item.bytes > 0 ? item.bytes : nil
        moved = item.isMoved ? true : nil
        repeated = item.isRepeated ? true : nil
        restored = item.isRestored ? true : nil
        resumed = item.isResumed ? true : nil
        warnings = item.warnings.map(WarningObject.init)
        error = item.error.map { ErrorObject($0) }
    }
}

/// The JSON object `{"summary": …}` of an import.
struct ImportSummaryObject: Encodable {
    struct Numbers: Encodable {
        let files, imported, assets, videos, moved, notRemoved, deleted, duplicates, alternates, repeated,
            repeatedSidecars,
            restored, copied, broughtBack, followed, updated, replaced, elsewhere, skipped, sidecars, excluded,
            failed, planned, plannedAssets, damaged, limited, unsupported, bytes,
            resumed,
            joinedLivePhotos, resolvedReferences: Int
        let skippedByReason: [String: Int]
        let photoLibraries: [SourceLibraryObject]
        let seconds: Double
        let byExtension, unsupportedByExtension, unknownByExtension: [String: Int]
    }

    let summary: Numbers

    init(_ summary: ImportSummary) {
        self.summary = Numbers(
            files: summary.files, imported: summary.imported, assets: summary.assets, videos: summary.videos,
            moved: summary.moved, notRemoved: summary.notRemoved, deleted: summary.deleted,
            duplicates: summary.duplicates,
            alternates: summary.alternates, repeated: summary.repeated,
            repeatedSidecars: summary.repeatedSidecars, restored: summary.restored, copied: summary.copied,
            broughtBack: summary.broughtBack,
            followed: summary.followed, updated: summary.updated, replaced: summary.replaced,
            elsewhere: summary.elsewhere,
            skipped: summary.skipped, sidecars: summary.sidecars, excluded: summary.excluded, failed: summary.failed,
            planned: summary.planned,
            plannedAssets: summary.plannedAssets, damaged: summary.damaged, limited: summary.limited,
            unsupported: summary.unsupported, bytes: summary.bytes, resumed: summary.resumed,
            joinedLivePhotos: summary.joinedLivePhotos, resolvedReferences: summary.resolvedReferences,
            skippedByReason: Dictionary(
                uniqueKeysWithValues: summary.skips.map { ($0.key.rawValue, $0.value) }),
            photoLibraries: summary.photoLibraries.map(SourceLibraryObject.init),
            seconds: (summary.seconds * 1000).rounded() / 1000, byExtension: summary.byExtension,
            unsupportedByExtension: summary.unsupportedByExtension,
            unknownByExtension: summary.unknownByExtension)
    }
}

/// The JSON object of another photo library in the summary of an import.
struct SourceLibraryObject: Encodable {
    let kind: String
    let path: String
    let pathBase64: String?
    let photos, videos, edited, live, albums, folders, inCloudOnly, inSharedAlbums, deleted, outside, unknown: Int
    /// Only of exports.
    let parts, archived, partners, withoutMetadata, metadataWithoutPhoto: Int?

    init(_ library: SourceLibrary) {
        let place = PathObject(library.path)
        path = place.path
        pathBase64 = place.pathBase64
        kind = library.kind.rawValue
        let isExport = library.kind != .applePhotos
        parts = isExport ? library.parts : nil
        archived = isExport ? library.archived : nil
        partners = isExport ? library.partners : nil
        withoutMetadata = isExport ? library.withoutMetadata : nil
        metadataWithoutPhoto = isExport ? library.metadataWithoutPhoto : nil
        photos = library.photos
        videos = library.videos
        edited = library.edited
        live = library.live
        albums = library.albums
        folders = library.folders
        inCloudOnly = library.inCloudOnly
        inSharedAlbums = library.inSharedAlbums
        deleted = library.deleted
        outside = library.outside
        unknown = library.unknown
    }
}
