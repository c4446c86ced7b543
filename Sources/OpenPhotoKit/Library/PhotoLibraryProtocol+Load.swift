public import AssetLoading
package import DecoderProcess
public import Foundation
internal import LibraryInterface
internal import Originals
internal import PhotoModel
public import SystemPackage
internal import SystemSupport
internal import Thumbnails

/// Which files of photos are copied.
package enum CopiedFiles: Sendable {
    case originals
    /// The originals and the files that are attached to them.
    case all
    /// The displayed pictures as JPEGs: edited photos as edited, and other formats converted by the decoder.
    case jpegs(PictureDecoder)
}

extension PhotoLibraryProtocol {
    /// Copies originals to new files in `folder`, with their file names at import.
    ///
    /// A number is added to a name that exists already. If one file fails, the others are still copied. Cancelling the
    /// task, or the progress, stops the load within 200 ms. Complete files stay, and incomplete files are removed.
    ///
    /// - Parameters:
    ///   - localIdentifiers: The assets whose originals are copied.
    ///   - folder: An existing folder for the new files.
    ///   - ioJobs: How many files are read at a time.
    ///   - includingAttached: Whether to copy the other files of the photos too: raw files, videos, edits and sidecars,
    ///     after each original in the order of `Asset.resources`.
    ///   - options: Whether the bytes may be fetched over the network.
    ///   - progress: Counts bytes, and can cancel the load.
    /// - Returns: The result of each file, in the order of the identifiers and of their files.
    /// - Throws: `identifierNotFound` with the first identifier that has no asset; nothing is loaded then.
    public func loadOriginals(
        of localIdentifiers: [String], to folder: FilePath, ioJobs: Int = 2, includingAttached: Bool = false,
        options: ResourceRequestOptions = ResourceRequestOptions(), progress: Progress? = nil
    ) async throws -> [Result<StoredFile, any Error>] {
        try await loadFiles(
            includingAttached ? .all : .originals, of: localIdentifiers, to: folder, ioJobs: ioJobs, options: options,
            loading: LoadProgress(showing: progress))
    }

    /// Copies these files of the assets to new files in `folder`, and shows the progress in `loading`.
    ///
    /// A picture that cannot be converted fails with `unsupportedFile` or `limitExceeded`.
    package func loadFiles(
        _ files: CopiedFiles, of localIdentifiers: [String], to folder: FilePath, ioJobs: Int,
        options: ResourceRequestOptions, loading: LoadProgress
    ) async throws -> [Result<StoredFile, any Error>] {
        let requests: [LoadRequest]
        do {
            requests = try await requesting { [self] in
                try loadRequests(for: files, of: localIdentifiers, to: folder, options: options)
            }
        } catch { return try loading.ending(with: .failure(error)) }
        return await AssetLoader(ioJobs: ioJobs).load(requests, loading: loading)
    }

    private func loadRequests(
        for files: CopiedFiles, of localIdentifiers: [String], to folder: FilePath, options: ResourceRequestOptions
    ) throws -> [LoadRequest] {
        let assets = try reader.assets(localIdentifiers)
        var taken: Set<FilePath> = []
        return try localIdentifiers.flatMap { identifier in
            guard let asset = assets[identifier] else {
                throw PhotoLibraryError.noAsset(withLocalIdentifier: identifier)
            }
            return sources(of: files, of: asset, options).map { file, name in
                let destination = OriginalName.free(for: name, in: folder, taken: taken)
                taken.insert(destination)
                return LoadRequest(file, destination: destination)
            }
        }
    }

    /// The files of the asset, and the names that their copies get if these are free.
    private func sources(
        of files: CopiedFiles, of asset: Asset, _ options: ResourceRequestOptions
    ) -> [(LoadSource, name: FilePath.Component?)] {
        let resources: [AssetResource]
        switch files {
        case .originals: resources = asset.files(includingAttached: false)
        case .all: resources = asset.files(includingAttached: true)
        case .jpegs(let decoder):
            return (asset.displayed ?? asset.original).map { picture in
                let file = handle(picture, options)
                if picture.format == .jpeg { return [(.resource(file), picture.originalFilename)] }
                let name = FilePath.Component((picture.originalFilename?.stem ?? "unnamed") + ".jpg")
                return [(.converted(file, JPEGConversion(decoder: decoder)), name)]
            } ?? []
        }
        return resources.map { (.resource(handle($0, options)), $0.originalFilename) }
    }
}
