import Photos
import PhotosUI
import UIKit

/// All photos of the library, or those of an album.
final class AssetGridViewController: UIViewController {
    let grid = Grid()
    private(set) var fetchResult = PHFetchResult<PHAsset>()
    private let imageManager = PHCachingImageManager()
    private let thumbnailSize = CGSize(width: 256, height: 256)
    /// The cells whose pictures are prepared: the visible ones, and half a screen before and after them.
    private var preheated = 0..<0

    override func viewDidLoad() {
        super.viewDidLoad()
        grid.dataSource = self
        let options = PHFetchOptions()
        options.sortDescriptors = [NSSortDescriptor(key: "creationDate", ascending: true)]
        fetchResult = PHAsset.fetchAssets(with: options)
        PHPhotoLibrary.shared().register(self)
        grid.reloadData()
    }

    deinit { PHPhotoLibrary.shared().unregisterChangeObserver(self) }

    /// Shows one asset.
    func open(_ index: Int) -> AssetViewController {
        let detail = AssetViewController(fetchResult.object(at: index))
        present(detail, animated: true)
        return detail
    }

    // MARK: Preparing pictures

    /// Prepares the pictures that come into view, and forgets those that have left it.
    func updateCachedAssets() {
        let visible = grid.visibleIndexes
        let margin = visible.count / 2
        let wanted = max(0, visible.lowerBound - margin)..<min(fetchResult.count, visible.upperBound + margin)
        guard abs(wanted.lowerBound - preheated.lowerBound) > visible.count / 3 || preheated.isEmpty else { return }
        let (old, new) = (IndexSet(integersIn: preheated), IndexSet(integersIn: wanted))
        imageManager.startCachingImages(
            for: fetchResult.objects(at: new.subtracting(old)), targetSize: thumbnailSize, contentMode: .aspectFill,
            options: nil)
        imageManager.stopCachingImages(
            for: fetchResult.objects(at: old.subtracting(new)), targetSize: thumbnailSize, contentMode: .aspectFill,
            options: nil)
        preheated = wanted
    }

    private func resetCachedAssets() {
        imageManager.stopCachingImagesForAllAssets()
        preheated = 0..<0
    }
}

// MARK: The grid

extension AssetGridViewController: GridDataSource {
    var numberOfItems: Int { fetchResult.count }

    func configure(_ cell: AssetCell, at index: Int) {
        let asset = fetchResult.object(at: index)
        cell.representedAssetIdentifier = asset.localIdentifier
        let entry = RequestLog.shared.begin()
        cell.requestID = imageManager.requestImage(
            for: asset, targetSize: thumbnailSize, contentMode: .aspectFill, options: nil
        ) { [weak cell] image, info in
            RequestLog.shared.answer(entry, image, info)
            // The cell may show another asset by now.
            guard let cell, let image, cell.representedAssetIdentifier == asset.localIdentifier else { return }
            cell.imageView.image = image
        }
        RequestLog.shared.began(entry, cell.requestID)
    }

    func didEndDisplaying(_ cell: AssetCell) {
        guard let requestID = cell.requestID else { return }
        RequestLog.shared.cancel(requestID)
        imageManager.cancelImageRequest(requestID)
    }

    func didScroll() { updateCachedAssets() }
}

// MARK: Changes

extension AssetGridViewController: PHPhotoLibraryChangeObserver {
    /// Called on another queue.
    nonisolated func photoLibraryDidChange(_ changeInstance: PHChange) {
        Task { @MainActor in
            guard let changes = changeInstance.changeDetails(for: fetchResult) else { return }
            fetchResult = changes.fetchResultAfterChanges
            report(
                "Changed: \(changes.removedIndexes?.count ?? 0) removed, \(changes.insertedIndexes?.count ?? 0) "
                    + "inserted, \(changes.changedIndexes?.count ?? 0) changed, now \(fetchResult.count)")
            resetCachedAssets()
            grid.reloadData()
        }
    }
}
