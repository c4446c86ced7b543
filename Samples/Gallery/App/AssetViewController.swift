import Photos
import PhotosUI
import UIKit

/// One photo, Live Photo or video.
final class AssetViewController: UIViewController {
    private(set) var asset: PHAsset
    let imageView = UIImageView()
    let livePhotoView = PHLivePhotoView()
    /// Called when the final picture is shown, or there is none.
    var didEnd: () -> Void = {}
    private var requestID = PHInvalidImageRequestID

    init(_ asset: PHAsset) {
        self.asset = asset
        super.init(nibName: nil, bundle: nil)
    }

    override func viewDidLoad() {
        super.viewDidLoad()
        imageView.contentMode = .scaleAspectFit
        view.addSubview(imageView)
        view.addSubview(livePhotoView)
        updateImage()
    }

    /// Asks for a picture as large as the screen.
    private func updateImage() {
        let screen = CGSize(width: 1179, height: 2556)
        if asset.mediaSubtypes.contains(.photoLive) {
            let options = PHLivePhotoRequestOptions()
            options.deliveryMode = .highQualityFormat
            requestID = PHImageManager.default().requestLivePhoto(
                for: asset, targetSize: screen, contentMode: .aspectFit, options: options
            ) { [weak self] livePhoto, info in
                guard let self else { return }
                if let livePhoto {
                    livePhotoView.livePhoto = livePhoto
                    livePhotoView.isHidden = false
                    imageView.isHidden = true
                }
                received(info)
            }
        } else {
            let options = PHImageRequestOptions()
            options.deliveryMode = .highQualityFormat
            options.isNetworkAccessAllowed = true
            requestID = PHImageManager.default().requestImage(
                for: asset, targetSize: screen, contentMode: .aspectFit, options: options
            ) { [weak self] image, info in
                guard let self else { return }
                if let image {
                    livePhotoView.isHidden = true
                    imageView.isHidden = false
                    imageView.image = image
                }
                received(info)
            }
        }
    }

    private func received(_ info: [AnyHashable: Any]?) {
        if let error = info?[PHImageErrorKey] as? any Error { report("No picture: \(error)") }
        if info?[PHImageResultIsDegradedKey] as? Bool != true { didEnd() }
    }

    override func viewWillDisappear(_ animated: Bool) {
        super.viewWillDisappear(animated)
        PHImageManager.default().cancelImageRequest(requestID)
    }

    // MARK: Changes by the person

    func toggleFavorite() async throws {
        let asset = asset
        try await PHPhotoLibrary.shared().performChanges { @Sendable in
            PHAssetChangeRequest(for: asset).isFavorite = !asset.isFavorite
        }
    }

    func delete() async throws {
        let asset = asset
        try await PHPhotoLibrary.shared().performChanges { @Sendable in
            PHAssetChangeRequest.deleteAssets([asset])
        }
        dismiss(animated: true)
    }
}
