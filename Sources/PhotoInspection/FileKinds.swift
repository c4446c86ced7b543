internal import ImageDecoding
package import Originals
internal import PhotoModel
package import SystemPackage

/// Classifies files by their names: files that systems write for themselves, and files with a photo's extension.
package enum FileKinds {
    /// Leftovers of operating systems and network disks, and the record and the albums that an export writes to its
    /// folder.
    ///
    /// Hidden folders are skipped too; other hidden files may be photos.
    package static func isSystemFile(_ name: FilePath.Component, isFolder: Bool) -> Bool {
        let text = name.string
        if isFolder { return text.hasPrefix(".") || systemFolders.contains(text) }
        return text.hasPrefix("._") || systemFiles.contains(text.lowercased())
    }

    private static let systemFolders: Set<String> = [
        "@eaDir", "#recycle", "$RECYCLE.BIN", "System Volume Information", "lost+found", "__MACOSX",
    ]
    private static let systemFiles: Set<String> = [
        ".ds_store", "thumbs.db", "ehthumbs.db", "desktop.ini", ".picasa.ini", ".nomedia", ".localized",
        // PhotoExport writes these files.
        OwnXMP.exportRecordFile, OwnXMP.albumsFile,
    ]

    /// Whether a phone has moved the file to its trash: `.trashed-1718000000-IMG_1.jpg`.
    ///
    /// Source: Android's MediaStore, which deletes such a file at the time in its name, in seconds since 1970.
    package static func isInTrash(_ name: FilePath.Component) -> Bool { name.string.hasTime(after: ".trashed-") }

    /// Whether an app of a phone has not completed the file: `.pending-1718000000-IMG_1.jpg`.
    ///
    /// Source: Android's MediaStore.
    package static func isPending(_ name: FilePath.Component) -> Bool { name.string.hasTime(after: ".pending-") }

    /// Whether the name has the extension of a picture or a video.
    ///
    /// The content of the file decides its format.
    package static func isNamedLikePhoto(_ path: FilePath) -> Bool {
        photoExtensions.contains((path.extension ?? "").lowercased())
    }

    /// Whether the first bytes are those of a picture or a video.
    ///
    /// - Throws: `unreadable`, `notARegularFile`, `ioFailure`.
    package static func beginsLikePhoto(
        _ path: FilePath, followsLinks: Bool, in files: any FileSource = LocalFiles()
    ) throws -> Bool {
        imageFormat(ofFirstBytes: try head(of: files.open(path, followsLinks: followsLinks))) != .unknown
    }

    /// The first bytes of a file, by which its format is known.
    static func head(of source: any ByteSource) throws -> [UInt8] {
        try [UInt8](unsafeUninitializedCapacity: 64) { buffer, count in
            count = try source.read(into: UnsafeMutableRawBufferPointer(buffer))
        }
    }

    private static let photoExtensions = Set(ImageFormat.allCases.flatMap(\.filenameExtensions))
}

extension String {
    /// Whether the text begins with `mark`, digits, and a hyphen before more text.
    fileprivate func hasTime(after mark: String) -> Bool {
        guard hasPrefix(mark), let end = dropFirst(mark.count).firstIndex(of: "-") else { return false }
        let time = dropFirst(mark.count)[..<end]
        return !time.isEmpty && time.allSatisfy(\.isNumber) && self[end...].count > 1
    }
}
