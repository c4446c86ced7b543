import PhotosCompat

/// An app with the limited-library code of “Handle the Limited Photos Library in your app” (WWDC20) and “Improve access
/// to Photos in your app” (WWDC21).
///
/// It is ordinary PhotoKit code; only its import is different. A broker serves the library at `$PHOTOS_SOCKET`.
@main
struct LimitedApp {
    static func main() async throws {
        guard CommandLine.arguments.count == 2 else {
            report("usage: limited-app PHOTO (a photo to add)")
            exit(64)
        }
        guard ProcessInfo.processInfo.environment["PHOTOS_SOCKET"] != nil else {
            report("PHOTOS_SOCKET is not set: “photos access socket” prints how to start an app with its socket.")
            exit(78)
        }
        let gallery = Gallery()
        guard await gallery.askForAccess() else { exit(1) }
        gallery.follow()
        gallery.show("Selected")
        try await gallery.add(URL(fileURLWithPath: CommandLine.arguments[1]))
        gallery.show("After adding")
        try await gallery.makeAlbum()
        await gallery.askForMore()
        gallery.show("After choosing")
        await gallery.waitForRevocation()
        gallery.show("After revocation")
    }
}

/// The app's pictures.
final class Gallery: NSObject, PHPhotoLibraryChangeObserver {
    private let controller = UIViewController()

    /// Asks the owner, who may limit the access.
    func askForAccess() async -> Bool {
        report("Status: \(PHPhotoLibrary.authorizationStatus(for: .readWrite).name)")
        let status = await PHPhotoLibrary.requestAuthorization(for: .readWrite)
        report("Answer: \(status.name), add only: \(PHPhotoLibrary.authorizationStatus(for: .addOnly).name)")
        return status == .authorized || status == .limited
    }

    func follow() { PHPhotoLibrary.shared().register(self) }

    func photoLibraryDidChange(_ changeInstance: PHChange) {
        report("Changed: \(PHAsset.fetchAssets(with: nil).count) photos")
    }

    /// Prints the photos as if the library held no others.
    func show(_ title: String) {
        let photos = PHAsset.fetchAssets(with: nil)
        if let error = photos.error { return report("\(title): \((error as? PHPhotosError)?.code.rawValue ?? 0)") }
        var names: [String] = []
        photos.enumerateObjects { photo, _, _ in
            names.append(PHAssetResource.assetResources(for: photo).first?.originalFilename ?? "without a name")
        }
        report("\(title): \(photos.count) photos: \(names.sorted().joined(separator: ", "))")
    }

    /// Adds a photo, which joins the selection, and reads its bytes back.
    func add(_ file: URL) async throws {
        nonisolated(unsafe) var placeholder: PHObjectPlaceholder?
        try await PHPhotoLibrary.shared().performChanges {
            let request = PHAssetCreationRequest.forAsset()
            request.addResource(with: .photo, fileURL: file, options: nil)
            placeholder = request.placeholderForCreatedAsset
        }
        let identifier = placeholder?.localIdentifier ?? ""
        guard let photo = PHAsset.fetchAssets(withLocalIdentifiers: [identifier], options: nil).firstObject,
            let resource = PHAssetResource.assetResources(for: photo).first
        else { return report("The added photo is missing") }
        let copy = FileManager.default.temporaryDirectory.appendingPathComponent("limited-app-\(UUID().uuidString)")
        defer { try? FileManager.default.removeItem(at: copy) }
        try await PHAssetResourceManager.default().writeData(for: resource, toFile: copy, options: nil)
        report("Read back: \(try Data(contentsOf: copy) == Data(contentsOf: file) ? "the same bytes" : "other bytes")")
    }

    /// Makes an album of all visible photos; an app with limited access sees its own albums only.
    func makeAlbum() async throws {
        try await PHPhotoLibrary.shared().performChanges {
            let album = PHAssetCollectionChangeRequest.creationRequestForAssetCollection(withTitle: "Chosen")
            album.addAssets(PHAsset.fetchAssets(with: nil))
        }
        let albums = PHAssetCollection.fetchAssetCollections(with: .album, subtype: .albumRegular, options: nil)
        let titles = (0..<albums.count).map { "\(albums.object(at: $0).localizedTitle ?? "")" }
        report("Albums: \(titles.joined(separator: ", "))")
    }

    /// Asks the owner to choose more photos.
    func askForMore() async {
        let new = await PHPhotoLibrary.shared().presentLimitedLibraryPicker(from: controller)
        report("New: \(new.count)")
    }

    func waitForRevocation() async {
        while PHPhotoLibrary.authorizationStatus(for: .readWrite) == .limited {
            try? await Task.sleep(nanoseconds: 20_000_000)
        }
        report("Status: \(PHPhotoLibrary.authorizationStatus(for: .readWrite).name)")
    }
}

extension PHAuthorizationStatus {
    var name: String {
        switch self {
        case .notDetermined: "not determined"
        case .restricted: "restricted"
        case .denied: "denied"
        case .authorized: "authorized"
        case .limited: "limited"
        }
    }
}

/// Prints a line at once, also into a pipe.
func report(_ line: String) { FileHandle.standardOutput.write(Data("\(line)\n".utf8)) }
