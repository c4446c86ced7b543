package import ImageDecoding
package import PhotoModel

/// Bytes that replace as many bytes of a file.
package struct Overwrite: Sendable, Hashable {
    /// The position of the first byte in the file.
    package let offset: Int64
    package let bytes: [UInt8]

    /// Creates an overwrite.
    package init(offset: Int64, bytes: [UInt8]) {
        self.offset = offset
        self.bytes = bytes
    }
}

/// Removes the places from the metadata of files: coordinates, and the names of places.
///
/// The file keeps its size and its offsets, and its pictures, videos and sounds keep their bytes. So a reader can
/// stream the original and replace bytes on the way.
package enum LocationRemoval {
    /// The greatest number of passes over the metadata of a file.
    ///
    /// One pass finds all places of a real file, and the next pass finds none. In a file whose structures overlap, an
    /// overwrite can make another place readable.
    private static let maxPasses = 4

    /// The overwrites, ordered and not overlapping; none for a file without places.
    ///
    /// Blocks. Reads the metadata only, and of a JPEG the whole picture to find what follows it.
    ///
    /// - Throws: `unsupportedFile` if the file may hold places that cannot be removed; `ioFailure`.
    package static func overwrites(of format: ImageFormat, in source: ImageSource) throws(PhotoLibraryError)
        -> [Overwrite]
    {
        let edits = EditedBytes(source)
        try removePlaces(from: edits) { remover throws(PhotoLibraryError) in try remover.removePlaces(of: format) }
        return try edits.overwrites()
    }

    /// Repeats a removal until it changes nothing.
    static func removePlaces(
        from edits: EditedBytes, _ removal: (LocationRemover) throws(PhotoLibraryError) -> Void
    ) throws(PhotoLibraryError) {
        for _ in 0..<maxPasses {
            let count = edits.changeCount
            let remover = LocationRemover(edits)
            try removal(remover)
            try remover.checkLimits()
            if edits.changeCount == count { return }
        }
        throw .placesNotRemovable("Its metadata contradicts itself.")
    }
}

extension PhotoLibraryError {
    /// The error for a file whose places cannot be removed.
    static func placesNotRemovable(_ reason: String) -> PhotoLibraryError {
        PhotoLibraryError(
            .unsupportedFile,
            "\(reason) Its places cannot be removed, so it is not given to apps without places. Give the app access to "
                + "places to share it.")
    }
}
