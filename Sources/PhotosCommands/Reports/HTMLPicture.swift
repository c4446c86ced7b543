internal import Foundation
internal import OpenPhotoKitOwner
internal import PhotoModel

/// A photo's picture: the file, if browsers support its format, or a small JPEG, above the gray thumbnail from the
/// catalogue.
struct HTMLPicture {
    private let path: FilePath
    private let jpeg: Data?
    private let thumbnail: [UInt8]?
    private let size: PixelSize?
    private let ending: String
    private let isShownByBrowsers: Bool

    /// The aspect ratios of tiles.
    ///
    /// Wider and higher pictures are cropped.
    private static let ratios = 0.5...2.6

    init(_ item: ImportItem, asset: Asset?, jpeg: Data?, in library: OwnedLibrary) {
        self.jpeg = jpeg
        let original = asset?.original
        path = original.flatMap(library.localPath) ?? item.path
        size = asset?.size ?? item.size
        ending = (item.path.extension ?? "file").uppercased()
        isShownByBrowsers = (original?.format ?? item.format)?.isShownByBrowsers ?? false
        let signature = asset.flatMap { try? library.signature(of: $0.localIdentifier) }
        thumbnail = signature.flatMap {
            SmallPNG(levels: $0.thumbnail, width: ContentSignature.thumbnailSide)?.bytes
        }
    }

    /// The present path of a file: in the library if it was stored, else its source.
    static func place(of item: ImportItem, _ asset: Asset?, in library: OwnedLibrary) -> FilePath {
        let resources = asset?.resources ?? []
        return (resources.first { $0.originalFilename == item.path.lastComponent } ?? resources.first)
            .flatMap(library.localPath) ?? item.path
    }

    /// The aspect ratio with two decimals, for CSS.
    var ratio: String {
        guard thumbnail != nil || jpeg != nil || isShownByBrowsers, let size, size.width > 0, size.height > 0 else {
            return "1.33"
        }
        let ratio = Double(size.width) / Double(size.height)
        return "\((min(max(ratio, Self.ratios.lowerBound), Self.ratios.upperBound) * 100).rounded() / 100)"
    }

    var markup: Markup {
        """
        <a class="picture" style="--ratio:\(ratio)" href="\(path.fileURL)" tabindex="-1">\(under)\(over)</a>
        """
    }

    private var under: Markup {
        guard let thumbnail else { return "<span class=\"kind\">\(ending)</span>" }
        return "<img class=\"gray\" alt=\"\" src=\"data:image/png;base64,\(Data(thumbnail).base64EncodedString())\"/>"
    }

    private var over: Markup {
        if let jpeg {
            return "<img class=\"photo\" alt=\"\" src=\"data:image/jpeg;base64,\(jpeg.base64EncodedString())\"/>"
        }
        guard isShownByBrowsers else { return "" }
        return "<img class=\"photo\" alt=\"\" loading=\"lazy\" decoding=\"async\" src=\"\(path.fileURL)\"/>"
    }
}
