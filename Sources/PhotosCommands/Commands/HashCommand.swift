internal import ArgumentParser
internal import Foundation
internal import OpenPhotoKit
internal import Synchronization

struct HashCommand: LibraryCommand {
    static let configuration = CommandConfiguration(
        commandName: "hash",
        abstract: "Show what would identify files: digests and content signature. Needs no library.",
        discussion: """
            photos hash *.jpg
            find . -name '*.jpg' -print0 | photos hash --json --files-from - -0
            """)

    @OptionGroup var paths: PathArguments
    @OptionGroup var options: GlobalOptions

    func execute() async throws -> Exit {
        let files = try paths.resolved()
        let inspector = PhotoInspector(ioJobs: options.ioJobs, jobs: options.jobs, decoding: options.decoding)
        let loading = LoadProgress()
        let counts = Mutex((hashed: 0, failed: 0))
        let options = options
        try await following(loading, options, verb: "Hashing") {
            inspector.inspect(files, loading: loading) { path, result in
                if case .success = result {
                    counts.withLock { $0.hashed += 1 }
                } else {
                    counts.withLock { $0.failed += 1 }
                }
                Self.render(path, result, options)
            }
        }
        let (hashed, failed) = counts.withLock { $0 }
        if options.json { JSONLines.printSummary(["hashed": hashed, "failed": failed]) }
        if loading.isCancelled { return .interrupted }
        return failed > 0 ? .someFailed : .done
    }

    private static func render(
        _ path: FilePath, _ result: Result<PhotoAnalysis, any Error>, _ options: GlobalOptions
    ) {
        if options.json { JSONLines.print(HashObject(path, result)) }
        switch result {
        case .success(let analysis) where !options.json:
            let hash = analysis.signature?.hash.hex ?? String(repeating: "-", count: 64)
            let note = analysis.condition == .ok ? "" : "  (\(analysis.condition.rawValue))"
            StandardOutput.print("\(hash)  \(path.shown)\(note)")
        case .success: break
        case .failure(let error):
            options.terminal.complain("\(path.shown): \(ErrorObject(error).message)")
        }
    }
}

/// What identifies a file, as the command's contract has it.
private struct HashObject: Encodable {
    let path: String
    let pathBase64: String?
    var format: String?
    var width: Int?
    var height: Int?
    var orientation: Int?
    var captureDate: String?
    var bytes: Int?
    var sha256: String?
    var imageDataDigest: String?
    var hash: String?
    var quality: Int?
    var signatureVersion: Int?
    /// The 64×64 luma levels, base64.
    var signature: String?
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
            bytes = analysis.bytes
            sha256 = analysis.sha256.hex
            imageDataDigest = analysis.imageDataDigest?.hex
            hash = analysis.signature?.hash.hex
            quality = analysis.signature?.quality
            signatureVersion = analysis.signature?.version
            signature = analysis.signature.map { Data($0.thumbnail).base64EncodedString() }
            condition = analysis.condition.rawValue
            warnings = analysis.warnings.map(WarningObject.init)
        case .failure(let error):
            self.error = ErrorObject(error)
        }
    }
}
