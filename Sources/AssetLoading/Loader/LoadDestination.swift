public import SystemPackage

/// The destination of the bytes of a file while they are read and digested.
public enum LoadDestination: Sendable, Hashable {
    /// A temporary file `<uuid>.part` in the folder, synced to the disk when complete.
    case file(inFolder: FilePath)
    /// As `file`. The file shares the blocks of a local source (reflink) where the file system can do that.
    case clone(inFolder: FilePath)
    /// Memory, for files of at most this many bytes. A larger file is digested without a copy and decoded from the
    /// source itself; if the source is not a local file, from an unnamed temporary file in `/var/tmp`.
    case memory(upTo: Int)
    /// Nowhere: the bytes are only digested. The descriptor of the ``LoadedFile`` has none of them.
    case digestOnly
}
