// swift-format-ignore-file
// The statements are those of the talk.

import Photos
import PhotosUI
import UIKit

// The code of “Improve access to Photos in your app” (WWDC21, session 10046). README.md lists the changes.

/// Sample 6: the person sees the order, and the app gets it.
class OrderedPickerViewController: UIViewController, PHPickerViewControllerDelegate {
    @IBAction func presentPicker(_ sender: Any) {
        var configuration = PHPickerConfiguration()
        configuration.selectionLimit = 0
        configuration.selection = .ordered

        let picker = PHPickerViewController(configuration: configuration)
        picker.delegate = self
        present(picker, animated: true)
    }

    func picker(_ picker: PHPickerViewController, didFinishPicking results: [PHPickerResult]) {
        picker.dismiss(animated: true)
        report("In order: \(results.map { $0.itemProvider.suggestedName ?? "no name" }.joined(separator: ", "))")
    }
}

/// Samples 7 and 8: the person changes an earlier selection.
class AdjustablePickerViewController: UIViewController, PHPickerViewControllerDelegate {
    private var selection: [String: PHPickerResult] = [:]
    private var selectedAssetIdentifiers: [String] = []

    // Sample 7.
    @IBAction func presentPicker(_ sender: Any) {
        var configuration = PHPickerConfiguration(photoLibrary: .shared())
        configuration.selectionLimit = 0
        configuration.preselectedAssetIdentifiers = selectedAssetIdentifiers

        let picker = PHPickerViewController(configuration: configuration)
        picker.delegate = self
        present(picker, animated: true)
    }

    // Sample 8.
    func picker(_ picker: PHPickerViewController, didFinishPicking results: [PHPickerResult]) {
        picker.dismiss(animated: true)

        let existingSelection = selection
        var newSelection: [String: PHPickerResult] = [:]
        for result in results {
            let identifier = result.assetIdentifier!
            // The item provider of a preselected photo is empty: the app keeps the earlier one.
            newSelection[identifier] = existingSelection[identifier] ?? result
        }
        selection = newSelection
        selectedAssetIdentifiers = results.compactMap(\.assetIdentifier)

        let empty = results.filter { $0.itemProvider.registeredTypeIdentifiers.isEmpty }
        let names = selectedAssetIdentifiers.map { selection[$0]?.itemProvider.suggestedName ?? "no name" }
        report("Now: \(names.joined(separator: ", ")); preselected: \(empty.count)")
    }
}

/// Sample 9: the progress of a load.
class ProgressViewController: UIViewController, PHPickerViewControllerDelegate {
    weak var progressView: UIProgressView!

    @IBAction func presentPicker(_ sender: Any) {
        let picker = PHPickerViewController(configuration: PHPickerConfiguration())
        picker.delegate = self
        present(picker, animated: true)
    }

    func picker(_ picker: PHPickerViewController, didFinishPicking results: [PHPickerResult]) {
        picker.dismiss(animated: true)
        guard let itemProvider = results.first?.itemProvider, itemProvider.canLoadObject(ofClass: UIImage.self) else {
            return report("No image")
        }
        progressView.observedProgress = itemProvider.loadObject(ofClass: UIImage.self) { [weak self] image, error in
            DispatchQueue.main.async {
                report("Loaded: \((image as? UIImage)?.text ?? "nothing"), \(self?.progressView.progress ?? 0)")
            }
        }
    }
}

/// Sample 10, the demo: photos and videos of an ordered, adjustable selection are shown one after another.
class PickerDemoViewController: UIViewController {
    weak var imageView: UIImageView!
    weak var livePhotoView: PHLivePhotoView!
    private var selection: [String: PHPickerResult] = [:]
    private var selectedAssetIdentifiers: [String] = []
    private var iterator: IndexingIterator<[String]>?

    @IBAction func presentPicker(_ sender: Any) {
        var configuration = PHPickerConfiguration(photoLibrary: .shared())
        configuration.filter = .any(of: [.images, .videos])
        // No conversion to other formats.
        configuration.preferredAssetRepresentationMode = .current
        configuration.selection = .ordered
        configuration.selectionLimit = 0
        configuration.preselectedAssetIdentifiers = selectedAssetIdentifiers

        let picker = PHPickerViewController(configuration: configuration)
        picker.delegate = self
        present(picker, animated: true)
    }

