package import PhotoModel
package import SystemPackage

/// The one type that knows where the bytes of a library's files are, for one reader.
///
/// All bytes of assets are read through it: by the owner from the library's folder, references and remote stores
/// (``LibraryOriginals``), or by an app from the process that has the library. Thread-safe.
package protocol Originals: Sendable {
    /// Opens the bytes of a resource, or a range of them.
    ///
    /// Waits for the disk or another process, but not for a remote store, which is asked when the bytes are read. The
    /// bytes are not compared with the digest: ``ResourceHandle/open()`` does that.
    ///
    /// - Parameter range: The bytes to read; `nil` for all.
    /// - Throws: `missingResource` if the file does not exist; `invalidResource` if its size differs from the imported
    ///   size; `notARegularFile` for a folder, link, pipe or device; `accessUserDenied` if the user or the app may not
    ///   read it; `accessRestricted` if the system forbids it; `networkAccessRequired` if it is elsewhere and the
    ///   policy does not allow the network; `unreadable` and `ioFailure` for other failures of the system. Reading
    ///   throws `networkError` if a remote store fails.
    func open(_ resource: AssetResource, _ range: Range<Int64>?, _ policy: FetchPolicy) throws -> OpenedBytes

    /// Where the bytes are now. Reads no bytes, and asks no remote store.
    ///
    /// Blocks while the disk is asked.
    func state(of bytes: ResourceBytes) -> ResourceState

    /// The path of the file on this machine by the catalogue, whether it exists or not; `nil` if it is elsewhere, and
    /// for apps.
    func path(of location: AssetResource.Location) -> FilePath?

    /// The small picture on this machine that stands for a file that is elsewhere; `nil` without such a picture.
    ///
    /// Blocks while the disk is asked.
    func preview(of resource: AssetResource) -> FilePath?
}

extension Originals {
    /// The state of a resource: see ``state(of:)-(ResourceBytes)``.
    package func state(of resource: AssetResource) -> ResourceState { state(of: resource.resourceBytes) }

    /// The name of a resource in errors and progress.
    ///
    /// It is the path of a local file for the owner, otherwise the file name.
    package func name(of resource: AssetResource) -> FilePath {
        path(of: resource.location) ?? FilePath(root: nil, resource.originalFilename.map { [$0] } ?? [])
    }

    /// The errors for bytes at a location, as this reader gets them.
    package func failures(at location: AssetResource.Location) -> ResourceFailures {
        ResourceFailures(location, path: path(of: location))
    }

    /// Opens all bytes of a resource, which are compared with the digest of the imported file.
    ///
    /// - Returns: The bytes. Reading throws `invalidResource` at the end if they differ from the imported bytes.
    /// - Throws: The errors of ``open(_:_:_:)``.
    package func openCompared(_ resource: AssetResource, _ policy: FetchPolicy) throws -> DigestingByteSource {
        let opened = try open(resource, nil, policy)
        let changed = failures(at: resource.location).changed
        guard !opened.isImported || opened.source.length == Int64(resource.bytes) else { throw changed }
        return try DigestingByteSource(
            opened.source, expecting: opened.isImported ? .init(sha256: resource.sha256, failure: changed) : nil)
    }
}

// The files of an app, or of a library in another process: only the other process knows where they are.
extension Originals {
    /// ``ResourceState/withheld``.
    package func state(of bytes: ResourceBytes) -> ResourceState { .withheld }
    /// `nil`.
    package func path(of location: AssetResource.Location) -> FilePath? { nil }
    /// `nil`.
    package func preview(of resource: AssetResource) -> FilePath? { nil }
}

/// Bytes that were opened.
package struct OpenedBytes {
    package let source: any ByteSource
    /// Whether these are the imported bytes; false if places were removed from them, or the picture was converted.
    package let isImported: Bool

    package init(_ source: any ByteSource, isImported: Bool) {
        self.source = source
        self.isImported = isImported
    }
}
