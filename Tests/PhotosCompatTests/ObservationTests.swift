import OpenPhotoKitOwner
import PhotosCompat
import TestSupport
import Testing

/// Forwards the changes that an observer receives to streams.
final class Listener: NSObject, PHPhotoLibraryChangeObserver, PHPhotoLibraryPersistentChangesObserver,
    PHPhotoLibraryAvailabilityObserver, Sendable
{
    let changes: AsyncStream<PHChange>
    private let changeContinuation: AsyncStream<PHChange>.Continuation
    let persistentChanges: AsyncStream<PHPhotoLibrary>
    private let persistentContinuation: AsyncStream<PHPhotoLibrary>.Continuation
    let ends: AsyncStream<PHPhotoLibrary>
    private let endContinuation: AsyncStream<PHPhotoLibrary>.Continuation

    override init() {
        (changes, changeContinuation) = AsyncStream.makeStream()
        (persistentChanges, persistentContinuation) = AsyncStream.makeStream()
        (ends, endContinuation) = AsyncStream.makeStream()
    }

    /// Ends ``changes`` after the changes that arrived before.
    func finish() { changeContinuation.finish() }

    func photoLibraryDidChange(_ changeInstance: PHChange) { changeContinuation.yield(changeInstance) }
    func photoLibraryPersistentChangesDidUpdate(_ photoLibrary: PHPhotoLibrary) {
        persistentContinuation.yield(photoLibrary)
    }
    func photoLibraryDidBecomeUnavailable(_ photoLibrary: PHPhotoLibrary) { endContinuation.yield(photoLibrary) }
}

@Suite("Change observers", .timeLimit(.minutes(2)))
struct ObservationTests {
    private let gallery: Gallery
    /// The same library, opened a second time.
    private let other: PHPhotoLibrary
    private let listener = Listener()

    init() throws {
        gallery = try Gallery()
        other = try PHPhotoLibrary(at: gallery.url)
    }

    private func fetchAll() -> PHFetchResult<PHAsset> {
        other.performAsShared {
            let options = PHFetchOptions()
            options.sortDescriptors = [NSSortDescriptor(key: "addedDate", ascending: true)]
            return PHAsset.fetchAssets(with: options)
        }
    }

    /// The details of the first change that changes the fetch result.
    private func next(_ result: PHFetchResult<PHAsset>) async -> PHFetchResultChangeDetails<PHAsset>? {
        for await change in listener.changes {
            if let details = change.changeDetails(for: result) { return details }
        }
        return nil
    }

    @Test func ofWhatTheSameLibraryElsewhereDoes() async throws {
        let photos = try gallery.addPhotos(0..<3)
        other.register(listener as any PHPhotoLibraryChangeObserver)
        let before = fetchAll()
        let new = try gallery.addPhotos(3..<4)
        let inserted = try #require(await next(before))
        #expect(inserted.insertedIndexes == [3] && inserted.insertedObjects.map(\.localIdentifier) == new)
        #expect(inserted.removedIndexes == [] && inserted.changedIndexes == [] && !inserted.hasMoves)
        #expect(before.count == 3 && inserted.fetchResultAfterChanges.count == 4)

        let middle = inserted.fetchResultAfterChanges
        try gallery.library.performChangesAndWait { [gallery] in
            PHAssetChangeRequest.deleteAssets(gallery.assets([photos[0]]))
            for asset in gallery.assets([photos[2]]) { PHAssetChangeRequest(for: asset).isFavorite = true }
        }
        var changes = listener.changes.makeAsyncIterator()
        let change = try #require(await changes.next())
        let details = try #require(change.changeDetails(for: middle))
        #expect(details.removedIndexes == [0] && details.removedObjects.count == 1)
        #expect(details.changedIndexes == [1] && details.changedObjects.map(\.isFavorite) == [true])
        #expect(change.changeDetails(for: middle[0])?.objectWasDeleted == true)
        #expect(change.changeDetails(for: middle[1]) == nil)
        let object = try #require(change.changeDetails(for: middle[2]))
        #expect(object.objectAfterChanges?.isFavorite == true && !object.objectBeforeChanges.isFavorite)
        #expect(!object.assetContentChanged)
    }

