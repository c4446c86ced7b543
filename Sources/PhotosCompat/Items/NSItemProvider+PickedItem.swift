internal import Foundation
internal import OpenPhotoKit
internal import PhotoModel
internal import SystemPackage
internal import SystemSupport

extension NSItemProvider {
    /// The photo that a person picked; without representations if it was preselected.
    ///
    /// A Live Photo also has a representation as a folder, the last one.
    /// No file of the library is opened in place.
    convenience init(_ item: PickedItem) {
        self.init()
        suggestedName = item.suggestedName
        for type in item.types {
            register(
                ItemRepresentation(
                    type: type, data: { try await item.bytes(of: type, $0) },
                    file: { folder, progress in
                        let file = folder.url(for: type)
                        try await item.load(type, to: FilePath(file.path), progress: progress)
                        return file
                    }, isImage: item.canDecode(type), isFile: true, byteCount: item.byteCount(type)))
        }
        let video = item.types.first { $0.conforms(to: .movie) }
        if let video, let picture = item.types.first(where: item.canDecode) {
            register(.livePhoto(item, picture, video))
        }
    }
}

extension ItemRepresentation {
    /// A Live Photo: a folder with its picture and its video, or the bytes of its picture.
    fileprivate static func livePhoto(
        _ item: PickedItem, _ picture: TypeIdentifier, _ video: TypeIdentifier
    ) -> ItemRepresentation {
        ItemRepresentation(
            type: .livePhotoBundle, data: { try await item.bytes(of: picture, $0) },
            file: { folder, progress in
                let bundle = folder.url(for: .livePhotoBundle)
                try await blocking {
                    try FileManager.default.createDirectory(at: bundle, withIntermediateDirectories: false)
                }
                func place(of type: TypeIdentifier) -> FilePath {
                    FilePath(bundle.appendingPathComponent(folder.url(for: type).lastPathComponent).path)
                }
                try await item.load(picture, to: place(of: picture))
                try await item.load(video, to: place(of: video), progress: progress)
                return bundle
            }, isImage: false)
    }
}

extension PickedItem {
    fileprivate func bytes(of type: TypeIdentifier, _ progress: Progress) async throws -> Data {
        var bytes = Data()
        for try await piece in try data(type, progress: progress) { bytes += piece }
        return bytes
    }
}
