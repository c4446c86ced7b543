import Photos
import PhotosUI
import UIKit

extension AssetGridViewController {
    /// Asks the person for access to photos; shows how much was given.
    func askForAccess() async -> Bool {
        switch await PHPhotoLibrary.requestAuthorization(for: .readWrite) {
        case .authorized: report("Access: all photos")
        case .limited: report("Access: selected photos")
        case .denied, .restricted, .notDetermined:
            report("Access: none")
            return false
        @unknown default: return false
        }
        return true
    }

    /// Lets the person select more photos for this app.
    func selectMorePhotos() {
        guard PHPhotoLibrary.authorizationStatus(for: .readWrite) == .limited else {
            return report("All photos are selected")
        }
        PHPhotoLibrary.shared().presentLimitedLibraryPicker(from: self) { identifiers in
            report("Newly selected: \(identifiers.count)")
        }
    }

    /// Lets the person pick photos, which needs no access.
    func pickPhotos() {
        var configuration = PHPickerConfiguration(photoLibrary: .shared())
        configuration.filter = .any(of: [.images, .livePhotos])
        configuration.selection = .ordered
        configuration.selectionLimit = 0
        let picker = PHPickerViewController(configuration: configuration)
        picker.delegate = self
        present(picker, animated: true)
    }
}

extension AssetGridViewController: PHPickerViewControllerDelegate {
    func picker(_ picker: PHPickerViewController, didFinishPicking results: [PHPickerResult]) {
        dismiss(animated: true)
        report("Picked: \(results.count)")
        for result in results where result.itemProvider.canLoadObject(ofClass: UIImage.self) {
            result.itemProvider.loadObject(ofClass: UIImage.self) { image, error in
                guard let image = image as? UIImage else { return report("Failed: \(error.map { "\($0)" } ?? "")") }
                report("Picked picture: \(image.text)")
            }
        }
    }
}
