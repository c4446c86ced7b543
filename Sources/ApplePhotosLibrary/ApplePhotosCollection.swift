internal import Foundation
internal import GRDB
internal import PhotoModel

/// An album or folder that the owner of an Apple Photos library made.
package struct ApplePhotosCollection: Sendable, Hashable {
    /// The order of an album's photos.
    enum Order: Sendable, Hashable { case manual, oldestFirst, newestFirst, title }

    /// The identifier in the library, which other copies of the library have too.
    package let uuid: String
    package let title: String
    package let isFolder: Bool
    /// The identifier of the folder that contains it; `nil` at the top.
    package let parent: String?
    let row: Int64
    let order: Order
}

/// The row of an album or folder in the database.
struct PhotosCollectionRecord {
    static let albumKind = 2
    static let folderKind = 4000

    let row: Int64
    let uuid: String
    let title: String
    let isFolder: Bool
    let parent: Int64?
    let order: ApplePhotosCollection.Order

    init?(_ row: Row) {
        guard let number = Int64.fromDatabaseValue(row["row"]), let uuid = String.fromDatabaseValue(row["uuid"]),
            !uuid.isEmpty
        else { return nil }
        self.row = number
        self.uuid = PhotosIdentifier.uuid(uuid)
        let title = String.fromDatabaseValue(row["title"]) ?? ""
        isFolder = Int64.fromDatabaseValue(row["kind"]) == Int64(Self.folderKind)
        self.title = title.contains { !$0.isWhitespace } ? title : isFolder ? "Untitled Folder" : "Untitled Album"
        parent = Int64.fromDatabaseValue(row["parent"])
        let isAscending = Int64.fromDatabaseValue(row["isAscending"]) != 0
        order =
            switch Int64.fromDatabaseValue(row["sortKey"]) {
            case 1: isAscending ? .oldestFirst : .newestFirst
            case 5: .title
            default: .manual
            }
    }
}

extension ApplePhotosCollection {
    /// The collections, each after its folder.
    ///
    /// A collection in a folder that is not among the records, or in a folder that contains itself, is at the top.
    static func inOrder(_ records: [PhotosCollectionRecord]) -> [ApplePhotosCollection] {
        let folders = Dictionary(
            records.filter(\.isFolder).map { ($0.row, $0) }, uniquingKeysWith: { first, _ in first })
        func parent(of record: PhotosCollectionRecord) -> PhotosCollectionRecord? {
            var above = record.parent.flatMap { folders[$0] }
            var seen: Set = [record.row]
            while let folder = above {
                guard seen.insert(folder.row).inserted else { return nil }
                above = folder.parent.flatMap { folders[$0] }
            }
            return record.parent.flatMap { folders[$0] }
        }
        let members = Dictionary(grouping: records) { parent(of: $0)?.row }
        var result: [ApplePhotosCollection] = []
        var waiting: [(record: PhotosCollectionRecord, parent: String?)] =
            (members[nil] ?? []).reversed().map { ($0, nil) }
        while let (record, parent) = waiting.popLast() {
            result.append(
                ApplePhotosCollection(
                    uuid: record.uuid, title: record.title, isFolder: record.isFolder, parent: parent, row: record.row,
                    order: record.order))
            guard record.isFolder else { continue }
            waiting += (members[record.row] ?? []).reversed().map { ($0, record.uuid) }
        }
        return result
    }
}
