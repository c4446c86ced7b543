public import Foundation
internal import OpenPhotoKit

/// An album, a smart album, or a moment (the assets captured on one day at one place), as it was when it was fetched.
///
/// `@unchecked`: all stored properties are constants of Sendable types; see ``PHObject``.
public final class PHAssetCollection: PHCollection, @unchecked Sendable {
    enum Content {
        case album(Album)
        case smart(SmartAlbum)
        case moment(Moment)
        /// A transient collection, which exists only in memory.
        case transient([PHAsset], title: String?)
    }

    let content: Content

    init(_ content: Content, in library: PHPhotoLibrary) {
        self.content = content
        let (identifier, title): (String, String?) =
            switch content {
            case .album(let album): (album.localIdentifier, album.title)
            case .smart(let album): ("smart-album/\(album.rawValue)", album.applesTitle)
            case .moment(let moment): (moment.localIdentifier, moment.title)
            case .transient(_, let title): (UUID().uuidString, title)
            }
        super.init(identifier, title: title, in: library)
    }

    /// A transient collection of these assets, which exists only in memory.
    public class func transientAssetCollection(with assets: [PHAsset], title: String?) -> PHAssetCollection {
        PHAssetCollection(.transient(assets, title: title), in: assets.first?.library ?? .shared())
    }

    /// A transient collection of the assets in a fetch result, which exists only in memory.
    public class func transientAssetCollection(
        withAssetFetchResult fetchResult: PHFetchResult<PHAsset>, title: String?
    ) -> PHAssetCollection {
        transientAssetCollection(with: Array(fetchResult), title: title)
    }

    /// The collection type.
    public var assetCollectionType: PHAssetCollectionType {
        switch content {
        case .album, .transient: .album
        case .smart: .smartAlbum
        case .moment: .moment
        }
    }

    /// The collection subtype.
    public var assetCollectionSubtype: PHAssetCollectionSubtype {
        switch content {
        case .album, .transient: .albumRegular
        case .smart(let album): PHAssetCollectionSubtype(album) ?? .any
        case .moment: .any
        }
    }

    /// The number of assets that a fetch of it finds; `NSNotFound` if the catalogue cannot be read.
    ///
    /// The assets of a smart album are counted at each call.
    public var estimatedAssetCount: Int {
        switch content {
        case .album(let album): album.assetCount
        case .smart(let album): (try? library.photoLibrary.count(of: album.query)) ?? NSNotFound
        case .moment(let moment): moment.assetCount
        case .transient(let assets, _): assets.count
        }
    }

    /// The first capture time in an album or moment.
    public var startDate: Date? { times?.start?.date(in: .current) }
    /// The last capture time in an album or moment.
    public var endDate: Date? { times?.end?.date(in: .current) }

    /// The place of a moment.
    public var approximateLocation: CLLocation? {
        guard case .moment(let moment) = content else { return nil }
        return moment.location.map(CLLocation.init)
    }

    override public var canContainAssets: Bool { true }

    override public func canPerform(_ anOperation: PHCollectionEditOperation) -> Bool {
        guard case .album = content else { return false }
        switch anOperation {
        case .removeContent, .addContent, .rearrangeContent, .delete, .rename: return true
        // Assets are created and deleted by their own requests.
        case .deleteContent, .createContent: return false
        }
    }

    private var times: (start: CaptureTime?, end: CaptureTime?)? {
        switch content {
        case .album(let album): (album.startTime, album.endTime)
        case .moment(let moment): (moment.startTime, moment.endTime)
        case .smart, .transient: nil
        }
    }

    override func value(forFetchKey key: String) -> FetchValue? {
        switch (key, content) {
        case ("startDate", .album), ("startDate", .moment): FetchValue(startDate)
        case ("endDate", .album), ("endDate", .moment): FetchValue(endDate)
        case ("estimatedAssetCount", _): .number(Double(estimatedAssetCount))
        default: super.value(forFetchKey: key)
        }
    }
}

extension Moment {
    /// Moments that begin at the same time, except the first, are distinguished by the number of their first asset.
    fileprivate var localIdentifier: String {
        "moment/\(startTime)" + (query.division?.first.map { "/\($0.localIdentifier)" } ?? "")
    }
}

extension PHAssetCollection.Content {
    /// The assets of the collection.
    var query: AssetQuery {
        switch self {
        case .album(let album):
            var query = AssetQuery()
            query.album = album.localIdentifier
            return query
        case .smart(let album): return album.query
        case .moment(let moment): return moment.query
        case .transient(let assets, _): return AssetQuery(.localIdentifiers(assets.map(\.localIdentifier)))
        }
    }
}

extension SmartAlbum {
    /// Apple's English title, because programs compare it.
    fileprivate var applesTitle: String {
        switch self {
        case .userLibrary: "Recents"
        case .recents: "Recently Added"
        default: title
        }
    }
}
