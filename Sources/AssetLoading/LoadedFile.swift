public import PhotoModel
public import SystemPackage

/// Bytes that have arrived: a descriptor to read them from, their digest and the state of the source they came from.
///
/// When it goes away it closes its descriptor and removes its temporary file, unless it was told to keep it.
public final class LoadedFile: Sendable {
    /// Read it with pread(2) only: the offset is shared.
    ///
    /// It is open as long as this object lives.
    public var descriptor: Int32 { scratch.descriptor.rawValue }
    /// How many bytes there are.
    public let size: Int
    /// The SHA-256 of all of them.
    public let sha256: Digest
    /// Where they came from.
    public let source: FilePath
    /// The source's state, the same before the first and after the last byte.
    public let sourceIdentity: FileIdentity
    /// The file they were copied to, already on the disk; `nil` if they were not loaded to a folder.
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

    /// Leaves the temporary file where it is: call it when the file has got its final name, or shall stay.
    public func keep() { scratch.keep() }

    /// After decoding from the source itself: what was decoded must be what was digested.
    func checkSource() throws {
        guard readsSource else { return }
        let identity: FileIdentity
        do { identity = FileIdentity(try status(of: scratch.descriptor)) } catch {
            throw PhotoLibraryError(error, couldNot: "examine the file", source)
        }
        guard identity == sourceIdentity else { throw PhotoLibraryError.sourceChanged(source) }
    }
}
