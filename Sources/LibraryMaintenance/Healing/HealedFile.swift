public import PhotoModel
public import SystemPackage

/// A file of the library that a check found missing or damaged, and the result of healing it.
public struct HealedFile: Sendable {
    /// The asset that the file belongs to.
    public let localIdentifier: String
    /// The library's file.
    public let path: FilePath
    /// The file whose bytes replaced the library's file; `nil` if it was not replaced.
    ///
    /// If `source` and ``error`` are both `nil`, the file was restored by another program or person after the check.
    public let source: FilePath?
    /// Why the file is still missing or damaged; `nil` if it has the right bytes now.
    public let error: PhotoLibraryError?
}
