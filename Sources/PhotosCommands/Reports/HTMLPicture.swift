internal import Foundation
internal import OpenPhotoKit
internal import PhotoModel

/// A file's picture: the file itself, as far as a browser shows it, over the gray one that the catalogue keeps.
struct HTMLPicture {
    /// The file that is shown: the library's, else the source's.
    let path: FilePath
    /// The name that the photo was first imported with.
    let originalName: String?
    private let thumbnail: [UInt8]?
    private let size: PixelSize?
    private let ending: String
    private let isShownByBrowsers: Bool

    /// Formats that every browser of today shows.
    private static let browserFormats: Set<ImageFormat> = [.jpeg, .png, .gif, .webp, .avif, .bmp]
    /// Width over height of a tile: panoramas and slips are cut.
    private static let ratios = 0.5...2.6

    init(_ item: ImportItem, asset: Asset?, in library: PhotoLibrary) {
        path = asset?.original?.path ?? item.path
        originalName = asset?.original?.originalFilename?.string
        size = asset?.size ?? item.size
        ending = (item.path.extension ?? "file").uppercased()
        isShownByBrowsers = (asset?.original?.format ?? item.format).map(Self.browserFormats.contains) ?? false
        let signature = asset.flatMap { try? library.signature(of: $0.localIdentifier) }
        thumbnail = signature.flatMap {
            GrayPNG(levels: $0.thumbnail, width: ContentSignature.thumbnailSide)?.bytes
        }
    }

    /// Width over height with two decimals, for a style.
    var ratio: String {
        guard thumbnail != nil || isShownByBrowsers, let size, size.width > 0, size.height > 0 else { return "1.33" }
        let ratio = Double(size.width) / Double(size.height)
        return "\((min(max(ratio, Self.ratios.lowerBound), Self.ratios.upperBound) * 100).rounded() / 100)"
    }

    var markup: Markup {
        let gray: Markup =
            thumbnail.map {
                "<img class=\"gray\" alt=\"\" src=\"data:image/png;base64,\(Data($0).base64EncodedString())\"/>"
            } ?? "<span class=\"kind\">\(ending)</span>"
        let photo: Markup =
            isShownByBrowsers
            ? "<img class=\"photo\" alt=\"\" loading=\"lazy\" decoding=\"async\" src=\"\(path.fileURL)\"/>" : ""
        return
            "<a class=\"picture\" style=\"--ratio:\(ratio)\" href=\"\(path.fileURL)\" tabindex=\"-1\">\(gray)\(photo)</a>"
    }
}
