import MessageSupport
import OpenPhotoKitOwner
import PhotosCompat
import TestSupport
import Testing

@Suite("Changes with PhotoKit's names", .withAndWithoutMessages)
struct ChangeTests {
    private let gallery: Gallery
    private var library: PHPhotoLibrary { gallery.library }
    init() throws { gallery = try Gallery() }

    private func members(of title: String) -> [String] {
        gallery.album(title).map { PHAsset.fetchAssets(in: $0, options: nil).map(\.localIdentifier) } ?? []
    }

    @Test func anAlbumIsMadeWithItsPhotos() async throws {
        nonisolated(unsafe) var created: [PHObjectPlaceholder] = []
        try await library.performChanges {
            let album = PHAssetCollectionChangeRequest.creationRequestForAssetCollection(withTitle: "Hike")
            for seed in UInt64(0)..<3 {
                let request = PHAssetCreationRequest.forAsset()
                let placeholder = request.placeholderForCreatedAsset
                request.addResource(with: .photo, data: Gallery.png(seed), options: nil)
                request.isFavorite = seed == 1
                if let placeholder {
                    created.append(placeholder)
                    album.addAssets([placeholder])
                }
            }
            created.append(album.placeholderForCreatedAssetCollection)
        }
        #expect(members(of: "Hike") == created.prefix(3).map(\.localIdentifier))
        #expect(gallery.album("Hike") == created[3] as PHObject)
        let assets = gallery.assets(created.prefix(3).map(\.localIdentifier))
        #expect(Set(assets as [PHObject]) == Set(created.prefix(3)), "A placeholder is equal to what it stood for.")
        #expect(assets.filter(\.isFavorite).map(\.localIdentifier) == [created[1].localIdentifier])
    }

    /// The bytes are those of a JPEG, whose pixels differ little.
    @Test func aPictureInMemoryBecomesAnAsset() async throws {
        let image = try #require(UIImage(data: Data(TestPhoto.jpeg(4))))
        let start = Date()
        nonisolated(unsafe) var placeholder: PHObjectPlaceholder?
        try await library.performChanges {
            let request = PHAssetChangeRequest.creationRequestForAsset(from: image)
            request.isFavorite = true
            placeholder = request.placeholderForCreatedAsset
        }
        let identifier = try #require(placeholder?.localIdentifier)
        let asset = try #require(gallery.assets([identifier]).first)
        #expect(asset.pixelWidth == 320 && asset.pixelHeight == 240 && asset.isFavorite)
        #expect(abs(asset.creationDate?.timeIntervalSince(start) ?? .infinity) < 600)
        let resource = try #require(PHAssetResource.assetResources(for: asset).first)
        #expect(resource.type == .photo && resource.uniformTypeIdentifier == "public.jpeg")
        #expect(resource.originalFilename == "Photo.jpg")
        let copy = gallery.folder.url.appendingPathComponent("copy.jpg")
        try await PHAssetResourceManager.default().writeData(for: resource, toFile: copy, options: nil)
        let stored = try #require(UIImage(contentsOfFile: copy.path)).pixels()
        let samples = zip(try image.pixels().samples, stored.samples)
        #expect(samples.reduce(0) { $0 + abs(Int($1.0) - Int($1.1)) } <= 3 * stored.samples.count)
    }

    @Test func albumsAreRearrangedAsArraysAre() throws {
        let photos = try gallery.addPhotos(0..<6)
        let assets = Dictionary(uniqueKeysWithValues: gallery.assets(photos).map { ($0.localIdentifier, $0) })
        func objects(_ indexes: [Int]) -> [PHAsset] { indexes.compactMap { assets[photos[$0]] } }
        try library.performChangesAndWait {
            let album = PHAssetCollectionChangeRequest.creationRequestForAssetCollection(withTitle: "A")
            album.addAssets(objects([0, 1, 2, 3]))
        }
        let album = try #require(gallery.album("A"))
        try library.performChangesAndWait {
            let request = PHAssetCollectionChangeRequest(for: album)
            request?.moveAssets(at: IndexSet([0, 1]), to: 2)
            request?.insertAssets(objects([4]), at: [0])
            request?.removeAssets(at: [1])
            request?.replaceAssets(at: [0], withAssets: objects([5]))
            request?.removeAssets(NSArray(array: objects([0])))
            request?.title = "B"
        }
        // 0123 → 2301 → 42301 → 4301 → 5301 → 531
        #expect(members(of: "B") == [5, 3, 1].map { photos[$0] })
        #expect(gallery.album("A") == nil)
        try library.performChangesAndWait { PHAssetCollectionChangeRequest.deleteAssetCollections([album]) }
        #expect(gallery.album("B") == nil)
        #expect(gallery.assets(photos).count == 6)
    }

