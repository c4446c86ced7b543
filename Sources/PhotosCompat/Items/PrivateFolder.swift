internal import Foundation
internal import PhotoModel
internal import SystemPackage
internal import SystemSupport

/// A new folder for one file, which only this user can read.
///
/// The folder is removed when this object is released, with the file unless it was moved.
///
/// ``remove()`` does this at once.
final class PrivateFolder: Sendable {
    private let folder: ScratchFolder
    /// The name for the file, without an extension.
    private let suggestedName: String?

    /// - Throws: `PhotoLibraryError` if the folder cannot be made: `notEnoughSpace`, `ioFailure`.
    init(suggestedName: String? = nil) throws {
        folder = try ScratchFolder()
        self.suggestedName = suggestedName
    }

    func remove() { folder.remove() }

    /// The path of a file of this type, with the type's extension.
    ///
    /// - Parameter originalName: The file's name, for an item without a suggested name.
    func url(for type: TypeIdentifier, originalName: String? = nil) -> URL {
        var name = suggestedName ?? originalName ?? ""
        let named = TypeIdentifier(filenameExtension: (name as NSString).pathExtension)
        let ending =
            named?.conforms(to: type) == true ? "" : type.preferredFilenameExtension.map { ".\($0)" } ?? ""
        name = String(name.map { $0 == "/" || $0 == "\0" ? "_" : $0 })
        // Neither hidden nor a name of a folder, and at most 255 bytes.
        if name.isEmpty || name.hasPrefix(".") { name = "Item" + name.drop { $0 == "." } }
        while name.utf8.count + ending.utf8.count > 255 { name.removeLast() }
        return URL(fileURLWithPath: folder.path.string, isDirectory: true).appendingPathComponent(name + ending)
    }
}
