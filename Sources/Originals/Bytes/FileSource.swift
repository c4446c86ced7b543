package import SystemPackage

/// Opens files by their paths: ``LocalFiles``, or also the files in archives.
package protocol FileSource: Sendable {
    /// Opens the file at the path; if `followsLinks` is false, a symbolic link is `unreadable`.
    ///
    /// May block. Files that are not on a file system have no links.
    ///
    /// - Throws: `notARegularFile` or `unreadable` with the path and a remedy.
    func open(_ path: FilePath, followsLinks: Bool) throws -> any ByteSource
}

extension FileSource {
    /// Opens the file at the path, following links.
    package func open(_ path: FilePath) throws -> any ByteSource { try open(path, followsLinks: true) }
}