    /// Creates an album with this number of photos, and hides the photos with these indexes.
    private func makeAlbum(_ count: UInt64, hiding hidden: [Int]) throws -> (PHAssetCollection, photos: [PHAsset]) {
        let identifiers = try gallery.addPhotos(0..<count)
        let assets = Dictionary(uniqueKeysWithValues: gallery.assets(identifiers).map { ($0.localIdentifier, $0) })
        let photos = identifiers.compactMap { assets[$0] }
        try library.performChangesAndWait {
            let request = PHAssetCollectionChangeRequest.creationRequestForAssetCollection(withTitle: "A")
            request.addAssets(photos)
            for number in hidden { PHAssetChangeRequest(for: photos[number]).isHidden = true }
        }
        return (try #require(gallery.album("A")), photos)
    }

    private func all(of album: PHAssetCollection) -> [String] {
        let options = PHFetchOptions()
        options.includeHiddenAssets = true
        return PHAsset.fetchAssets(in: album, options: options).map(\.localIdentifier)
    }

    @Test func indexesAreThoseOfAFetch() throws {
        let (album, photos) = try makeAlbum(6, hiding: [1])
        func change(_ body: @escaping (PHAssetCollectionChangeRequest) -> Void) throws {
            try library.performChangesAndWait { PHAssetCollectionChangeRequest(for: album).map(body) }
        }
        try change { $0.removeAssets(at: [3]) }
        #expect(members(of: "A") == [0, 2, 3, 5].map { photos[$0].localIdentifier })
        try change { $0.moveAssets(at: [3], to: 0) }
        #expect(all(of: album) == [5, 0, 1, 2, 3].map { photos[$0].localIdentifier })
        try change { $0.insertAssets([photos[4]], at: [2]) }
        #expect(all(of: album) == [5, 0, 1, 4, 2, 3].map { photos[$0].localIdentifier })
    }

    /// Indexes are those of the fetch result, even if another program rearranges the album between the fetch and the
    /// change.
    @Test func indexesMeanTheAssetsOfTheFetchResult() throws {
        let (album, photos) = try makeAlbum(8, hiding: [1])
        let shown = PHAsset.fetchAssets(in: album, options: nil)
        #expect(shown.map(\.localIdentifier) == [0, 2, 3, 4, 5, 6, 7].map { photos[$0].localIdentifier })
        try library.performChangesAndWait {
            let request = PHAssetCollectionChangeRequest(for: album)
            request?.moveAssets(at: [6], to: 0)
            request?.removeAssets([photos[2]])
        }
        #expect(all(of: album) == [7, 0, 1, 3, 4, 5, 6].map { photos[$0].localIdentifier })
        try library.performChangesAndWait {
            let request = PHAssetCollectionChangeRequest(for: album, assets: shown)
            // 0234567 → 034567 → 304567 → 04567 → 0456273
            request?.removeAssets(at: [1])
            request?.moveAssets(at: [1], to: 0)
            request?.removeAssets(at: [0])
            request?.insertAssets([photos[2], photos[3]], at: [4, 6])
        }
        #expect(all(of: album) == [2, 7, 0, 1, 4, 5, 6, 3].map { photos[$0].localIdentifier })
        try library.performChangesAndWait {
            let request = PHAssetCollectionChangeRequest(for: album, assets: shown)
            request?.removeAssets([photos[2]])
            request?.addAssets([photos[2]])
            // 0345672: a photo that is hidden in the same block keeps its index.
            PHAssetChangeRequest(for: photos[4]).isHidden = true
            request?.moveAssets(at: [2, 3], to: 0)
            request?.removeAssets(at: [6])
        }
        #expect(all(of: album) == [7, 4, 5, 0, 1, 6, 3].map { photos[$0].localIdentifier })
    }

    @Test func anIndexOfAFetchResultNeverMeansAnotherAsset() throws {
        let (album, photos) = try makeAlbum(4, hiding: [])
        let shown = PHAsset.fetchAssets(in: album, options: nil)
        try library.performChangesAndWait { PHAssetCollectionChangeRequest(for: album)?.removeAssets([photos[1]]) }
        let before = all(of: album)
        for wrong: (PHAssetCollectionChangeRequest) -> Void in [
            { $0.moveAssets(at: [1], to: 0) }, { $0.moveAssets(at: [0], to: 0) },
            { $0.replaceAssets(at: [1], withAssets: [photos[1]]) }, { $0.removeAssets(at: [4]) },
            { $0.insertAssets([photos[1]], at: [5]) },
        ] {
            let found = code { PHAssetCollectionChangeRequest(for: album, assets: shown).map(wrong) }
            #expect(found == .changeNotSupported)
        }
        #expect(all(of: album) == before)
        let options = PHFetchOptions()
        options.sortDescriptors = [NSSortDescriptor(key: "nothing", ascending: true)]
        let failed = PHAsset.fetchAssets(in: album, options: options)
        #expect(throws: (any Error).self) {
            try library.performChangesAndWait { _ = PHAssetCollectionChangeRequest(for: album, assets: failed) }
        }
        try library.performChangesAndWait {
            PHAssetCollectionChangeRequest(for: album, assets: nil)?.removeAssets(at: [1])
        }
        #expect(all(of: album) == [photos[0], photos[3]].map(\.localIdentifier))
    }

