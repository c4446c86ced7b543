import Photos

/// Runs the code of three talks by Apple: on two temporary libraries, or a sample of the picker on an existing one.
///
/// It is ordinary PhotoKit code with Apple's imports.
@main
struct PhotoKitPort {
    private static let usage = """
        usage: photokit-port SAMPLES (a folder that make-samples wrote)
               photokit-port pick NAME (\(PickerRun.names.joined(separator: ", ")))

        For “pick”, put the command “photos” on PATH, which shows the page, and set PHOTOS_LIBRARY to the folder of a library,
        or PHOTOS_SOCKET to the socket that a broker gives the app.

        """

    static func main() async {
        let arguments = Array(CommandLine.arguments.dropFirst())
        if arguments.count == 2, arguments[0] == "pick", let run = await PickerRun(arguments[1]) {
            return await run.run()
        }
        if ["-h", "--help"].contains(arguments.first) { return print(usage, terminator: "") }
        guard arguments.count == 1, !arguments[0].hasPrefix("-") else { fail(usage, 64) }
        let samples = URL(fileURLWithPath: arguments[0], isDirectory: true)
        let first = samples.appendingPathComponent("phone/DCIM/IMG_0001.JPG")
        guard FileManager.default.fileExists(atPath: first.path) else {
            fail("\(samples.path) is no folder that make-samples wrote: \(first.path) is missing.\n\(usage)", 66)
        }
        do { try await tellStory(samples) } catch { fail("Failed: \(error.localizedDescription)\n", 1) }
    }

    /// Ends the program with an error and the exit code.
    private static func fail(_ message: String, _ code: Int32) -> Never {
        FileHandle.standardError.write(Data(message.utf8))
        exit(code)
    }

    private static func tellStory(_ samples: URL) async throws {
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
