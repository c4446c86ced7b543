package import Originals
package import SystemPackage

/// The source that a loader reads.
package enum LoadSource: Sendable {
    /// A file that the loader opens.
    case file(FilePath, followsLinks: Bool)
    /// A resource of a library.
    case resource(ResourceHandle)
    /// Other bytes that are made of a resource of a library.
    case converted(ResourceHandle, any ResourceConversion)

    /// The path that errors and progress show.
    package var name: FilePath {
        switch self {
        case .file(let path, _): path
        case .resource(let handle), .converted(let handle, _): handle.name
        }
    }

    /// The resource; `nil` for another file.
    var handle: ResourceHandle? {
        switch self {
        case .file: nil
        case .resource(let handle), .converted(let handle, _): handle
        }
    }

    /// Whether other bytes are made of the resource.
    var isConverted: Bool { if case .converted = self { true } else { false } }

    /// Opens the bytes.
    ///
    /// The digest of a plain file is not checked.
    ///
    /// - Parameter progress: Receives the progress of a conversion, and can cancel it.
    func open(in files: any FileSource, _ progress: FileProgress?) throws -> DigestingByteSource {
        switch self {
        case .file(let path, let followsLinks):
            try DigestingByteSource(files.open(path, followsLinks: followsLinks))
        case .resource(let handle): try handle.open()
        case .converted(let handle, let conversion):
            try DigestingByteSource(conversion.open(handle, progress))
        }
    }
}

/// Makes other bytes of a resource, such as a JPEG of a picture of another format.
package protocol ResourceConversion: Sendable {
    /// Reads the resource, converts it and opens the result.
    ///
    /// Blocks until all is converted.
    ///
    /// - Parameter progress: Receives the bytes of the resource that were read and converted, and ends the work within
    ///   200 ms when it is cancelled. This method does not finish it.
    func open(_ resource: ResourceHandle, _ progress: FileProgress?) throws -> any ByteSource
}
