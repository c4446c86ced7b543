// swift-format-ignore-file
// The statements are those of the talk.

import PhotosUI
import UIKit

// The code of “Meet the new Photos picker” (WWDC20, session 10652). README.md lists the changes.

/// Sample 1: what a picker lets a person select.
enum PickerConfigurations {
    static var anyNumberOfImages: PHPickerConfiguration {
        var configuration = PHPickerConfiguration()
        // 0 means no limit; the default is 1.
        configuration.selectionLimit = 0
        // Photos, also live photos.
        configuration.filter = .images
        return configuration
    }

    static var anythingThatMoves: PHPickerConfiguration {
        var configuration = PHPickerConfiguration()
        configuration.selectionLimit = 0
        // Videos, and live photos for the sake of their videos, but no other photos.
        configuration.filter = .any(of: [.videos, .livePhotos])
        return configuration
    }
}

/// Presents a configuration of sample 1, and prints what was selected.
class ConfiguredPickerViewController: UIViewController, PHPickerViewControllerDelegate {
    private let configuration: PHPickerConfiguration

    init(_ configuration: PHPickerConfiguration) {
        self.configuration = configuration
        super.init()
    }

    @IBAction func presentPicker(_ sender: Any) {
        let picker = PHPickerViewController(configuration: configuration)
        picker.delegate = self
        present(picker, animated: true)
    }

    func picker(_ picker: PHPickerViewController, didFinishPicking results: [PHPickerResult]) {
        picker.dismiss(animated: true)
        for result in results { report(result) }
        report("Selected: \(results.count)")
    }
}

/// Sample 2: one image.
class SingleSelectionPickerViewController: UIViewController, PHPickerViewControllerDelegate {
    @IBAction func presentPicker(_ sender: Any) {
        var configuration = PHPickerConfiguration()
        configuration.filter = .images

        let picker = PHPickerViewController(configuration: configuration)
        picker.delegate = self
        // The app presents the picker, and dismisses it too.
        present(picker, animated: true)
    }

    func picker(_ picker: PHPickerViewController, didFinishPicking results: [PHPickerResult]) {
        picker.dismiss(animated: true)

        // The configuration allows one image.
        let itemProvider = results.first?.itemProvider
        if let itemProvider = itemProvider, itemProvider.canLoadObject(ofClass: UIImage.self) {
            itemProvider.loadObject(ofClass: UIImage.self) { image, error in
                if let image = image as? UIImage {
                    report("Loaded: \(image.text)")
                } else {
                    report("Failed: \(error.map { "\($0)" } ?? "")")
                }
            }
        } else {
            report("No image")
        }
    }
}

/// Sample 3, the first demo: one image is shown.
class SingleImageViewController: UIViewController {
    weak var imageView: UIImageView!

    @IBAction func presentPicker(_ sender: Any) {
        var configuration = PHPickerConfiguration()
        configuration.filter = .images

        let picker = PHPickerViewController(configuration: configuration)
        picker.delegate = self
        present(picker, animated: true)
    }
}

extension SingleImageViewController: PHPickerViewControllerDelegate {
    func picker(_ picker: PHPickerViewController, didFinishPicking results: [PHPickerResult]) {
        dismiss(animated: true)

        if let itemProvider = results.first?.itemProvider, itemProvider.canLoadObject(ofClass: UIImage.self) {
            let previousImage = imageView.image
            itemProvider.loadObject(ofClass: UIImage.self) { [weak self] image, error in
                DispatchQueue.main.async {
                    guard let self = self, let image = image as? UIImage, self.imageView.image == previousImage else { return }
                    self.imageView.image = image
                }
            }
        }
    }
}

/// Sample 4, the second demo: several images are shown, one after another.
class ImagesViewController: UIViewController {
    weak var imageView: UIImageView!
    var itemProviders: [NSItemProvider] = []
    var iterator: IndexingIterator<[NSItemProvider]>?

    @IBAction func presentPicker(_ sender: Any) {
        var configuration = PHPickerConfiguration()
        configuration.filter = .images
        configuration.selectionLimit = 0

        let picker = PHPickerViewController(configuration: configuration)
        picker.delegate = self
        present(picker, animated: true)
    }

    override func touchesEnded(_ touches: Set<UITouch>, with event: UIEvent?) {
        displayNextImage()
    }

    func displayNextImage() {
        if let itemProvider = iterator?.next(), itemProvider.canLoadObject(ofClass: UIImage.self) {
            let previousImage = imageView.image
            itemProvider.loadObject(ofClass: UIImage.self) { [weak self] image, error in
                DispatchQueue.main.async {
                    guard let self = self, let image = image as? UIImage, self.imageView.image == previousImage else { return }
                    self.imageView.image = image
                }
            }
        }
    }
}

extension ImagesViewController: PHPickerViewControllerDelegate {
    func picker(_ picker: PHPickerViewController, didFinishPicking results: [PHPickerResult]) {
        dismiss(animated: true)

        itemProviders = results.map(\.itemProvider)
        iterator = itemProviders.makeIterator()
        displayNextImage()
    }
}

/// Sample 5: a picker that also gives the identifiers of assets.
class PhotoKitPickerViewController: UIViewController, PHPickerViewControllerDelegate {
    @IBAction func presentPicker(_ sender: Any) {
        let photoLibrary = PHPhotoLibrary.shared()
        let configuration = PHPickerConfiguration(photoLibrary: photoLibrary)
        let picker = PHPickerViewController(configuration: configuration)
        picker.delegate = self
        present(picker, animated: true)
    }

    func picker(_ picker: PHPickerViewController, didFinishPicking results: [PHPickerResult]) {
        picker.dismiss(animated: true)

        let identifiers = results.compactMap(\.assetIdentifier)
        // It has only the assets to which the app has access.
        let fetchResult = PHAsset.fetchAssets(withLocalIdentifiers: identifiers, options: nil)
        report("Identifiers: \(identifiers.count), assets: \(names(fetchResult.map(\.localIdentifier)))")
    }
}
