internal import Foundation
package import PhotoModel

/// A photo to export, with the files that are exported.
package struct ExportPhoto: Sendable {
    /// An album.
    package struct Album: Sendable, Hashable {
        package let localIdentifier: String
        let title: String

        package init(localIdentifier: String, title: String) {
            self.localIdentifier = localIdentifier
            self.title = title
        }
    }

    /// One file to export.
    struct File: Sendable {
        let resource: AssetResource
        /// What follows the stem of the photo, and its number, in the name of the file.
        let ending: String
    }

    let localIdentifier: String
    let addedDate: Date
    let captureTime: CaptureTime?
    /// The albums whose folders get a copy, if the layout has folders of albums.
    let albums: [Album]
    /// The stem that all files of the photo share.
    let stem: String
    /// The photo first; a sidecar describes this file.
    let files: [File]
    /// The words of the sidecar.
    let words: ExportedWords

    /// The albums that its sidecar names.
    package var namedAlbums: [AlbumPath] { words.albums }

    /// - Parameters:
    ///   - albums: The albums whose folders get a copy, if the layout has folders of albums.
    ///   - paths: The albums that the sidecar names.
    ///   - pick: Who picked the photo to represent its burst.
    package init(
        _ asset: Asset, albums: [Album], paths: [AlbumPath] = [],
        pickedBy pick: AssetDescription.BurstFrame.Pick = .none,
        options: ExportOptions
    ) {
        localIdentifier = asset.localIdentifier
        addedDate = asset.addedDate
        captureTime = asset.captureTime
        self.albums = albums
        stem = SafeName.parts(of: asset.original?.originalFilename).stem
        files = Self.files(asset.exported(options))
        words = ExportedWords(asset, in: paths, pickedBy: pick, withPlace: !options.removesPlaces)
    }

    /// The extension of adjustment data, as iPhones and Apple's Photos write it beside a photo.
    private static let adjustmentEnding = ".AAE"

    /// Gives two files of the same ending, such as two raw files, different names.
    private static func files(_ resources: [(resource: AssetResource, mark: String)]) -> [File] {
        var taken: Set<String> = []
        return resources.map { resource, mark in
            let ending =
                resource.kind == .adjustmentData
                ? adjustmentEnding : SafeName.parts(of: resource.originalFilename).ending
            var number = 1
            var name = mark + ending
            while !taken.insert(name.lowercased()).inserted {
                number += 1
                name = "\(mark)_\(number)\(ending)"
            }
            return File(resource: resource, ending: name)
        }
    }
}

extension Asset {
    /// The files to export, the photo first, and the mark behind the stem of each.
    ///
    /// Adjustment data have any content, in which places cannot be found and removed.
    fileprivate func exported(_ options: ExportOptions) -> [(resource: AssetResource, mark: String)] {
        func last(_ kind: AssetResource.Kind) -> AssetResource? { resources.last { $0.kind == kind } }
        let originals = resources.filter {
            [.original, .alternate, .alternatePhoto, .pairedVideo].contains($0.kind)
        }
        let edits = [last(.fullSizePhoto), last(.fullSizePairedVideo)].compactMap { $0 }
        let adjustments = options.removesPlaces ? [] : [last(.adjustmentData)].compactMap { $0 }
        switch options.files {
        case .original: return originals.map { ($0, "") }
        case .both:
            return originals.map { ($0, "") } + edits.map { ($0, "_edited") } + adjustments.map { ($0, "") }
        case .edited:
            let video = hasAdjustments ? last(.fullSizePairedVideo) ?? last(.pairedVideo) : last(.pairedVideo)
            return [hasAdjustments ? last(.fullSizePhoto) : original, video].compactMap { $0 }.map { ($0, "") }
        }
    }
}
