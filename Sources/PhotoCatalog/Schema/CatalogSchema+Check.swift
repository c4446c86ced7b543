internal import GRDB
internal import PhotoModel
internal import SystemPackage

extension CatalogSchema {
    /// Checks that this version can use the database of a library.
    ///
    /// - Throws: `libraryFormatTooNew`, `libraryDamaged`.
    static func check(_ database: Database, _ folder: FilePath) throws {
        switch try found(in: database) {
        case .present, .withoutTables: return
        case .newer:
            throw PhotoLibraryError(
                .libraryFormatTooNew,
                "This library was made by a newer version of OpenPhotoKit. Update this program to open it.",
                path: folder.string)
        case .earlier:
            throw PhotoLibraryError(
                .libraryDamaged,
                "An earlier version of OpenPhotoKit made this library; nothing in it is lost. A repair brings its catalogue "
                    + "over to this version, where its folder can be written.", remedy: .repair, path: folder.string)
        case .older:
            throw PhotoLibraryError(.libraryDamaged, tooOld, remedy: .repair, path: folder.string)
        // A catalogue that may be changed has its tables by now.
        case .none:
            throw PhotoLibraryError(
                .libraryDamaged, "The catalogue has no tables; the originals are untouched. A repair makes a new one.",
                remedy: .repair, path: folder.string)
        }
    }

    static let tooOld = """
        A version of OpenPhotoKit from before its first release made this catalogue, and this version cannot read it; the \
        originals are untouched. A repair makes a new catalogue of them.
        """
}
