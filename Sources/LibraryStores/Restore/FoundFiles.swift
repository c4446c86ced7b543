internal import Glibc
internal import PhotoCatalog
internal import PhotoModel
internal import SystemPackage

/// Where the files of a restored catalogue are.
struct FoundFiles {
    /// The rows whose files are in the store, with their former paths in the library's folder.
    var elsewhere: [(resource: Int64, path: FilePath?, stub: FilePath?)] = []
    /// The digests of the files that the store has.
    var inStore: [Digest] = []
    /// The digests of the files that the store lacks.
    var missing: [Digest] = []

    mutating func add(_ resource: StoredResource, isInStore: Bool) {
        if isInStore {
            inStore.append(resource.content.sha256)
        } else {
            missing.append(resource.content.sha256)
        }
        switch resource.content.location {
        // The new library's folder has no file. Another store may have what this one lacks.
        case .library(let path): elsewhere.append((resource.row, path, nil))
        case .reference(let path):
            // The disk of the reference may be here.
            var status = stat()
            guard stat(path.platform, &status) != 0 || status.st_size != resource.content.size else { return }
            if isInStore { elsewhere.append((resource.row, nil, nil)) }
        case .elsewhere, .withheld: break
        }
    }
}
