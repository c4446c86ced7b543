internal import AssetLoading
internal import PhotoCatalog
internal import PhotoModel
internal import SystemPackage

/// A file that has come through the loader, one way or the other.
struct Arrival: Sendable {
    /// What the loader's decoding step found.
    enum Content: Sendable {
        /// The library has exactly these bytes: there was no need to decode.
        case known(String)
        case analysed(PhotoAnalysis)
        /// It is no photo, but tells of one.
        case sidecar(Sidecar)
    }

    let path: FilePath
    /// The bytes are kept only if they are to be stored: in memory they would add up while files wait for their turn.
    let result: Result<(file: ArrivedFile, content: Content), any Error>
}

/// What is left of a loaded file.
struct ArrivedFile: Sendable {
    let seen: SeenFile
    let size: Int
    /// The copy that is to be put away; `nil` if nothing is.
    let copy: LoadedFile?

    init(_ file: LoadedFile, keepsCopy: Bool) {
        seen = SeenFile(path: file.source, identity: file.sourceIdentity, sha256: file.sha256)
        size = file.size
        copy = keepsCopy ? file : nil
    }

    /// A file of which only this is known.
    init(_ seen: SeenFile, size: Int) {
        self.seen = seen
        self.size = size
        copy = nil
    }
}

extension ImportItem {
    /// An unchanged file that an earlier run stored.
    init(path: FilePath, resumedAs asset: String) {
        self.init(path: path, status: .duplicate)
        localIdentifier = asset
        match = .bytes
        isResumed = true
    }

    /// A file with what its picture is; `status` and identifier are still to come.
    init(_ analysis: PhotoAnalysis, status: Status) {
        self.init(path: analysis.path, status: status)
        condition = analysis.condition
        format = analysis.format
        size = analysis.size
        captureTime = analysis.metadata.captureTime
        bytes = analysis.bytes
        warnings = analysis.warnings
    }
}
