internal import Foundation
internal import OpenPhotoKit
internal import PhotoModel

extension FilePath {
    private static let currentFolder = FilePath(FileManager.default.currentDirectoryPath)

    /// The path from the root, whatever folder the command was started in.
    var absolute: FilePath {
        let path = Self.currentFolder.pushing(self)
        // Where a link is followed by .. only the file system knows what is meant.
        guard path.components.contains(where: { $0.kind == .parentDirectory }),
            let resolved = realpath(path.platform, nil)
        else { return path.lexicallyNormalized() }
        defer { free(resolved) }
        return FilePath(platformString: resolved)
    }

    /// The path for a person: short below the folder the command was started in, and nothing in it moves the cursor.
    var shown: String {
        var path = self
        if path.removePrefix(Self.currentFolder), !path.isEmpty { return Terminal.safe(path.string) }
        return Terminal.safe(string)
    }
}
