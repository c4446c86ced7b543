package import Foundation
package import PhotoCatalog
package import PhotoModel

// What a grid of all photos shows, for the owner. Rows are the numbers that the reader of this library gives.
extension OwnedLibrary {
    /// The month of capture of each photo on the camera's clock, such as `2024-05`, by row.
    ///
    /// Photos without a date are omitted.
    ///
    /// - Throws: The errors of the catalogue.
    package func months(rows: [Int64]) throws(PhotoLibraryError) -> [Int64: String] {
        return try catalog.months(rows: rows)
    }

    /// All albums, in the order of their titles.
    ///
    /// - Parameter isShown: Whether the photo of a row is counted.
    /// - Throws: As ``months(rows:)``.
    package func albumOverviews(of isShown: (Int64) -> Bool) throws(PhotoLibraryError) -> [AlbumOverview] {
        return try catalog.albumOverviews(of: isShown)
    }

    /// The gray pictures of photos, each of 64 × 64 levels by row, squeezed to a square; missing ones are omitted.
    ///
    /// - Throws: As ``months(rows:)``.
    package func grayPictures(rows: [Int64]) throws(PhotoLibraryError) -> [Int64: Data] {
        return try catalog.grayPictures(rows: rows)
    }
}
