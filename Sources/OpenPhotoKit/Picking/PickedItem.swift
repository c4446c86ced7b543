public import AssetLoading
internal import DecoderProcess
public import Foundation
internal import ImageDecoding
internal import LibraryInterface
internal import Originals
public import PhotoModel
public import SystemPackage

/// A photo that the owner of a library selected for this app.
///
/// Its files can be loaded as long as the item is referenced, and by no other access to the library.
public struct PickedItem: Sendable {
    /// The local identifier of the photo, if the picker has a library.
    ///
    /// The app can fetch the asset only if it also has access to it.
    public let assetIdentifier: String?
    /// The types of the files of the photo, the best first; empty for a preselected photo.
    ///
    /// An edited picture is before the original, and pictures are before videos. The last is JPEG for a photo that has
    /// no JPEG and whose picture can be converted: one that is decoded and has at most 110 million pixels. It is the
    /// first if the picker prefers compatible representations and the photo has no PNG either.
    public let types: [TypeIdentifier]
    /// The file name at import without the extension; `nil` for a preselected photo.
    public let suggestedName: String?
    /// The files, in the order of ``types``.
    private let files: [(file: ResourceHandle, isConverted: Bool)]
    /// Whether the picture of the original is decoded.
    private let hasPicture: Bool

    private static let decoder = PictureDecoder(.automatic, budget: .ofWholePictures)

    /// - Parameter policy: Whether the files may come from a remote store.
    init(
        _ asset: PickedAsset, of session: any PickSession, _ policy: FetchPolicy, identifiesAsset: Bool,
        prefersCompatible: Bool
    ) {
        assetIdentifier = identifiesAsset ? asset.localIdentifier : nil
        var (types, files): ([TypeIdentifier], [(file: ResourceHandle, isConverted: Bool)]) = ([], [])
        for resource in asset.resources {
            let type = TypeIdentifier(
                resource.format, filenameExtension: resource.originalFilename?.extension)
            guard !types.contains(type) else { continue }
            types.append(type)
            // The session checks what may be opened.
            files.append((ResourceHandle(resource, in: session, policy), false))
        }
        if !types.contains(.jpeg), let picture = files.first(where: { $0.file.isDecodable(asset.hasPicture) }) {
            let place = prefersCompatible && !types.contains(.png) ? 0 : types.count
            types.insert(.jpeg, at: place)
            files.insert((picture.file, true), at: place)
        }
        (self.types, self.files, hasPicture) = (types, files, asset.hasPicture)
        suggestedName = asset.resources.first?.originalFilename?.stem
    }

    /// Whether a file of the photo is of this type, such as `public.image` for a JPEG.
    public func canLoad(_ type: TypeIdentifier) -> Bool { types.contains { $0.conforms(to: type) } }

    /// Whether the file of this type has a picture that is decoded.
    package func canDecode(_ type: TypeIdentifier) -> Bool {
        types.firstIndex(of: type).map { files[$0].file.isDecodable(hasPicture) } ?? false
    }

    /// The size in bytes of the best file of this type, or of the picture that is converted to it; `nil` for another
    /// type.
    package func byteCount(_ type: TypeIdentifier) -> Int? { index(of: type).map { files[$0].file.resource.bytes } }

    /// Writes the best file of this type to a new file.
    ///
    /// The file gets its name when its bytes are complete and on the disk. Bytes of an original are compared with the
    /// bytes that were imported. Cancelling the task, or the progress, stops the work within 200 ms and removes the
    /// incomplete file.
    ///
    /// - Parameters:
    ///   - type: The type of the file, or one that it conforms to.
    ///   - path: The path of the new file.
    ///   - progress: Counts bytes: those of the file, or of the picture that is converted. Cancelling it cancels the
    ///     work.
    /// - Throws: `PhotoLibraryError`: `requestNotSupportedForAsset` for another type; `identifierNotFound` if the
    ///   photo was deleted after it was picked; `invalidResource` if the destination exists or the file cannot be made
    ///   there; `unsupportedFile` or `limitExceeded` if the picture cannot be converted; `notEnoughSpace`;
    ///   `accessUserDenied`; `libraryUnavailable`; otherwise the errors of `ResourceData`.
    @discardableResult
    public func load(
        _ type: TypeIdentifier, to path: FilePath, progress: Progress? = nil
    ) async throws -> StoredFile {
        let request = LoadRequest(try source(of: type), destination: path)
        let loading = LoadProgress(showing: progress)
        guard let result = await AssetLoader(ioJobs: 1).load([request], loading: loading).first else {
            throw PhotoLibraryError(.internalError, "The file was not loaded.", path: path.string)
        }
        return try result.get()
    }

    /// The bytes of the best file of this type, in chunks, with progress.
    ///
    /// Cancelling the progress ends the sequence.
    ///
    /// - Throws: `requestNotSupportedForAsset` for another type.
    public func data(_ type: TypeIdentifier, progress: Progress? = nil) throws(PhotoLibraryError) -> ResourceData {
        ResourceData(try source(of: type), progress: progress)
    }

    private func index(of type: TypeIdentifier) -> Int? { types.firstIndex { $0.conforms(to: type) } }

    private func source(of type: TypeIdentifier) throws(PhotoLibraryError) -> LoadSource {
        guard let index = index(of: type) else {
            throw PhotoLibraryError(
                .requestNotSupportedForAsset, "The photo has no file of the type \(type). Its types: \(types)",
                identifier: assetIdentifier)
        }
        let (file, isConverted) = files[index]
        return isConverted ? .converted(file, JPEGConversion(decoder: Self.decoder)) : .resource(file)
    }
}

extension ResourceHandle {
    /// Whether the picture in this file is decoded.
    ///
    /// - Parameter hasPicture: Whether that of the original is.
    fileprivate func isDecodable(_ hasPicture: Bool) -> Bool {
        JPEGConversion.canConvert(resource) && (hasPicture || resource.kind != .original)
    }
}
