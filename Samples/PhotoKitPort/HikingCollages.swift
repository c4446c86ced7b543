import Photos

/// The collages of “Discover PhotoKit change history” (WWDC22).
///
/// At each launch the app reads the changes of the user's photos since the last launch.
final class HikingCollages {
    private let samples: URL
    private let tokenFile: URL
    /// The photos in collages, and the photos for the next collage.
    private var photos: Set<String> = []

    init(folder: URL, samples: URL) {
        self.samples = samples
        tokenFile = folder.appendingPathComponent("change-token")
    }

    func show(on phone: PHPhotoLibrary, thenOn tablet: PHPhotoLibrary) async throws {
        try await phone.performAsShared {
            print("\nCollages: first launch")
            try startOver()

            print("\nCollages: second launch, after a hike, an edit, a favourite and a deleted photo")
            try await hike()
            try launch()

            print("\nCollages: third launch, without changes")
            try launch()
        }
        try tablet.performAsShared {
            print("\nCollages: on a new device, with the token of the old one")
            try launch()
        }
    }

    // MARK: The app

    private func launch() throws {
        do {
            try catchUp(since: storedToken())
        } catch PHPhotosError.persistentChangeTokenExpired, PHPhotosError.persistentChangeDetailsUnavailable {
            print("  The token has expired, so the changes since then are unknown")
            try startOver()
        }
    }

    private func catchUp(since token: PHPersistentChangeToken) throws {
        var lastToken = token
        var inserted: Set<String> = []
        var updated: Set<String> = []
        var deleted: Set<String> = []
        for change in try PHPhotoLibrary.shared().fetchPersistentChanges(since: token) {
            let details = try change.changeDetails(for: .asset)
            inserted.formUnion(details.insertedLocalIdentifiers)
            updated.formUnion(details.updatedLocalIdentifiers)
            deleted.formUnion(details.deletedLocalIdentifiers)
            lastToken = change.changeToken
        }
        inserted.subtract(deleted)
        // An edited photo needs a new collage; a new favourite does not.
        let edited = PHAsset.fetchAssets(withLocalIdentifiers: Array(updated.subtracting(deleted)), options: nil)
            .filter(\.hasAdjustments).map(\.localIdentifier)

        print("  New for a collage: \(names(inserted))")
        print("  Updated: \(names(updated)); edited, so their collage is made again: \(names(edited))")
        print("  Removed from their collages: \(deleted.intersection(photos).count)")
        photos = photos.union(inserted).subtracting(deleted)
        print("  Photos now: \(photos.count)")
        // Stored last, so that no change is lost if the app ends before.
        try store(lastToken)
    }

    private func startOver() throws {
        // Read before the fetch, so that changes during the fetch are reported at the next launch.
        let token = PHPhotoLibrary.shared().currentChangeToken
        let options = PHFetchOptions()
        options.predicate = NSPredicate(format: "mediaType == %d AND pixelWidth >= 64", PHAssetMediaType.image.rawValue)
        options.sortDescriptors = [NSSortDescriptor(key: "creationDate", ascending: true)]
        let assets = PHAsset.fetchAssets(with: options)
        if let error = assets.error { throw error }
        photos = Set(assets.map(\.localIdentifier))
        print("  Read the whole library: \(assets.count) photos")
        try store(token)
    }

    private func store(_ token: PHPersistentChangeToken) throws {
        try NSKeyedArchiver.archivedData(withRootObject: token, requiringSecureCoding: true).write(to: tokenFile)
    }

    private func storedToken() throws -> PHPersistentChangeToken {
        let data = try Data(contentsOf: tokenFile)
        guard let token = try NSKeyedUnarchiver.unarchivedObject(ofClass: PHPersistentChangeToken.self, from: data)
        else { throw PHPhotosError(.persistentChangeTokenExpired) }
        return token
    }

    // MARK: The user

    private func hike() async throws {
        let library = PHPhotoLibrary.shared()
        let new = try await addPhotos(
            ["IMG_0005", "IMG_0007"].map { samples.appendingPathComponent("phone/DCIM/\($0).JPG") })
        let old = PHAsset.fetchAssets(with: nil)
        guard let favorite = old.firstObject, let deleted = old.lastObject,
            let photo = PHAsset.fetchAssets(withLocalIdentifiers: [new[1]], options: nil).firstObject
        else { return }
        let output = try edit(photo)
        try await library.performChanges {
            PHAssetChangeRequest(for: favorite).isFavorite = true
            PHAssetChangeRequest(for: photo).contentEditingOutput = output
            PHAssetChangeRequest.deleteAssets([deleted])
            let album = PHAssetCollectionChangeRequest.creationRequestForAssetCollection(withTitle: "Hike")
            album.addAssets(PHAsset.fetchAssets(withLocalIdentifiers: new, options: nil))
        }
    }

    /// An edit of a photo.
    ///
    /// The rendered picture comes from the samples.
    private func edit(_ photo: PHAsset) throws -> PHContentEditingOutput? {
        var output: PHContentEditingOutput?
        photo.requestContentEditingInput(with: nil) { input, _ in
            output = input.map(PHContentEditingOutput.init(contentEditingInput:))
        }
        output?.adjustmentData = PHAdjustmentData(
            formatIdentifier: "org.example.collages", formatVersion: "1", data: Data("warmer".utf8))
        if let file = output?.renderedContentURL {
            try FileManager.default.copyItem(at: samples.appendingPathComponent("cloud/c7715e8a20d4.jpg"), to: file)
        }
        return output
    }
}
