internal import AssetLoading
internal import ContentDigests
package import DecoderProcess
internal import Foundation
internal import ImageDecoding
internal import OpenPhotoKitOwner
internal import PerceptualHashing
internal import PhotoIngest
internal import PhotoInspection
internal import PhotoModel
package import SystemPackage

/// Measures this machine on a folder of photos, stage by stage, and compares each stage with a lower bound measured in
/// the same run.
package struct LibraryBenchmark: Sendable {
    /// The figures of one stage.
    package struct Stage: Sendable {
        /// The name of the stage: see ``LibraryBenchmark/run(onStage:)``.
        package let name: String
        /// The number of files.
        package let items: Int
        /// Wall-clock seconds.
        package let seconds: Double
        /// CPU seconds: of the thread in the stages that run on one thread, of the process in `import` and `resolve`.
        package let cpuSeconds: Double
        /// The total size of the files in bytes.
        package let bytes: Int
        /// The total number of stored pixels of the files; 0 if the stage decodes nothing.
        package let pixels: Int
        /// CPU time divided by that of the lower bound.
        package let floorRatio: Double?
        /// The peak memory of the process during the stage, in bytes.
        package let peakMemory: Int?
    }

    private let folder: FilePath
    let temporaryFolder: FilePath
    private let ioJobs: Int
    let jobs: Int
    let decoding: DecodingMode

    /// A benchmark of the photos in `folder`.
    ///
    /// - Parameters:
    ///   - folder: The photos. They are only read.
    ///   - temporaryFolder: A folder that does not exist yet; the benchmark makes a library and copies of the
    ///     photos in it, and removes it at the end.
    ///   - ioJobs: How many files an import reads at a time.
    ///   - jobs: How many pictures an import decodes at a time; 0 for one per core.
    ///   - decoding: The decoding mode of the import; the stages on one thread decode in this process.
    package init(
        folder: FilePath, temporaryFolder: FilePath, ioJobs: Int = 2, jobs: Int = 0,
        decoding: DecodingMode = .automatic
    ) {
        self.folder = folder
        self.temporaryFolder = temporaryFolder
        self.ioJobs = ioJobs
        self.jobs = jobs
        self.decoding = decoding
    }

    /// Runs all stages.
    ///
    /// Blocks. The stages on one thread run on the calling thread.
    ///
    /// `read` (open, read, close), `digest` (SHA-256), `libjpegFloor` (bare libjpeg calls at the same scale, JPEG
    /// only), `signature` (decode, thumbnail and hash, with metadata; the ratio is to `libjpegFloor` over the same JPEG
    /// files), `signaturePNG`, `analyse` (the same with the image-data digest, all files), `copy` (to new files,
    /// nothing synced), `import` (into a new library; the ratio is to the sum of `copy`, `digest` and the decoding),
    /// `resolve` (by content alone), `thumbnail` and `preview` (``Rendition``; the ratio is to the same decode and
    /// encode by bare libjpeg calls), `thumbnailPixels` (the same without encoding, JPEG only), `makeThumbnails` (of
    /// the new library, with digests), `cachedThumbnails` (read again).
    ///
    /// - Throws: ``PhotoLibraryError`` if there are no photos, or the temporary library cannot be made.
    package func run(onStage: (Stage) -> Void) throws {
        let photos = decodablePhotos()
        guard !photos.isEmpty else {
            throw PhotoLibraryError(.notAPhoto, "No JPEG or PNG photo is in this folder.", path: folder.string)
        }
        defer { removeTemporaryFolder() }
        let floor = try measureOneByOne(photos, onStage)
        try measureImport(photos, floor, onStage)
        try measureResolve(onStage)
        try measureRenditions(photos, onStage)
        try measureThumbnails(onStage)
    }

    /// Removes the temporary library.
    ///
    /// The last connections to its databases close on other threads and remove files too, so a removal can fail.
    private func removeTemporaryFolder() {
        for _ in 0..<20 {
            try? FileManager.default.removeItem(atPath: temporaryFolder.string)
            if !FileManager.default.fileExists(atPath: temporaryFolder.string) { return }
            Thread.sleep(forTimeInterval: 0.05)
        }
    }

    struct Photo {
        let path: FilePath
        let bytes: Int
        let format: ImageFormat
        /// The stored size, within the limits of decoders.
        let size: PixelSize
    }

    private func decodablePhotos() -> [Photo] {
        var photos: [Photo] = []
        _ = FolderWalk(library: temporaryFolder).walk(folder) { entry in
            guard case .file(let path, let identity, _) = entry, FileKinds.isNamedLikePhoto(path),
                let reading = Self.inspect(path, bytes: Int(identity.size)),
                reading.format.isDecodable, reading.condition == .ok, let size = reading.storedSize
            else { return true }
            photos.append(Photo(path: path, bytes: Int(identity.size), format: reading.format, size: size))
            return true
        }
        return photos
    }

    private static func inspect(_ path: FilePath, bytes: Int) -> ImageReading? {
        guard let file = try? FileDescriptor.open(path, .readOnly, options: .closeOnExec) else { return nil }
        defer { try? file.close() }
        return try? ImageDecoder().inspect(.file(descriptor: file.rawValue, size: bytes))
    }

    // MARK: One thread

    struct Tally {
        let name: String
        var watch: Stopwatch
        var items = 0
        var bytes = 0
        var pixels = 0

        init(_ name: String, _ scope: Stopwatch.Scope = .thread) {
            self.name = name
            watch = Stopwatch(scope)
        }

        @discardableResult
        mutating func add<Value>(_ photo: Photo, isDecoded: Bool = false, _ work: () throws -> Value) rethrows -> Value
        {
            items += 1
            bytes += photo.bytes
            if isDecoded { pixels += photo.size.width * photo.size.height }
            return try watch.measure(work)
        }

        func stage(over floor: Double? = nil) -> Stage {
            Stage(
                name: name, items: items, seconds: watch.seconds, cpuSeconds: watch.cpuSeconds, bytes: bytes,
                pixels: pixels, floorRatio: floor.flatMap { $0 > 0 ? watch.cpuSeconds / $0 : nil },
                peakMemory: PeakMemory.bytes)
        }
    }

    /// - Returns: The CPU seconds that every import needs: for copying, digests and decoding.
    private func measureOneByOne(_ photos: [Photo], _ onStage: (Stage) -> Void) throws -> Double {
        PeakMemory.reset()
        var read = Tally("read")
        var digest = Tally("digest")
        var analyse = Tally("analyse")
        var floor = Tally("libjpegFloor")
        var signature = Tally("signature")
        var signaturePNG = Tally("signaturePNG")
        let decoder = ImageDecoder()
        for (index, photo) in photos.enumerated() {
            let bytes = try read.add(photo) { try Self.contents(of: photo.path) }
            _ = try digest.add(photo) {
                try bytes.withUnsafeBytes { bytes throws(PhotoLibraryError) in
                    try ContentHasher.digest(.sha256, of: bytes)
                }
            }
            var eighths = 8
            func sign(digesting: Bool) throws {
                var builder = SignatureBuilder()
                let reading = try decoder.read(.bytes(bytes), computesImageDataDigest: digesting, into: &builder)
                eighths = reading.geometry?.eighths ?? 8
                _ = builder.signature(orientation: reading.metadata.orientation)
            }
            // The first decode of a file fills the caches for the second, so the two decoders take turns in being
            // first. One more decode, which is not counted, gives the scale.
            try sign(digesting: false)
            if photo.format == .png {
                try signaturePNG.add(photo, isDecoded: true) { try sign(digesting: false) }
            } else if index.isMultiple(of: 2) {
                try signature.add(photo, isDecoded: true) { try sign(digesting: false) }
                _ = floor.add(photo, isDecoded: true) { bareJPEGDecode(bytes: bytes, eighths: eighths) }
            } else {
                _ = floor.add(photo, isDecoded: true) { bareJPEGDecode(bytes: bytes, eighths: eighths) }
                try signature.add(photo, isDecoded: true) { try sign(digesting: false) }
            }
            try analyse.add(photo, isDecoded: true) { try sign(digesting: true) }
        }
        onStage(read.stage())
        onStage(digest.stage())
        if floor.items > 0 {
            onStage(floor.stage())
            onStage(signature.stage(over: floor.watch.cpuSeconds))
        }
        if signaturePNG.items > 0 { onStage(signaturePNG.stage()) }
        onStage(analyse.stage())
        return digest.watch.cpuSeconds + floor.watch.cpuSeconds + signaturePNG.watch.cpuSeconds
    }

    static func contents(of path: FilePath) throws -> [UInt8] {
        try [UInt8](Data(contentsOf: URL(fileURLWithPath: path.string)))
    }

    // MARK: Whole library

    private func measureImport(_ photos: [Photo], _ floor: Double, _ onStage: (Stage) -> Void) throws {
        // An import makes a file of each photo, too. The copies stay until the end, because ext4 without a journal
        // searches longer for a free inode in the minute after files were removed.
        let copies = temporaryFolder.appending("copies")
        try FileManager.default.createDirectory(atPath: copies.string, withIntermediateDirectories: true)
        var copy = Tally("copy", .process)
        for (index, photo) in photos.enumerated() {
            try copy.add(photo) {
                try FileManager.default.copyItem(
                    atPath: photo.path.string, toPath: copies.appending("\(index)").string)
            }
        }
        onStage(copy.stage())
        PeakMemory.reset()
        var tally = Tally("import", .process)
        let library = try OwnedLibrary(at: temporaryFolder.appending("library"), opening: .creatingIfAbsent)
        var request = ImportRequest(paths: photos.map(\.path))
        request.ioJobs = ioJobs
        request.jobs = jobs
        request.decoding = decoding
        try tally.watch.measure { _ = try library.importFilesAndWait(request, loading: LoadProgress()) { _ in } }
        for photo in photos { tally.add(photo, isDecoded: true) {} }
        onStage(tally.stage(over: floor + copy.watch.cpuSeconds))
    }

    private func measureResolve(_ onStage: (Stage) -> Void) throws {
        PeakMemory.reset()
        let library = try OwnedLibrary(at: temporaryFolder.appending("library"))
        let identifiers = try library.cloudIdentifierMappings(forLocalIdentifiers: library.allLocalIdentifiers())
            .values.compactMap { try? $0.get() }
        // The digests match no asset, so only the picture is compared.
        let unknown = identifiers.compactMap(\.evidence).map { evidence in
            CloudIdentifier(
                stableID: (0..<16).map { _ in .random(in: 0...255) },
                subject: .asset(
                    CloudIdentifier.Evidence(
                        sha256Prefix: [UInt8](repeating: 0, count: 16), imageDataPrefix: nil, orientation: .up,
                        signature: evidence.signature, captureTime: evidence.captureTime, uniqueIDPrefix: nil)))
        }
        var watch = Stopwatch(.process)
        watch.measure { _ = library.resolveAndWait(unknown) }
        onStage(
            Stage(
                name: "resolve", items: unknown.count, seconds: watch.seconds, cpuSeconds: watch.cpuSeconds, bytes: 0,
                pixels: 0, floorRatio: nil, peakMemory: PeakMemory.bytes))
    }
}