    func displayNext() {
        guard let identifier = iterator?.next(), let itemProvider = selection[identifier]?.itemProvider else {
            return
        }
        if itemProvider.canLoadObject(ofClass: PHLivePhoto.self) {
            itemProvider.loadObject(ofClass: PHLivePhoto.self) { [weak self] livePhoto, error in
                DispatchQueue.main.async {
                    guard let self = self, let livePhoto = livePhoto as? PHLivePhoto else { return }
                    self.livePhotoView.livePhoto = livePhoto
                }
            }
        } else if itemProvider.canLoadObject(ofClass: UIImage.self) {
            itemProvider.loadObject(ofClass: UIImage.self) { [weak self] image, error in
                DispatchQueue.main.async {
                    guard let self = self, let image = image as? UIImage else { return }
                    self.imageView.image = image
                }
            }
        } else {
            itemProvider.loadFileRepresentation(forTypeIdentifier: UTType.movie.identifier) { url, error in
                guard let url = url else { return report("Failed: \(error.map { "\($0)" } ?? "")") }
                // The file is removed when this handler returns.
                let copy = FileManager.default.temporaryDirectory.appendingPathComponent("\(UUID().uuidString).mov")
                defer { try? FileManager.default.removeItem(at: copy) }
                do {
                    try FileManager.default.moveItem(at: url, to: copy)
                    report("Video: \(url.lastPathComponent), \(try Data(contentsOf: copy).count) bytes")
                } catch { report("Failed: \(error)") }
            }
        }
    }
}

extension PickerDemoViewController: PHPickerViewControllerDelegate {
    func picker(_ picker: PHPickerViewController, didFinishPicking results: [PHPickerResult]) {
        dismiss(animated: true)

        let existingSelection = selection
        selection = [:]
        for result in results {
            let identifier = result.assetIdentifier!
            selection[identifier] = existingSelection[identifier] ?? result
        }
        selectedAssetIdentifiers = results.compactMap(\.assetIdentifier)
        iterator = selectedAssetIdentifiers.makeIterator()
        displayNext()
    }
}

/// Samples 11 to 13: photos that the app finds on all devices of a person.
enum CloudIdentifiers {
    /// Sample 11: what the app stores.
    static func stored(for localIdentifiers: [String]) -> [String: PHCloudIdentifier] {
        var stored: [String: PHCloudIdentifier] = [:]
        let mappings = PHPhotoLibrary.shared().cloudIdentifierMappings(forLocalIdentifiers: localIdentifiers)
        for (localIdentifier, cloudMapping) in mappings {
            if let cloudIdentifier = try? cloudMapping.get() {
                stored[localIdentifier] = cloudIdentifier
            }
        }
        return stored
    }

    /// Samples 12 and 13: what another device finds, in one call, because a call is expensive.
    static func found(for cloudIdentifiers: [PHCloudIdentifier]) -> [PHCloudIdentifier: Found] {
        var found: [PHCloudIdentifier: Found] = [:]
        let mappings = PHPhotoLibrary.shared().localIdentifierMappings(for: cloudIdentifiers)
        for (cloudIdentifier, localMapping) in mappings {
            switch localMapping {
            case .success(let localIdentifier):
                found[cloudIdentifier] = .one(localIdentifier)
            case .failure(let error as PHPhotosError) where error.code == .identifierNotFound:
                found[cloudIdentifier] = .missing
            case .failure(let error as PHPhotosError) where error.code == .multipleIdentifiersFound:
                found[cloudIdentifier] = .several(error.userInfo[PHLocalIdentifiersErrorKey] as? [String] ?? [])
            case .failure(let error):
                found[cloudIdentifier] = .failed(error)
            }
        }
        return found
    }

    /// What the app does with a photo.
    enum Found {
        case one(String)
        case missing
        case several([String])
        case failed(any Error)
    }
}

/// Sample 14: an app with limited access asks for more photos, and learns which ones are new.
class LimitedSelectionViewController: UIViewController {
    @IBAction func presentPicker(_ sender: Any) {
        PHPhotoLibrary.shared().presentLimitedLibraryPicker(from: self) { identifiers in
            // Only the newly selected photos.
            report("New: \(identifiers.count)")
        }
    }
}