    @Test func ofWhatAnotherProcessDoes() async throws {
        let photo = try gallery.addPhotos(0..<1)[0]
        other.register(listener as any PHPhotoLibraryChangeObserver)
        other.register(listener as any PHPhotoLibraryPersistentChangesObserver)
        let token = other.currentChangeToken
        let before = fetchAll()
        let outcome = try PhotosProcess.run(
            arguments: ["edit", photo, "--favorite", "--library", gallery.url.path])
        #expect(outcome.exitCode == 0, "\(outcome.standardError)")
        #expect(await next(before)?.changedObjects.map(\.localIdentifier) == [photo])
        var persistent = listener.persistentChanges.makeAsyncIterator()
        let library = try #require(await persistent.next())
        let changes = try library.fetchPersistentChanges(since: token)
        #expect(try changes.map { try $0.changeDetails(for: .asset).updatedLocalIdentifiers } == [[photo]])
    }

    @Test func unregisteredAndReleasedObserversGetNoChanges() async throws {
        let silent = Listener()
        other.register(silent as any PHPhotoLibraryChangeObserver)
        other.unregisterChangeObserver(silent)
        weak var gone: Listener?
        do {
            let listener = Listener()
            other.register(listener as any PHPhotoLibraryChangeObserver)
            gone = listener
        }
        #expect(gone == nil, "Observers are held weakly.")
        other.register(listener as any PHPhotoLibraryChangeObserver)
        let before = fetchAll()
        try gallery.addPhotos(0..<1)
        _ = await next(before)
        silent.finish()
        for await _ in silent.changes { Issue.record("An observer that was unregistered got a change.") }
    }

    /// After the folder of the library was missing for a time, observers get a change that reports all objects as
    /// changed.
    ///
    /// The observers also get later changes.
    @Test func againAfterAnError() async throws {
        let photo = try gallery.addPhotos(0..<1)[0]
        other.register(listener as any PHPhotoLibraryChangeObserver)
        let before = fetchAll()
        let elsewhere = gallery.folder.url.appendingPathComponent("Elsewhere.library")
        try FileManager.default.moveItem(at: gallery.url, to: elsewhere)
        try FileManager.default.moveItem(at: elsewhere, to: gallery.url)
        var changes = listener.changes.makeAsyncIterator()
        let anything = try #require(await changes.next())
        #expect(anything.changeDetails(for: before)?.changedIndexes == [0])
        #expect(anything.changeDetails(for: before[0])?.objectWasDeleted == false)
        try gallery.library.performChangesAndWait { [gallery] in
            for asset in gallery.assets([photo]) { PHAssetChangeRequest(for: asset).isFavorite = true }
        }
        let change = try #require(await changes.next())
        #expect(change.changeDetails(for: before[0])?.objectAfterChanges?.isFavorite == true)
    }

    @Test(.enabled(if: Python.has("sqlite3"), "a Python program takes the catalogue's tables away"))
    func whatCannotBeReadIsNotSaidToBeDeleted() async throws {
        try gallery.addPhotos(0..<1)
        other.register(listener as any PHPhotoLibraryChangeObserver)
        let asset = fetchAll()[0]
        try gallery.library.performChangesAndWait { PHAssetChangeRequest(for: asset).isFavorite = true }
        var changes = listener.changes.makeAsyncIterator()
        let change = try #require(await changes.next())
        #expect(change.changeDetails(for: asset) != nil)
        // First the table of resources is unreadable, then also that of assets.
        for table in ["resource", "asset"] {
            let outcome = try Python.run(
                script: """
                    import sqlite3, sys
                    sqlite3.connect(sys.argv[1]).execute("ALTER TABLE " + sys.argv[2] + " RENAME TO gone_" + sys.argv[2])
                    """, [gallery.url.appendingPathComponent("catalog.sqlite").path, table])
            try #require(outcome.exit == 0, "\(outcome.output)")
            #expect(change.changeDetails(for: asset) == nil)
        }
    }

