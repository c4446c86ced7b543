public import Foundation
package import LibraryStorage
internal import PhotoCatalog
internal import PhotoModel

/// The condition of the copy of a library's catalogue.
public enum CatalogCopyCondition: Sendable, Hashable {
    /// The copy has the data that the catalogue had at this date.
    case sound(Date)
    /// There is no copy.
    case missing
    /// The copy cannot be used. The text says why, for a person. The next copy replaces it.
    case damaged(String)

    /// The date of a sound copy; `nil` for another condition.
    public var date: Date? { if case .sound(let date) = self { date } else { nil } }
}

extension CatalogCopyCondition {
    package init(of folder: LibraryFolder, library: UUID) {
        guard folder.hasCatalogCopy else {
            self = .missing
            return
        }
        do {
            let found = try CatalogExamination(.copy, folder: folder.catalogCopy, extent: .structure)
            self.init(found, library: library)
        } catch let error as PhotoLibraryError { self = .damaged(error.message) } catch { self = .damaged("\(error)") }
    }

    /// - Parameter library: The identifier of the library whose catalogue the copy should hold.
    init(_ found: CatalogExamination, library: UUID) {
        if let damage = found.damage {
            self = .damaged(damage)
        } else if found.libraryID != library {
            self = .damaged("The copy is that of another library's catalogue.")
        } else if let date = found.copyDate {
            self = .sound(date)
        } else {
            self = .damaged("The copy has no date.")
        }
    }
}
