import Photos
import UIKit

/// A cell of the grid.
final class AssetCell: UIView {
    let imageView = UIImageView()
    /// The asset whose picture the cell shows; a cell is used again for other assets.
    var representedAssetIdentifier: String?
    var requestID: PHImageRequestID?

    override init(frame: CGRect) {
        super.init(frame: frame)
        imageView.contentMode = .scaleAspectFill
        addSubview(imageView)
    }

    func prepareForReuse() {
        representedAssetIdentifier = nil
        requestID = nil
        imageView.image = nil
    }
}
