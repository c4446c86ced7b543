internal import OpenPhotoKit
internal import PhotoModel
internal import SystemSupport

/// Gets the photos that a person selected.
@MainActor public protocol PHPickerViewControllerDelegate: AnyObject {
    /// Called once, when the person has finished or cancelled; with a continuous selection also after each change.
    ///
    /// The delegate dismisses the picker.
    ///
    /// - Parameter results: The selected photos in the order of selection. After a cancel, the preselected ones.
    ///   Preselected photos have empty item providers.
    func picker(_ picker: PHPickerViewController, didFinishPicking results: [PHPickerResult])
}

/// Lets a person select photos for this app, on a page in the browser.
///
/// Presenting it opens the page, which belongs to another process and shows the whole library. The app needs no access
/// to the library. Dismissing it, or releasing it, closes the page.
@MainActor open class PHPickerViewController: UIViewController {
    /// What the person can select.
    public let configuration: PHPickerConfiguration
    /// Gets the selected photos.
    public weak var delegate: (any PHPickerViewControllerDelegate)?
    /// The ``PHPhotosError`` because of which the page could not be shown; `nil` if it was shown.
    ///
    /// The delegate is called as after a cancel. This library's own.
    public private(set) var error: (any Error)?

    /// The page, and the task that waits for its results.
    private var picker: Task<PhotoPicker, any Error>?
    private var following: Task<Void, Never>?
    /// The changes by the app, one after another.
    private var changes: Task<Void, Never>?

    /// A picker whose page opens when it is presented.
    public init(configuration: PHPickerConfiguration) {
        self.configuration = configuration
        super.init()
        // An earlier process that was killed may have left copies of photos.
        ScratchFolder.removeAbandoned()
    }

    deinit { following?.cancel() }

    override func wasPresented() {
        error = nil
        // Opening a library or connecting to a broker blocks.
        let picker = Task.detached { [configuration, shared = PHPhotoLibrary.current] in
            try PHPhotoLibrary.$current.withValue(shared) {
                try PhotoPicker(configuration)
            }
        }
        self.picker = picker
        following = Task { [weak self] in
            do {
                for try await items in try await picker.value.selections {
                    self?.finish(items.map(PHPickerResult.init))
                }
            } catch { self?.fail(error) }
        }
    }

    override func wasDismissed() {
        following?.cancel()
        (picker, following) = (nil, nil)
    }

    private func finish(_ results: [PHPickerResult]) {
        guard presentingViewController != nil else { return }
        delegate?.picker(self, didFinishPicking: results)
    }

    private func fail(_ error: any Error) {
        guard presentingViewController != nil else { return }
        AppNotice.write("The picker cannot be shown. \(PhotoLibraryError(converting: error).message)")
        self.error = PHPhotosError.of(error)
        finish(configuration.preselectedAssetIdentifiers.map(PHPickerResult.init(preselected:)))
    }

    // MARK: Changes

    /// Changes what the person can select.
    ///
    /// Does nothing unless the picker is presented.
    public func updatePicker(using configuration: PHPickerConfiguration.Update) {
        guard let limit = configuration.selectionLimit else { return }
        change { try await $0.update(selectionLimit: limit) }
    }

    /// Deselects photos; other identifiers are ignored.
    ///
    /// Does nothing unless the picker is presented and its configuration has a library.
    public func deselectAssets(withIdentifiers identifiers: [String]) {
        guard configuration.photoLibrary != nil else { return }
        change { try await $0.deselect(identifiers) }
    }

    /// Moves a selected photo behind another one in the order of selection, or to its beginning.
    ///
    /// Does nothing unless both are selected, the picker is presented, and its configuration has a library.
    public func moveAsset(withIdentifier identifier: String, afterAssetWithIdentifier afterIdentifier: String?) {
        guard configuration.photoLibrary != nil else { return }
        change { try await $0.move(identifier, after: afterIdentifier) }
    }

    private func change(_ body: @escaping @Sendable (PhotoPicker) async throws -> Void) {
        guard let picker else { return }
        changes = Task { [changes] in
            await changes?.value
            // A page that has ended cannot be changed.
            if let picker = try? await picker.value { try? await body(picker) }
        }
    }

    // MARK: The page

    /// Does nothing: the person scrolls the page.
    public func scrollToInitialPosition() {}

    /// Does nothing: the person zooms the page.
    public func zoomIn() {}

    /// Does nothing: the person zooms the page.
    public func zoomOut() {}
}

extension PhotoPicker {
    /// A picker of the configuration's library, or of the shared library without asset identifiers.
    fileprivate convenience init(_ configuration: PHPickerConfiguration) throws {
        let library = configuration.photoLibrary
        try self.init(configuration.core, identifyingAssets: library != nil) { () throws(PhotoLibraryError) in
            do { return try (library ?? .shared()).photoLibrary } catch {
                guard library == nil else { throw PhotoLibraryError(converting: error) }
                throw PhotoLibraryError(
                    .libraryUnavailable, "There is no photo library from which photos could be selected.", cause: error)
            }
        }
    }
}
