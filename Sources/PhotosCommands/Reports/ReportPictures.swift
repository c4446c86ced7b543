internal import Foundation
internal import OpenPhotoKitOwner
internal import PhotoModel
internal import Thumbnails

/// Small pictures of photos whose files browsers do not show: HEIC, TIFF, raw files and videos.
enum ReportPictures {
    /// The maximum number of pictures in a report, because each one takes up to a second.
    static let limit = 100

    /// The JPEG pictures of photos, by local identifier.
    ///
    /// A photo without a picture here is shown by its file extension, so no error is thrown.
    static func jpegs(of localIdentifiers: [String], _ head: ReportHead) async -> [String: Data] {
        guard let assets = try? head.library.assets(withLocalIdentifiers: localIdentifiers) else { return [:] }
        let hidden = localIdentifiers.compactMap { identifier in
            assets[identifier]?.original.flatMap { original in
                original.format.isShownByBrowsers || !original.format.isDisplayable ? nil : (identifier, original)
            }
        }
        guard !hidden.isEmpty else { return [:] }
        let loader = head.library.thumbnailLoader(
            try? head.library.thumbnailCache(), decoding: head.request.decoding, jobs: head.request.jobs)
        defer { loader.endWorkers() }
        return await withTaskGroup(of: (String, Data?).self) { group in
            for (identifier, original) in hidden.prefix(limit) {
                group.addTask { (identifier, try? await loader.thumbnail(for: original)) }
            }
            return await group.reduce(into: [:]) { $0[$1.0] = $1.1 }
        }
    }
}
