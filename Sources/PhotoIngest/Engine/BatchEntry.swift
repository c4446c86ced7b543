internal import PhotoInspection
internal import PhotoModel
internal import SystemPackage

/// The result of reading one file, in the order of the source.
struct BatchEntry: Sendable {
    /// What reading a file gave.
    enum Reading: Sendable {
        case candidate(IngestCandidate)
        /// The file is left out, because of its name, its kind or its content.
        case skipped(Skip)
        case failed(PhotoLibraryError)
        /// The run was cancelled before the file was read.
        case cancelled
    }

    let path: FilePath
    let reading: Reading

    /// The error because of which no later file can be stored either: the disk is full.
    var stopsTheRun: PhotoLibraryError? {
        if case .failed(let error) = reading, error.code == .notEnoughSpace { error } else { nil }
    }

    var candidate: IngestCandidate? { if case .candidate(let candidate) = reading { candidate } else { nil } }
}

extension BatchEntry.Reading {
    /// The result of loading the file at the path.
    init(_ path: FilePath, _ loaded: Result<Self, any Error>) {
        do { self = try loaded.get() } catch {
            let error =
                error as? PhotoLibraryError
                ?? PhotoLibraryError(.internalError, "\(error)", path: path.string, cause: error)
            self = error.code == .cancelled ? .cancelled : .failed(error)
        }
    }
}
