internal import ImageDecoding
internal import PhotoCatalog
internal import PhotoModel
internal import SystemPackage

extension PhotoLibrary {
    /// Looks how large the edited pictures are that an older version has stored: only their headers are read.
    ///
    /// What cannot be read is asked again when the library is next opened: its photo has the original's size meanwhile.
    static func measureEdits(of catalog: PhotoCatalog) throws {
        var last: Int64 = 0
        while case let page = try catalog.unmeasuredEdits(after: last), let end = page.last {
            var sizes: [Int64: PixelSize] = [:]
            for edit in page { sizes[edit.row] = try? displayedSize(ofFileAt: edit.path) }
            try catalog.setSizes(ofEdits: sizes)
            last = end.row
        }
    }

    private static func displayedSize(ofFileAt path: FilePath) throws -> PixelSize? {
        let file = try FileDescriptor.open(path, .readOnly, options: [.closeOnExec, .nonBlocking])
        return try file.closeAfter {
            let size = Int(try file.seek(offset: 0, from: .end))
            return try ImageDecoder().inspect(.file(descriptor: file.rawValue, size: size)).displayedSize
        }
    }
}
