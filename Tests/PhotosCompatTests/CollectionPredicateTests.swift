import MessageSupport
import PhotosCompat
import TestSupport
import Testing

@Suite("Predicates and sort descriptors on albums and folders", .withAndWithoutMessages)
struct CollectionPredicateTests {
    private static let day = Date(timeIntervalSince1970: 1_717_200_000)

    /// Five albums and a folder with two of them.
    ///
    /// The photo number n, of the day n, is in the first n + 1 albums. The third photo is hidden.
    private static let shared = Result {
        let gallery = try Gallery()
        let photos = try gallery.add((0..<4).map { Gallery.png($0) }) { number, request in
            request.creationDate = day + Double(number) * 86_400
        }
        try gallery.library.performChangesAndWait {
            for asset in gallery.assets([photos[2]]) { PHAssetChangeRequest(for: asset).isHidden = true }
            let folder = PHCollectionListChangeRequest.creationRequestForCollectionList(withTitle: "Trips")
            for (number, title) in ["Alps", "alpen", "Älpler", "Beach", "Oslo"].enumerated() {
                let album = PHAssetCollectionChangeRequest.creationRequestForAssetCollection(withTitle: title)
                album.addAssets(gallery.assets(Array(photos.prefix(3).dropFirst(number))))
                if number < 2 { folder.addChildCollections([album.placeholderForCreatedAssetCollection]) }
            }
        }
        return gallery
    }

    private let gallery: Gallery
    private let albums: [PHAssetCollection]
    init() throws {
        gallery = try Self.shared.get()
        albums = Array(
            gallery.library.performAsShared {
                PHAssetCollection.fetchAssetCollections(with: .album, subtype: .any, options: nil)
            })
        try #require(albums.count == 5)
    }

    private func fetch(_ configure: (PHFetchOptions) -> Void) -> PHFetchResult<PHAssetCollection> {
        let options = PHFetchOptions()
        configure(options)
        return gallery.library.performAsShared {
            PHAssetCollection.fetchAssetCollections(with: .album, subtype: .albumRegular, options: options)
        }
    }

    private var predicates: [NSPredicate] {
        let day = Self.day
        let identifiers = [albums[1].localIdentifier, "missing"]
        return [
            NSPredicate(format: "title == %@", "Alps"), NSPredicate(format: "localizedTitle ==[c] 'ALPS'"),
            NSPredicate(format: "title BEGINSWITH[cd] 'al'"), NSPredicate(format: "title CONTAINS 'l'"),
            NSPredicate(format: "title ENDSWITH[c] 'N'"), NSPredicate(format: "title CONTAINS[c] ''"),
            NSPredicate(format: "title IN {'Beach', 'Oslo', 'x'}"),
            NSPredicate(format: "title != nil"), NSPredicate(format: "title < 'Beach'"),
            NSPredicate(format: "title >= 'Beach'"), NSPredicate(format: "title BETWEEN {'B', 'a'}"),
            NSPredicate(format: "localIdentifier IN %@", identifiers), NSPredicate(format: "SELF != %@", albums[0]),
            NSPredicate(format: "startDate >= %@", day + 86_400), NSPredicate(format: "startDate == %@", day),
            NSPredicate(format: "startDate == nil"), NSPredicate(format: "endDate < %@", day + 86_400),
            NSPredicate(format: "endDate != %@", day + 86_400),
            NSPredicate(format: "endDate IN %@", [day, day + 86_400]),
            NSPredicate(format: "estimatedAssetCount == 0"), NSPredicate(format: "estimatedAssetCount > 0.5"),
            NSPredicate(format: "estimatedAssetCount BETWEEN {1, 1}"), NSPredicate(format: "TRUEPREDICATE"),
        ]
    }