    @Test func whenTheLibraryIsGone() async throws {
        other.register(listener as any PHPhotoLibraryAvailabilityObserver)
        #expect(other.unavailabilityReason == nil)
        // Registration returns before the folder is observed. If the library is removed before, the observer is
        // informed too.
        try FileManager.default.removeItem(at: gallery.url)
        var ends = listener.ends.makeAsyncIterator()
        #expect(await ends.next() == other)
        #expect((other.unavailabilityReason as? PHPhotosError)?.code == .relinquishingLibraryBundleToWriter)
    }

    /// An app may register before the owner's first import.
    @Test func onceTheLibraryExists() async throws {
        let place = gallery.folder.url.appendingPathComponent("Later.library")
        let later = PHPhotoLibrary(path: FilePath(place.path))
        #expect((later.unavailabilityReason as? PHPhotosError)?.code == .relinquishingLibraryBundleToWriter)
        later.register(listener as any PHPhotoLibraryChangeObserver)
        later.register(listener as any PHPhotoLibraryPersistentChangesObserver)
        later.register(listener as any PHPhotoLibraryAvailabilityObserver)
        let before = later.performAsShared { PHAsset.fetchAssets(with: nil) }
        #expect(before.error != nil && before.isEmpty)

        let made = try PHPhotoLibrary(at: place, creatingIfAbsent: true)
        var changes = listener.changes.makeAsyncIterator()
        let appeared = try #require(await changes.next())
        #expect(appeared.changeDetails(for: before)?.hasIncrementalChanges == false, "Anything may have changed.")
        try made.performChangesAndWait {
            PHAssetCreationRequest.forAsset().addResource(with: .photo, data: Gallery.png(1), options: nil)
        }
        let empty = try #require(appeared.changeDetails(for: before)).fetchResultAfterChanges
        while let change = await changes.next() {
            if later.performAsShared({ PHAsset.fetchAssets(with: nil).count }) == 1 {
                #expect(empty.count == 1 || change.changeDetails(for: empty)?.insertedObjects.count == 1)
                break
            }
        }
        var persistent = listener.persistentChanges.makeAsyncIterator()
        #expect(await persistent.next() == later)
        try FileManager.default.removeItem(at: place)
        var ends = listener.ends.makeAsyncIterator()
        #expect(await ends.next() == later)
    }

    @Test func withoutIndexesIfTheyAreNotWanted() throws {
        try gallery.addPhotos(0..<1)
        let options = PHFetchOptions()
        options.wantsIncrementalChangeDetails = false
        let before = gallery.library.performAsShared { PHAsset.fetchAssets(with: options) }
        let details = PHFetchResultChangeDetails(from: before, to: before, changedObjects: [])
        #expect(!details.hasIncrementalChanges && details.removedIndexes == nil && !details.hasMoves)
    }

    @Test func movesAreToldInOrder() throws {
        try gallery.addPhotos(0..<4)
        func sorted(_ ascending: Bool) -> PHFetchResult<PHAsset> {
            gallery.library.performAsShared {
                let options = PHFetchOptions()
                options.sortDescriptors = [NSSortDescriptor(key: "localIdentifier", ascending: ascending)]
                return PHAsset.fetchAssets(with: options)
            }
        }
        let details = PHFetchResultChangeDetails(from: sorted(true), to: sorted(false), changedObjects: [])
        nonisolated(unsafe) var objects = Array(details.fetchResultBeforeChanges)
        #expect(details.hasMoves)
        details.enumerateMoves { from, to in objects.insert(objects.remove(at: from), at: to) }
        #expect(objects == Array(details.fetchResultAfterChanges))
    }
}
