internal import Glibc
public import PhotoModel
public import SystemPackage
internal import SystemSupport

/// A file whose bytes were loaded: a descriptor to read them from, their digest and the state of their source.
///
/// When it is released it closes its descriptor. It also removes its temporary file, unless ``keep()`` was called.
public final class LoadedFile: Sendable {
    /// The descriptor of the bytes, to be read with pread(2) only, because the offset is shared.
    ///
    /// It stays open as long as this object exists.
    public var descriptor: Int32 { scratch.descriptor.rawValue }
    /// The number of bytes.
    public let size: Int
    /// The SHA-256 of all bytes.
    public let sha256: Digest
    /// The path of the source.
    public let source: FilePath
    /// The state of the source, which was the same before the first and after the last byte.
    ///
    /// Of bytes that are no file on this machine, only the size.
    public let sourceIdentity: FileIdentity
    /// The file that the bytes were copied to, already on the disk; `nil` if they were not loaded to a folder.
    public var temporaryPath: FilePath? { scratch.path }

    private let scratch: ScratchFile
    private let readsSource: Bool

    init(
        _ scratch: ScratchFile, readsSource: Bool, size: Int, sha256: Digest, source: FilePath,
        sourceIdentity: FileIdentity
    ) {
        self.scratch = scratch
        self.readsSource = readsSource
        self.size = size
        self.sha256 = sha256
        self.source = source
        self.sourceIdentity = sourceIdentity
    }

    /// Prevents the removal of the temporary file.
    ///
    /// Call it after the file got its final name, or if the temporary file should stay.
    public func keep() { scratch.keep() }

    /// Checks, after decoding from the source itself, that the decoded bytes are those that were digested.
    ///
    /// - Throws: `sourceChanged`, `ioFailure`.
    package func checkSource() throws {
        guard readsSource else { return }
        let identity: FileIdentity
        do { identity = FileIdentity(try stat(of: scratch.descriptor)) } catch {
            throw PhotoLibraryError(error, couldNot: "examine the file", source)
        }
        guard identity == sourceIdentity else { throw PhotoLibraryError.sourceChanged(source) }
    }
}
