package import ImageDecoding
package import PhotoModel

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
    package static func overwrites(of format: ImageFormat, in source: any RandomAccessBytes) throws(PhotoLibraryError)
        -> [Overwrite]
    {
        let edits = EditedBytes(source)
        for _ in 0..<maxPasses {
            let count = edits.changeCount
            let remover = LocationRemover(edits)
            try remover.removePlaces(of: format)
            try remover.checkLimits()
            if edits.changeCount == count { return try edits.overwrites() }
        }
        throw .placesNotRemovable("Its metadata contradicts itself.")
    }
}
