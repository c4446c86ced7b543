internal import ArgumentParser
internal import AssetLoading
internal import Foundation
internal import OpenPhotoKitOwner
internal import PerceptualHashing
internal import Synchronization

struct HashCommand: LibraryCommand {
    static let configuration = CommandConfiguration(
        commandName: "hash",
        abstract: "Print the hashes of pictures, by which they are compared. Needs no library.",
        discussion: """
            photos hash *.jpg
            find . -name '*.jpg' -print0 | photos hash --json --files-from - -0
            photos hash --json --shard 2/8 ~/Pictures      the 2nd, 10th, 18th … of the files, on the second of 8 machines

            The hash is one of the picture as displayed, not of the file's bytes. --json also prints the SHA-256 of the file and
            other data.

            --pdq adds Meta's PDQ hash of the picture as displayed, for comparison with published lists. It is computed from all
            pixels, without their colour profile. Other programs make large pictures smaller first, which changes some of the
            256 bits; compare pictures with a quality of 80 or more.
            Exit codes: 0 done, 2 some files could not be read, 130 interrupted.
            """)

    @OptionGroup var paths: PathArguments
    @OptionGroup var filters: FilterOptions

    @Flag(help: "Also compute the PDQ hash, which decodes each picture a second time, at full size.")
    var pdq = false

    @Option(
        help: ArgumentHelp("Read only the i-th of n equal parts of the files.", valueName: "i/n"),
        transform: LibrarySubset.init(argument:))
    var shard = LibrarySubset.whole

    @OptionGroup var options: PictureOptions

    func execute() async throws -> Exit {
        let files = try paths.resolved()
        let inspector = PhotoInspector(
            ioJobs: options.readingJobs(for: files), jobs: options.jobs, filter: filters.filter,
            decoding: options.decoding, shard: shard, computesPDQ: pdq)
        let loading = LoadProgress()
        let counts = Mutex((hashed: 0, failed: 0))
        let options = options
        let isPDQ = pdq
        if !options.json, !options.quiet {
            StandardOutput.print(
                "\((isPDQ ? "PDQ hash of the picture" : "hash of the picture").padded(64))  file")
        }
        try await withProgress(loading, options, verb: "Hashing") {
            inspector.inspectAndWait(files, loading: loading) { path, result in
                if case .success = result {
                    counts.withLock { $0.hashed += 1 }
                } else {
                    counts.withLock { $0.failed += 1 }
                }
                Self.render(path, result, options, isPDQ: isPDQ)
            }
        }
        let (hashed, failed) = counts.withLock { $0 }
        if options.json { JSONLines.printSummary(["hashed": hashed, "failed": failed]) }
        if loading.isCancelled { return .interrupted }
        return failed > 0 ? .someFailed : .done
    }

    private static func render(
        _ path: FilePath, _ result: Result<PhotoAnalysis, any Error>, _ options: any CommandOptions, isPDQ: Bool
    ) {
        if options.json { JSONLines.print(HashObject(path, result)) }
        switch result {
        case .success(let analysis) where !options.json:
            let hash = isPDQ ? analysis.pdq?.hex : analysis.signature?.hash.hex
            let quality = isPDQ ? analysis.pdq.map { "  quality \($0.quality)" } ?? "" : ""
            let isPhoto = analysis.format != .unknown
            let note = quality + (analysis.condition == .ok || !isPhoto ? "" : "  (\(analysis.condition.rawValue))")
            let text = hash ?? (isPhoto ? "no hash" : "not a photo or video").padded(64)
            StandardOutput.print("\(text)  \(path.shown)\(note)")
        case .success: break
        case .failure(let error):
            options.terminal.printError("\(path.shown): \(ErrorObject(error).message)")
        }
    }
}

/// The JSON object of a file.
private struct HashObject: Encodable {
    let path: String
    let pathBase64: String?
    var format: String?
    var width: Int?
    var height: Int?
    var orientation: Int?
    var captureDate: String?
    var metadata: MetadataObject?
    var isAnimated: Bool?
    var pictureCount: Int?
    /// The position of a video in the file.
    var embeddedVideo: ByteRangeObject?
    var bytes: Int?
    var sha256: String?
    var imageDataDigest: String?
    var hash: String?
    var quality: Int?
    var pdq: String?
    var pdqQuality: Int?
    var signatureVersion: Int?
    /// The 64×64 luma levels, base64.
    var signature: String?
    /// Hash and levels without the conversion of colours, if they differ.
    var unconvertedHash: String?
    var unconvertedSignature: String?
    var condition: String?
    var warnings: [WarningObject]?
    var error: ErrorObject?

    init(_ path: FilePath, _ result: Result<PhotoAnalysis, any Error>) {
        let file = PathObject(path)
        self.path = file.path
        pathBase64 = file.pathBase64
        switch result {
        case .success(let analysis):
            format = analysis.format.rawValue
            width = analysis.size?.width
            height = analysis.size?.height
            orientation = analysis.metadata.orientation.rawValue
            captureDate = analysis.metadata.captureTime?.description
            metadata = MetadataObject(analysis.metadata)
            isAnimated = analysis.isAnimated ? true : nil
            pictureCount = analysis.pictureCount > 1 ? analysis.pictureCount : nil
            embeddedVideo = analysis.embeddedVideo.map { ByteRangeObject(offset: $0.lowerBound, length: $0.count) }
            bytes = analysis.bytes
            sha256 = analysis.sha256.hex
            imageDataDigest = analysis.imageDataDigest?.hex
            hash = analysis.signature?.hash.hex
            quality = analysis.signature?.quality
            pdq = analysis.pdq?.hex
            pdqQuality = analysis.pdq?.quality
            signatureVersion = analysis.signature?.version
            signature = analysis.signature.map { Data($0.thumbnail).base64EncodedString() }
            if case .thumbnail(let levels, let hash)? = analysis.signature?.unconverted {
                unconvertedHash = hash.hex
                unconvertedSignature = Data(levels).base64EncodedString()
            }
            condition = analysis.condition.rawValue
            warnings = analysis.warnings.map(WarningObject.init)
        case .failure(let error):
            self.error = ErrorObject(error)
        }
    }
}

/// A range of bytes in a file.
private struct ByteRangeObject: Encodable {
    let offset: Int
    let length: Int
}

/// The metadata in a file.
///
/// A field that the file does not have is absent.
private struct MetadataObject: Encodable {
    struct Location: Encodable {
        let latitude: Double
        let longitude: Double
        let altitude: Double?
    }

    let make: String?
    let model: String?
    let lens: String?
    let bodySerial: String?
    let imageUniqueID: String?
    let location: Location?
    /// Seconds.
    let duration: Double?
    let mediaSubtypes: [String]?
    let contentIdentifier: String?
    let burstIdentifier: String?
    let title: String?
    let caption: String?
    let keywords: [String]?

    init(_ metadata: ImageMetadata) {
        make = metadata.make
        model = metadata.model
        lens = metadata.lens
        bodySerial = metadata.bodySerial
        imageUniqueID = metadata.imageUniqueID
        location = metadata.location.map {
            Location(latitude: $0.latitude, longitude: $0.longitude, altitude: $0.altitude)
        }
        duration = metadata.duration
        mediaSubtypes = metadata.subtypes.isEmpty ? nil : metadata.subtypes.names
        contentIdentifier = metadata.contentIdentifier
        burstIdentifier = metadata.burstIdentifier
        title = metadata.title
        caption = metadata.caption
        keywords = metadata.keywords.isEmpty ? nil : metadata.keywords
    }
}