    /// Each predicate and each pair of predicates must give the same result in the catalogue and for the objects.
    @Test func theCatalogueAndTheObjectsAgree() {
        var sizes: Set<Int> = []
        for one in predicates {
            let pairs = predicates.flatMap { other in
                [
                    NSCompoundPredicate(andPredicateWithSubpredicates: [one, other]),
                    NSCompoundPredicate(
                        orPredicateWithSubpredicates: [NSCompoundPredicate(notPredicateWithSubpredicate: one), other]),
                ]
            }
            for predicate in [one] + pairs {
                let found = fetch { $0.predicate = predicate }
                #expect(found.error == nil)
                #expect(Array(found) == albums.filter { predicate.evaluate(with: $0) })
                sizes.insert(found.count)
            }
        }
        #expect(sizes == Set(0...5), "No predicate fits them all alike.")
    }

    @Test func theyAreSortedAndLimited() {
        func titles(_ keys: (String, Bool)..., limit: Int = 0) -> [String?] {
            fetch { options in
                options.sortDescriptors = keys.map { NSSortDescriptor(key: $0, ascending: $1) }
                options.fetchLimit = limit
            }.map(\.localizedTitle)
        }
        #expect(titles() == ["Alps", "Beach", "Oslo", "alpen", "Älpler"])
        #expect(titles(("title", false), limit: 2) == ["Älpler", "alpen"])
        #expect(titles(("estimatedAssetCount", false)) == ["Alps", "alpen", "Beach", "Oslo", "Älpler"])
        #expect(titles(("startDate", true), ("title", false)) == ["Alps", "alpen", "Älpler", "Oslo", "Beach"])
        #expect(titles(("endDate", false)).prefix(2) == ["Alps", "alpen"], "What has no date comes last.")
        #expect(fetch { $0.sortDescriptors = [NSSortDescriptor(key: "duration", ascending: true)] }.error != nil)
        #expect(fetch { $0.predicate = NSPredicate(format: "localIdentifier CONTAINS 'a'") }.error != nil)
    }

    @Test func listsMayBeLong() {
        let many = (0..<3000).map { "\($0)" }
        let titles = fetch { $0.predicate = NSPredicate(format: "title IN %@", many + ["Oslo"]) }
        #expect(titles.error == nil && titles.map(\.localizedTitle) == ["Oslo"])
        // More values than SQLite permits arguments.
        let more = (0..<9000).map { "\($0)" } + ["Beach"]
        let found = fetch { $0.predicate = NSPredicate(format: "title IN[c] %@ OR title == 'Oslo'", more) }
        #expect(found.error == nil && found.map(\.localizedTitle) == ["Beach", "Oslo"])
        gallery.library.performAsShared {
            let options = PHFetchOptions()
            options.predicate = NSPredicate(format: "burstIdentifier IN %@", many)
            #expect(PHAsset.fetchAssets(with: options).error == nil)
        }
    }

    @Test func foldersAndTheirCollections() {
        gallery.library.performAsShared {
            let options = PHFetchOptions()
            options.predicate = NSPredicate(format: "title BEGINSWITH 'T' OR title == 'Oslo'")
            #expect(
                PHCollection.fetchTopLevelUserCollections(with: options).map(\.localizedTitle) == ["Trips", "Oslo"])
            let folders = PHCollectionList.fetchCollectionLists(with: .folder, subtype: .any, options: options)
            #expect(folders.map(\.localizedTitle) == ["Trips"])
            options.predicate = NSPredicate(format: "title == 'alpen'")
            #expect(PHCollection.fetchCollections(in: folders[0], options: options).map(\.localizedTitle) == ["alpen"])
            let smart = PHAssetCollection.fetchAssetCollections(
                with: .smartAlbum, subtype: .smartAlbumVideos, options: nil)
            #expect(PHCollectionList.fetchCollectionListsContaining(smart[0], options: nil).isEmpty)
        }
    }

    @Test func assetsAreCountedByKind() {
        gallery.library.performAsShared {
            let all = PHAsset.fetchAssets(with: nil)
            #expect(all.countOfAssets(with: .image) == 3 && all.countOfAssets(with: .video) == 0)
            let both = PHAssetCollection.transientAssetCollection(with: [all[0], all[1]], title: nil)
            #expect(PHAsset.fetchAssets(in: both, options: nil).countOfAssets(with: .image) == 2)
        }
    }
}
