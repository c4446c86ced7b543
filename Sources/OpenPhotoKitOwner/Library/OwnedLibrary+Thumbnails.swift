package import AssetLoading
internal import Foundation
package import ImageDecoding
internal import LibraryStorage
internal import OpenPhotoKit
internal import Originals
package import PhotoModel
package import SystemPackage
internal import SystemSupport
package import Thumbnails

extension OwnedLibrary {
    /// Opens the cache of this library's thumbnails.
    ///
    /// - Throws: `notEnoughSpace`, `ioFailure`.
    package func thumbnailCache() throws(PhotoLibraryError) -> ThumbnailCache { try local.owners.thumbnailCache() }

    /// The result of making the thumbnails of a photo.
    package struct MadeThumbnails: Sendable {
        package let asset: Asset
        /// The path of the original.
        package let path: FilePath
        /// The number of renditions that were made.
        package fileprivate(set) var made = 0
        /// The number of renditions that were in the cache.
        package fileprivate(set) var present = 0
        /// Why a rendition could not be made; `nil` if all were made.
        package fileprivate(set) var error: PhotoLibraryError?
    }

    /// Makes the renditions of all photos that the cache does not have, the newest photo first.
    ///
    /// Ends when the cache is full, because more renditions would replace those that were just made.
    ///
    /// - Parameters:
    ///   - loading: Counts photos. Cancelling it ends the work after the renditions that are being made.
    ///   - onPhoto: Called for each photo, one call at a time.
    /// - Throws: The errors of the catalogue, and of adding to the cache.
    package func makeThumbnails(
        _ renditions: [Rendition], with loader: ThumbnailLoader, loading: LoadProgress,
        onPhoto: (MadeThumbnails) -> Void
    ) async throws {
        var query = AssetQuery(sort: [AssetSort(.captureDate, ascending: false)]).includingAll
        query.scope = .library
        let assets = try await blocking { [self, query] in try fetchAssets(query) }
        loading.addExpected(files: assets.count, bytes: 0)
        loading.walkFinished()
        loading.setPhase(.loading)
        // Enough photos at a time that no worker waits while another photo is read from the cache or the disk.
        let width = 4 * ProcessInfo.processInfo.activeProcessorCount
        try await withThrowingTaskGroup(of: MadeThumbnails.self) { group in
            var running = 0
            func finishOne() async throws {
                guard let photo = try await group.next() else { return }
                running -= 1
                loading.fileSkipped(bytes: 0)
                if photo.error?.code != .cancelled { onPhoto(photo) }
                if let failure = loader.cacheFailure { throw failure }
            }
            for index in 0..<assets.count {
                if loading.isCancelled || loader.cache?.isFull == true { break }
                let asset = try await blocking { try assets.object(at: index) }
                if running == width { try await finishOne() }
                group.addTask { await self.makeThumbnails(renditions, of: asset, with: loader) }
                running += 1
            }
            while running > 0 { try await finishOne() }
        }
    }

    private func makeThumbnails(
        _ renditions: [Rendition], of asset: Asset, with loader: ThumbnailLoader
    ) async -> MadeThumbnails {
        var photo = MadeThumbnails(asset: asset, path: asset.original.map { handle($0).name } ?? FilePath())
        guard let displayed = asset.displayed else { return photo }
        for rendition in renditions {
            if await blocking({ loader.hasThumbnail(for: displayed, as: rendition) }) {
                photo.present += 1
                continue
            }
            do {
                _ = try await loader.thumbnail(for: displayed, as: rendition, priority: .background)
                photo.made += 1
            } catch {
                photo.error = error as? PhotoLibraryError ?? PhotoLibraryError(.internalError, "\(error)")
                break
            }
        }
        return photo
    }
}
