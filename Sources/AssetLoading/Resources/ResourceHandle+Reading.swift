package import Originals
internal import PhotoModel
package import SystemPackage

extension ResourceHandle {
    /// Reads all bytes, and compares them with the digest of the imported file.
    ///
    /// Blocks.
    ///
    /// - Parameters:
    ///   - modified: The modification time of a named copy in nanoseconds since 1970; `nil` for that of the file.
    ///   - progress: Receives the number of bytes read, and can cancel. This method does not finish it.
    /// - Throws: The errors of ``open()`` and of reading.
    package func read(
        to destination: LoadDestination, modified: Int64? = nil, progress: FileProgress? = nil
    ) throws -> LoadedFile {
        try SourceReader(files: LocalFiles(), fileSizeLimit: AssetLoader.defaultFileSizeLimit)
            .read(.resource(self), to: destination, modified: modified, progress: progress)
    }

    /// Writes all bytes to a new file, and shows the progress in `loading`: see
    /// ``AssetLoader/load(_:loading:)``.
    package func write(to path: FilePath, loading: LoadProgress) async throws -> StoredFile {
        let request = LoadRequest(self, destination: path)
        guard let result = await AssetLoader(ioJobs: 1).load([request], loading: loading).first else {
            throw PhotoLibraryError(.internalError, "The file was not loaded.", path: path.string)
        }
        return try result.get()
    }
}
