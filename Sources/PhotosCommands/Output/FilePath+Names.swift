internal import Foundation
internal import OpenPhotoKitOwner
internal import PhotoModel
internal import SystemSupport

extension FilePath {
    private static let currentFolder = FilePath(FileManager.default.currentDirectoryPath)

    /// The absolute path.
    ///
    /// A relative path starts at the current folder.
    var absolute: FilePath {
        let path = Self.currentFolder.pushing(self)
        // If .. follows a symbolic link, only the file system can resolve it.
        guard path.components.contains(where: { $0.kind == .parentDirectory }),
            let resolved = try? path.resolvingLinks()
        else { return path.lexicallyNormalized() }
        return resolved
    }

    /// The path for messages: relative if it is in the current folder, and without control characters.
    var shown: String {
        var path = self
        if path.removePrefix(Self.currentFolder), !path.isEmpty { return Terminal.safe(path.string) }
        return Terminal.safe(string)
    }
}
