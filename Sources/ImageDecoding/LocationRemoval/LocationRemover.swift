internal import Glibc
package import PhotoModel

/// One pass that finds the places in a file's metadata and overwrites them.
///
/// Its extensions are beside the readers of each format, container and block of metadata. Values in files are hostile:
/// ranges are compared with the file's size, and the bytes and elements that are read are limited.
package final class LocationRemover {
    let file: SourceBytes
    private let edits: EditedBytes
    private var window = Window()
    /// The nesting of files in files, such as the thumbnail in the EXIF of a JPEG.
    private var depth = 0

    package init(_ edits: EditedBytes) {
        self.edits = edits
        var limits = DecodeLimits.standard
        limits.maxMetadataBytes = 256 << 20
        limits.maxContainerElements = 1_000_000
        file = SourceBytes(edits, limits)
    }

    /// The whole file.
    var all: Range<Int> { 0..<file.size }

    /// The number of edits that changed bytes.
    var changeCount: Int { edits.changeCount }

    /// - Throws: `unsupportedFile` if a limit was exceeded, because places may then remain.
    package func checkLimits() throws(PhotoLibraryError) {
        guard file.warnings.isEmpty else { throw .placesNotRemovable("Its metadata is too large.") }
    }

    package func removePlaces(of format: ImageFormat) throws(PhotoLibraryError) {
        try FormatRegistry.support(of: format).removePlaces(self)
    }

    // MARK: Edits

    func write(_ bytes: [UInt8], at offset: Int) throws(PhotoLibraryError) {
        try edits.write(bytes, at: offset)
        forgetPages()
    }

    func fill(_ range: Range<Int>, with byte: UInt8 = 0) throws(PhotoLibraryError) {
        try edits.fill(range, with: byte)
        forgetPages()
    }

    private func forgetPages() {
        file.forgetPage()
        window = Window()
    }

    /// Runs `body` unless files are nested too deeply.
    ///
    /// - Throws: `unsupportedFile` if they are.
    func nested(_ body: () throws(PhotoLibraryError) -> Void) throws(PhotoLibraryError) {
        guard depth < 8 else { throw .placesNotRemovable("It has too many files in files.") }
        depth += 1
        defer { depth -= 1 }
        try body()
    }

    /// Whether a removal changes these bytes.
    func hasPlaces(
        in bytes: [UInt8], _ removal: (LocationRemover) throws(PhotoLibraryError) -> Void
    ) throws(PhotoLibraryError) -> Bool {
        let copy = EditedBytes(ImageSource.bytes(bytes))
        try nested { () throws(PhotoLibraryError) in
            let remover = LocationRemover(copy)
            remover.depth = depth
            try removal(remover)
            try remover.checkLimits()
        }
        return copy.changeCount > 0
    }

    // MARK: Search

    /// A part of the file that is searched.
    private struct Window {
        var start = 0
        var bytes: [UInt8] = []
    }

    /// The number of bytes that may still be searched.
    private var searchBytesLeft = 1 << 30

    /// The position of the next `byte` in the range; `nil` without one.
    ///
    /// - Throws: `unsupportedFile` if too many bytes were searched.
    func position(of byte: UInt8, in range: Range<Int>) throws(PhotoLibraryError) -> Int? {
        var place = range.lowerBound
        while place < range.upperBound {
            guard let bytes = try searchedBytes(at: place) else { return nil }
            let found = bytes.0.withUnsafeBytes { buffer -> Int? in
                guard let base = buffer.baseAddress else { return nil }
                return memchr(base + bytes.1, Int32(byte), buffer.count - bytes.1).map { UnsafeRawPointer($0) - base }
            }
            if let found {
                let position = place - bytes.1 + found
                return position < range.upperBound ? position : nil
            }
            place += bytes.0.count - bytes.1
        }
        return nil
    }

    /// The byte at a position, read as ``position(of:in:)`` reads.
    func searchedByte(at place: Int) throws(PhotoLibraryError) -> UInt8? {
        try searchedBytes(at: place).map { $0.0[$0.1] }
    }

    /// The window with the byte at a position, and the byte's index in the window.
    private func searchedBytes(at place: Int) throws(PhotoLibraryError) -> ([UInt8], Int)? {
        guard place >= 0, place < file.size else { return nil }
        if place < window.start || place >= window.start + window.bytes.count {
            let range = place..<min(place + (64 << 10), file.size)
            guard range.count <= searchBytesLeft else { throw .placesNotRemovable("It is too large.") }
            searchBytesLeft -= range.count
            let bytes = try edits.bytes(range)
            guard !bytes.isEmpty else { return nil }
            window = Window(start: place, bytes: bytes)
        }
        return (window.bytes, place - window.start)
    }
}