    @Test func foldersHoldAlbums() throws {
        nonisolated(unsafe) var folder: PHObjectPlaceholder?
        try library.performChangesAndWait {
            let list = PHCollectionListChangeRequest.creationRequestForCollectionList(withTitle: "2024")
            let albums = ["May", "June"].map {
                PHAssetCollectionChangeRequest.creationRequestForAssetCollection(withTitle: $0)
                    .placeholderForCreatedAssetCollection
            }
            list.addChildCollections(albums)
            list.moveChildCollections(at: [1], to: 0)
            folder = list.placeholderForCreatedCollectionList
        }
        try library.performAsShared {
            let lists = PHCollectionList.fetchCollectionLists(
                withLocalIdentifiers: [folder?.localIdentifier ?? ""], options: nil)
            let list = try #require(lists.firstObject)
            #expect(list.localizedTitle == "2024")
            let children = PHCollection.fetchCollections(in: list, options: nil)
            #expect(children.map(\.localizedTitle) == ["June", "May"])
            #expect(PHCollection.fetchTopLevelUserCollections(with: nil).map(\.localizedTitle) == ["2024"])
            let june = try #require(children.firstObject)
            #expect(PHCollectionList.fetchCollectionListsContaining(june, options: nil).firstObject == list)
            // The change affects the present folder of the album, not the folder at the time of the fetch.
            try library.performChangesAndWait {
                PHCollectionListChangeRequest(for: list)?.removeChildCollections([june])
            }
            #expect(PHCollectionList.fetchCollectionListsContaining(june, options: nil).isEmpty)
            try library.performChangesAndWait {
                PHCollectionListChangeRequest(for: list)?.addChildCollections([june])
            }
            #expect(PHCollectionList.fetchCollectionListsContaining(june, options: nil).firstObject == list)
            try library.performChangesAndWait { PHCollectionListChangeRequest.deleteCollectionLists([list]) }
            #expect(PHCollection.fetchTopLevelUserCollections(with: nil).isEmpty)
        }
    }

