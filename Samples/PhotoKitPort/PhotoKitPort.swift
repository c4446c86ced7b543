import Photos

/// Runs the code of three talks by Apple: on two temporary libraries, or a sample of the picker on an existing one.
///
/// It is ordinary PhotoKit code with Apple's imports.
@main
struct PhotoKitPort {
    static func main() async throws {
        let arguments = CommandLine.arguments
        if arguments.count == 3, arguments[1] == "pick", let run = PickerRun(arguments[2]) {
            return await run.run()
        }
        guard arguments.count == 2 else {
            print("usage: photokit-port SAMPLES (a folder that make-samples wrote)")
            print("       photokit-port pick NAME (a sample of the picker, see PickerRun.swift)")
            exit(64)
        }
        let samples = URL(fileURLWithPath: arguments[1], isDirectory: true)
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent("photokit-port-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }

        let phone = try PHPhotoLibrary(at: folder.appendingPathComponent("Phone.library"), creatingIfAbsent: true)
        let tablet = try PHPhotoLibrary(at: folder.appendingPathComponent("Tablet.library"), creatingIfAbsent: true)
        try await Journal(folder: folder, samples: samples).show(writtenOn: phone, readOn: tablet)
        try await HikingCollages(folder: folder, samples: samples).show(on: phone, thenOn: tablet)
        try await phone.performAsShared { try await ChangeHistory().show() }
    }
}

/// Adds photos to the shared library.
///
/// - Returns: Their local identifiers, in the order of the files.
func addPhotos(_ files: [URL]) async throws -> [String] {
    nonisolated(unsafe) var placeholders: [PHObjectPlaceholder] = []
    try await PHPhotoLibrary.shared().performChanges {
        placeholders = files.compactMap { file in
            let request = PHAssetCreationRequest.forAsset()
            request.addResource(with: .photo, fileURL: file, options: nil)
            return request.placeholderForCreatedAsset
        }
    }
    return placeholders.map(\.localIdentifier)
}

/// The file names of assets, for the output.
func names(_ localIdentifiers: some Sequence<String>) -> String {
    let assets = PHAsset.fetchAssets(withLocalIdentifiers: Array(localIdentifiers), options: nil)
    let names = assets.compactMap { PHAssetResource.assetResources(for: $0).first?.originalFilename }
    return names.isEmpty ? "none" : names.sorted().joined(separator: ", ")
}
