internal import PhotoModel

extension DecodeJob {
    /// Decodes a picture that a codec decodes by itself.
    ///
    /// - Parameter size: The size that the file states. A larger coded picture is refused.
    func decode(_ picture: CodedPicture, within size: PixelSize) throws(DecodeStop) -> PlanarPicture {
        var data: [UInt8] = []
        data.reserveCapacity(picture.byteCount)
        try withCallerErrors { () throws(PhotoLibraryError) in
            for extent in picture.extents {
                try progress.advance(to: extent.lowerBound)
                data += try source.bytes(extent)
            }
        }
        return try picture.coding.decode(data, configuration: picture.configuration, within: size)
    }
}
