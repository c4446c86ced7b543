internal import AssetLoading
package import LibraryStorage
internal import PhotoCatalog
package import PhotoModel
package import SystemPackage

/// Puts copies of files from elsewhere at the paths of the library's own files that are missing or damaged.
package struct FileRestorer {
    private let library: LibraryContext
    private let run: RunFolder
    private let placer: FilePlacer
    private let loader = AssetLoader(ioJobs: 1, jobs: 1)

    /// - Parameter run: The folder for the copies until they have the right paths.
    package init(_ library: LibraryContext, in run: RunFolder) {
        self.library = library
        self.run = run
        placer = FilePlacer(library, run: run.name)
    }

    /// Puts a copy of `source` at the path, durably, and blocks.
    ///
    /// - Parameters:
    ///   - path: Relative to the library's folder.
    ///   - sha256: The digest of the file's right bytes.
    /// - Returns: False if the source has other bytes now.
    /// - Throws: The errors of reading the source and of writing the copy.
    package func restore(_ path: FilePath, _ sha256: Digest, from source: FilePath) throws -> Bool {
        let copy: LoadedFile
        do {
            copy = try loader.loadAndWait(source, followsLinks: false, to: .file(inFolder: run.path)) { file, _ in file
            }
        } catch let error as PhotoLibraryError where error.code == .sourceChanged { return false }
        guard copy.sha256 == sha256 else { return false }
        let candidate = try IngestCandidate(AnalysedFile(copy), .notDecoded, copy: copy, in: library)
        // No import may restore the same file at the same time.
        try library.folder.withExclusiveLock { try placer.restore(candidate, at: path) }
        return true
    }
}
