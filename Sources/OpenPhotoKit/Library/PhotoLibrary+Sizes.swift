internal import ImageDecoding
internal import PhotoCatalog
internal import PhotoModel
internal import SystemPackage

extension PhotoLibrary {
    /// Looks how large the edited pictures are that an older version has stored: only their headers are read.
    ///
    /// The photo of one that cannot be read keeps the original's size.
    static func measureEdits(of catalog: PhotoCatalog) throws {
        while case let page = try catalog.unmeasuredEdits(), !page.isEmpty {
            try catalog.setSizes(ofEdits: page.map { ($0.row, try? displayedSize(ofFileAt: $0.path)) })
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