    /// Indexes are those of the fetch result, even if another program rearranges the folder between the fetch and the
    /// change.
    @Test func indexesOfAFolderMeanTheFetchedCollections() throws {
        nonisolated(unsafe) var made: [PHObjectPlaceholder] = []
        try library.performChangesAndWait {
            let list = PHCollectionListChangeRequest.creationRequestForCollectionList(withTitle: "List")
            made = "abcdef".map {
                PHAssetCollectionChangeRequest.creationRequestForAssetCollection(withTitle: "\($0)")
                    .placeholderForCreatedAssetCollection
            }
            list.addChildCollections(Array(made.prefix(5)))
        }
        try library.performAsShared {
            let top = PHCollection.fetchTopLevelUserCollections(with: nil)
            let list = try #require(top.first { $0 is PHCollectionList } as? PHCollectionList)
            func titles() -> [String] {
                PHCollection.fetchCollections(in: list, options: nil).compactMap(\.localizedTitle)
            }
            let fetched = PHCollection.fetchCollections(in: list, options: nil)
            #expect(titles() == ["a", "b", "c", "d", "e"])
            let f = try #require(gallery.album("f"))
            func change(_ body: @escaping (PHCollectionListChangeRequest) -> Void) throws {
                try library.performChangesAndWait {
                    PHCollectionListChangeRequest(for: list, childCollections: fetched).map(body)
                }
            }
            try library.performChangesAndWait {
                PHCollectionListChangeRequest(for: list)?.moveChildCollections(at: [4], to: 0)
            }
            #expect(titles() == ["e", "a", "b", "c", "d"])
            try change {
                // abcde → acde → cade → cadef → fade and c at the top level
                $0.removeChildCollections(at: [1])
                $0.moveChildCollections(at: [1], to: 0)
                $0.insertChildCollections([f], at: [4])
                $0.moveChildCollections(at: [4], to: 1)
                $0.removeChildCollections(at: [0])
            }
            #expect(titles() == ["e", "f", "a", "d"])
            let (b, c) = (try #require(gallery.album("b")), try #require(gallery.album("c")))
            try change { $0.replaceChildCollections(at: [4, 0], withChildCollections: [b, c]) }
            #expect(titles() == ["c", "f", "b", "d"])
            #expect(throws: PHPhotosError.self) { try change { $0.removeChildCollections(at: [4]) } }
            #expect(throws: PHPhotosError.self) { try change { $0.insertChildCollections([f], at: [0]) } }
            try library.performChangesAndWait {
                let request = PHCollectionListChangeRequest(forTopLevelCollectionListUserCollections: top)
                request?.moveChildCollections(at: [1], to: 0)
            }
            #expect(titles() == ["c", "b", "d"], "It was fetched at the top level's second place.")
        }
    }

    @Test func propertiesAreChanged() throws {
        let photo = try #require(gallery.assets(gallery.addPhotos(0..<1)).first)
        let date = Date(timeIntervalSince1970: 1_700_000_000.5)
        try library.performChangesAndWait {
            let request = PHAssetChangeRequest(for: photo)
            request.creationDate = date
            request.location = CLLocation(latitude: 47.5, longitude: -9.25)
            request.isHidden = true
        }
        let changed = try #require(gallery.assets([photo.localIdentifier]).first)
        #expect(changed == photo, "The same object.")
        #expect(changed.creationDate == date)
        #expect(changed.location?.coordinate.latitude == 47.5)
        #expect(changed.location?.coordinate.longitude == -9.25)
        #expect(changed.isHidden && !photo.isHidden)
        #expect(library.performAsShared { PHAsset.fetchAssets(with: nil).isEmpty })
        try library.performChangesAndWait { PHAssetChangeRequest.deleteAssets([changed]) }
        #expect(gallery.assets([photo.localIdentifier]).isEmpty)
    }

    @Test func photosAreEditedAndReverted() throws {
        let photo = try #require(gallery.assets(gallery.addPhotos(0..<1)).first)
        /// Edits a photo, and returns the input of the edit.
        ///
        /// The input is the picture, and the adjustment data if the edit continues an earlier edit.
        func edit(_ photo: PHAsset, _ seed: UInt64, continuing: Bool) throws -> (picture: Data, adjustments: Data?) {
            let options = PHContentEditingInputRequestOptions()
            options.canHandleAdjustmentData = { continuing && $0.formatIdentifier == "org.example" }
            nonisolated(unsafe) var given: PHContentEditingInput?
            photo.requestContentEditingInput(with: options) { input, _ in given = input }
            let input = try #require(given)
            let picture = try Data(contentsOf: #require(input.fullSizeImageURL))
            let output = PHContentEditingOutput(contentEditingInput: input)
            output.adjustmentData = PHAdjustmentData(
                formatIdentifier: "org.example", formatVersion: "1", data: Data("\(seed)".utf8))
            try Gallery.png(seed).write(to: output.renderedContentURL)
            try library.performChangesAndWait { PHAssetChangeRequest(for: photo).contentEditingOutput = output }
            return (picture, input.adjustmentData?.data)
        }
        let first = try edit(photo, 7, continuing: true)
        #expect(first.picture == Gallery.png(0) && first.adjustments == nil)
        let edited = try #require(gallery.assets([photo.localIdentifier]).first)
        #expect(edited.hasAdjustments && edited.adjustmentFormatIdentifier == "org.example")
        let names = PHAssetResource.assetResources(for: edited).map(\.originalFilename)
        #expect(names.suffix(2) == ["Picture.jpg", "Adjustments.plist"], "\(names)")
        let second = try edit(edited, 8, continuing: false)
        #expect(second.picture == Gallery.png(7) && second.adjustments == nil)
        let again = try #require(gallery.assets([photo.localIdentifier]).first)
        let third = try edit(again, 9, continuing: true)
        #expect(third.picture == Gallery.png(0) && third.adjustments == Data("8".utf8))
        try library.performChangesAndWait { PHAssetChangeRequest(for: again).revertAssetContentToOriginal() }
        #expect(gallery.assets([photo.localIdentifier]).first?.hasAdjustments == false)
    }

    @Test func aPhotoIsEditedInTheBlockThatMakesIt() throws {
        let file = gallery.folder.url.appendingPathComponent("new.png")
        try Gallery.png(40).write(to: file)
        nonisolated(unsafe) var made: PHObjectPlaceholder?
        try library.performChangesAndWait {
            let request = PHAssetChangeRequest.creationRequestForAssetFromImage(atFileURL: file)
            made = request?.placeholderForCreatedAsset
            guard let made else { return }
            let output = PHContentEditingOutput(placeholderForCreatedAsset: made)
            output.adjustmentData = PHAdjustmentData(
                formatIdentifier: "org.example", formatVersion: "1", data: Data([1]))
            try? Gallery.png(41).write(to: output.renderedContentURL)
            request?.contentEditingOutput = output
        }
        let identifier = try #require(made).localIdentifier
        #expect(try #require(gallery.assets([identifier]).first).hasAdjustments)
    }

    // MARK: Misuse

    private func code(_ block: @escaping () -> Void) -> PHPhotosError.Code? {
        do { try library.performChangesAndWait(block) } catch { return (error as? PHPhotosError)?.code }
        return nil
    }

    @Test func aRefusedRequestFailsTheWholeBlock() throws {
        let other = try Gallery()
        let foreign = try #require(other.assets(other.addPhotos(0..<1)).first)
        func failing(_ expected: PHPhotosError.Code, _ misuse: @escaping () -> Void) {
            let found = code {
                _ = PHAssetCollectionChangeRequest.creationRequestForAssetCollection(withTitle: "Made before")
                misuse()
            }
            #expect(found == expected)
            #expect(gallery.album("Made before") == nil)
        }
        failing(.changeNotSupported) { PHAssetChangeRequest.deleteAssets([foreign]) }
        failing(.changeNotSupported) { PHAssetChangeRequest.deleteAssets(["text"]) }
        failing(.missingResource) { _ = PHAssetCreationRequest.forAsset() }
        failing(.invalidResource) {
            PHAssetCreationRequest.forAsset().addResource(with: .photo, data: Data("text".utf8), options: nil)
        }
        failing(.changeNotSupported) {
            let request = PHAssetCreationRequest.forAsset()
            request.addResource(with: .photo, data: Gallery.png(3), options: nil)
            _ = request.placeholderForCreatedAsset?.localIdentifier
            request.addResource(with: .pairedVideo, data: Gallery.video(seconds: 2), options: nil)
        }
        failing(.changeNotSupported) { try? library.performChangesAndWait {} }
        failing(.changeNotSupported) { library.performChanges {} }
        failing(.changeNotSupported) {
            _ = PHAssetCollectionChangeRequest.creationRequestForAssetCollection(withTitle: " ")
        }
        #expect(library.performAsShared { PHAsset.fetchAssets(with: nil).isEmpty })
    }

    @Test func theHandlerGetsTheFailure() async {
        let error = await withCheckedContinuation { continuation in
            library.performChanges({ _ = PHAssetCreationRequest.forAsset() }) { isDone, error in
                continuation.resume(returning: isDone ? nil : error)
            }
        }
        #expect((error as? PHPhotosError)?.code == .missingResource)
    }
}
