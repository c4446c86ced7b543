public import SystemPackage

/// What becomes of the bytes while they are read and digested.
public enum LoadDestination: Sendable, Hashable {
    /// A temporary file `<uuid>.part` in the folder, synced to the disk when complete.
    case file(inFolder: FilePath)
    /// Memory, up to so many bytes a file. The bytes of a larger one are only digested, and decoded from the source
    /// itself; if the source is not a local file, from a nameless temporary file in `/var/tmp`.
    case memory(upTo: Int)
}
