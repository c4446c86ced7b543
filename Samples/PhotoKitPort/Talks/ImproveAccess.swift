import PhotosCompat

// The code of “Improve access to Photos in your app” (WWDC21, session 10046), except samples 11 to 13, which are in
// Journal.swift. README.md lists the changes.

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
            guard let identifier = result.assetIdentifier else { continue }
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
        // In the talk a view shows the progress.
        let shown = ShownProgress()
        shown.progress = itemProvider.loadObject(ofClass: UIImage.self) { object, error in
            let image = object as? UIImage
            DispatchQueue.main.async {
                report("Loaded: \(image?.text ?? "nothing"), \(shown.progress?.fractionCompleted ?? 0)")
            }
        }
    }
}

/// In the talk a progress view.
@MainActor final class ShownProgress {
    var progress: Progress?
}

/// Sample 10, the demo: photos and videos of an ordered, adjustable selection are shown one after another.
class PickerDemoViewController: UIViewController {
    let imageView = UIImageView()
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
            return report("No more items")
        }
        if itemProvider.canLoadObject(ofClass: UIImage.self) {
            itemProvider.loadObject(ofClass: UIImage.self) { [weak self] object, error in
                let image = object as? UIImage
                DispatchQueue.main.async {
                    guard let self = self, let image = image else { return }
                    self.imageView.image = image
                    report("Shown: \(image.text)")
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
            guard let identifier = result.assetIdentifier else { continue }
            selection[identifier] = existingSelection[identifier] ?? result
        }
        selectedAssetIdentifiers = results.compactMap(\.assetIdentifier)
        iterator = selectedAssetIdentifiers.makeIterator()
        displayNext()
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
