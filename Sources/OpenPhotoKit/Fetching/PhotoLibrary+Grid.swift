package import Foundation
package import PhotoCatalog
package import PhotoModel

// What a grid of all photos shows, for the owner.
extension PhotoLibrary {
    /// The number of the query's photos in each month that has some, the oldest first.
    ///
    /// - Throws: `accessUserDenied` if this object does not have the owner's access; the errors of the catalogue.
    package func monthCounts(of query: AssetQuery) throws(PhotoLibraryError) -> [MonthCount] {
        try checkIsOwners()
        return try catalog.monthCounts(of: query)
    }

    /// The gray pictures of photos, each of 64 × 64 levels by row, squeezed to a square; missing ones are omitted.
    ///
    /// - Parameter rows: The numbers that the reader of this library gave.
    /// - Throws: As ``monthCounts(of:)``.
    package func grayPictures(rows: [Int64]) throws(PhotoLibraryError) -> [Int64: Data] {
        try checkIsOwners()
        return try catalog.grayPictures(rows: rows)
    }
}
