// swift-format-ignore-file
// The statements are those of the talk.

import Photos

/// The code of “Discover PhotoKit change history” (WWDC22, session 10132), samples 15 to 22.
///
/// README.md lists the changes.
final class ChangeHistory {
    struct Hike {
        let name: String
        let startDate: Date
        let endDate: Date
    }

    struct Collage {
        let name: String
        let assetLocalIdentifiers: Set<String>
    }

    private let library = PHPhotoLibrary.shared()
    private var lastStoredToken = PHPhotoLibrary.shared().currentChangeToken

    func show() async throws {
        print("\nChange history, step by step")
        let assets = PHAsset.fetchAssets(with: nil)
        guard let kept = assets.firstObject, let deleted = assets.lastObject, let date = kept.creationDate else {
            return
        }
        let hikes = [Hike(name: "Ridge", startDate: date, endDate: date + 3600)]
        let collages = [
            Collage(name: "First", assetLocalIdentifiers: [kept.localIdentifier]),
            Collage(name: "Last", assetLocalIdentifiers: [deleted.localIdentifier]),
        ]
        let lastLaunchDate = Date()
        let tracked = assets.map(\.localIdentifier)
        try await library.performChanges {
            PHAssetChangeRequest(for: kept).isFavorite.toggle()
            PHAssetChangeRequest.deleteAssets([deleted])
        }

        addedAssets(since: date - 1)
        changedAssets(of: tracked, since: lastLaunchDate)
        let changes = persistentChanges()
        added(Array(changes.inserted.union([kept.localIdentifier])), to: hikes)
        updated(Array(changes.updated))
        removed(changes.deleted, from: collages)
        lastStoredToken = changes.token
        try refetchIfExpired(tracked)
    }

    // MARK: Without a history

    /// Sample 15: assets that were added.
    private func addedAssets(since lastLaunchDate: Date) {
        let options = PHFetchOptions()
        options.predicate = NSPredicate(format: "creationDate > %@", lastLaunchDate as CVarArg)
        let insertedAssets = PHAsset.fetchAssets(with: options)
        print("  Created since then: \(insertedAssets.count)")
    }

    /// Sample 16: assets that may have been changed or deleted.
    private func changedAssets(of localIdentifiers: [String], since lastLaunchDate: Date) {
        let fetchResult = PHAsset.fetchAssets(withLocalIdentifiers: localIdentifiers, options: nil)
        fetchResult.enumerateObjects { asset, idx, stop in
            if asset.modificationDate?.compare(lastLaunchDate) == .orderedDescending {
                print("  Perhaps changed: \(names([asset.localIdentifier]))")
            }
            if !localIdentifiers.contains(asset.localIdentifier) {
                print("  Perhaps deleted: \(names([asset.localIdentifier]))")
            }
        }
    }

    // MARK: With the history

    private struct Changes {
        var inserted: Set<String> = []
        var updated: Set<String> = []
        var deleted: Set<String> = []
        var token: PHPersistentChangeToken
    }

    /// Samples 17 and 18: the changes since the stored token.
    private func persistentChanges() -> Changes {
        let changeToken = self.lastStoredToken
        let persistentChanges = try! PHPhotoLibrary.shared().fetchPersistentChanges(since: changeToken)

        var changes = Changes(token: changeToken)
        for persistentChange in persistentChanges {
            if let changeDetails = try? persistentChange.changeDetails(for: PHObjectType.asset) {
                let updatedIdentifiers = changeDetails.updatedLocalIdentifiers
                let deletedIdentifiers = changeDetails.deletedLocalIdentifiers
                let insertedIdentifiers = changeDetails.insertedLocalIdentifiers
                changes.inserted.formUnion(insertedIdentifiers)
                changes.updated.formUnion(updatedIdentifiers)
                changes.deleted.formUnion(deletedIdentifiers)
            }
            changes.token = persistentChange.changeToken
        }
        print(
            "  Inserted \(changes.inserted.count), updated \(changes.updated.count), deleted \(changes.deleted.count)")
        return changes
    }

    /// Sample 19: which hikes have new assets.
    private func added(_ insertedIdentifiers: [String], to hikes: [Hike]) {
        let insertedAssets = PHAsset.fetchAssets(withLocalIdentifiers: insertedIdentifiers, options: nil)
        insertedAssets.enumerateObjects { asset, index, stop in
            for hike in hikes {
                let dateInterval = NSDateInterval(start: hike.startDate, end: hike.endDate)
                if let date = asset.creationDate, dateInterval.contains(date) {
                    print("  New in the hike “\(hike.name)”: \(names([asset.localIdentifier]))")
                }
            }
        }
    }

    /// Sample 20: which updated assets are edited.
    private func updated(_ updatedIdentifiers: [String]) {
        let updatedAssets = PHAsset.fetchAssets(withLocalIdentifiers: updatedIdentifiers, options: nil)
        updatedAssets.enumerateObjects { asset, index, stop in
            print("  \(names([asset.localIdentifier])) is \(asset.hasAdjustments ? "edited" : "not edited")")
        }
    }

    /// Sample 21: which collages are drawn again.
    private func removed(_ deletedIdentifiers: Set<String>, from collages: [Collage]) {
        for deletedIdentifier in deletedIdentifiers {
            for collage in collages where collage.assetLocalIdentifiers.contains(deletedIdentifier) {
                print("  The collage “\(collage.name)” is drawn again")
            }
        }
    }

    /// Sample 22: without the changes, the app fetches the assets again.
    private func refetchIfExpired(_ trackedIdentifiers: [String]) throws {
        do {
            for persistentChange in try library.fetchPersistentChanges(since: lastStoredToken) {
                _ = try persistentChange.changeDetails(for: .asset)
            }
            print("  The history is complete")
        } catch PHPhotosError.persistentChangeTokenExpired, PHPhotosError.persistentChangeDetailsUnavailable {
            let fetchResult = PHAsset.fetchAssets(withLocalIdentifiers: trackedIdentifiers, options: nil)
            print("  The history is incomplete, \(fetchResult.count) assets are fetched again")
        }
    }
}
