internal import Foundation
internal import OpenPhotoKit

extension NSItemProvider {
    /// The photo that a person picked; without representations if it was preselected.
    ///
    /// No file of the library is opened in place.
    convenience init(_ item: PickedItem) {
        self.init()
        suggestedName = item.suggestedName
        for type in item.types {
            register(
                ItemRepresentation(
                    type: type,
                    data: { progress in
                        var data = Data()
                        for try await piece in try item.data(type, progress: progress) { data += piece }
                        return data
                    },
                    file: { folder, progress in
                        let file = folder.url(for: type)
                        try await item.load(type, to: FilePath(file.path), progress: progress)
                        return file
                    }, isImage: item.canDecode(type), isFile: true, byteCount: item.byteCount(type)))
        }
    }
}
