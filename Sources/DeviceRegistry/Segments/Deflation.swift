internal import CLibZ
internal import PhotoModel

/// Bytes deflated in the format of zlib (RFC 1950).
enum Deflation {
    /// - Throws: `internalError` if zlib has no memory.
    static func deflated(_ bytes: [UInt8]) throws(PhotoLibraryError) -> [UInt8] {
        var result = [UInt8](repeating: 0, count: Int(clamping: compressBound(uLong(bytes.count))))
        var count = uLongf(result.count)
        guard compress2(&result, &count, bytes, uLong(bytes.count), Z_DEFAULT_COMPRESSION) == Z_OK else {
            throw PhotoLibraryError(.internalError, "zlib could not deflate a segment.")
        }
        return Array(result.prefix(Int(clamping: count)))
    }

    /// - Parameter size: The number of bytes that the result must have. No more memory is used.
    /// - Returns: `nil` if the bytes are not deflated bytes of that size, or others follow them.
    static func inflated(_ bytes: ArraySlice<UInt8>, size: Int) -> [UInt8]? {
        let bytes = Array(bytes)
        // An empty buffer has no address, which zlib refuses.
        var result = [UInt8](repeating: 0, count: max(1, size))
        var count = uLongf(size)
        var used = uLong(bytes.count)
        guard uncompress2(&result, &count, bytes, &used) == Z_OK, count == uLongf(size), used == uLong(bytes.count)
        else { return nil }
        return size == 0 ? [] : result
    }
}
