internal import Foundation
internal import OpenPhotoKitOwner

/// Prints changes of the library, and stores the token of the last printed change.
struct HistoryPrinter {
    let isJSON: Bool
    /// The token of the last printed change.
    private(set) var last: PersistentChangeToken
    /// The number of printed changes, or of changes in the printed net change.
    private(set) var count = 0
    /// The number of printed objects.
    ///
    /// An object of two changes counts twice, and once in a net change.
    private(set) var objects = (inserted: 0, updated: 0, deleted: 0)

    init(isJSON: Bool, last: PersistentChangeToken) {
        self.isJSON = isJSON
        self.last = last
    }

    mutating func print(_ change: PersistentChange) throws {
        let details = try ObjectType.allCases.map { try change.changeDetails(for: $0) }
        print(details, token: change.changeToken, date: change.date)
        count += 1
        last = change.changeToken
    }

    /// Prints the net effect of all changes.
    mutating func printNet(of changes: PersistentChanges) throws {
        guard changes.changeCount > 0 else { return }
        let details = try ObjectType.allCases.map { try changes.netDetails(for: $0) }
        print(details, token: changes.lastToken, date: changes.lastToken.date)
        count = changes.changeCount
        last = changes.lastToken
    }

    private mutating func print(_ details: [PersistentObjectChangeDetails], token: PersistentChangeToken, date: Date) {
        for details in details {
            objects.inserted += details.insertedLocalIdentifiers.count
            objects.updated += details.updatedLocalIdentifiers.count
            objects.deleted += details.deletedLocalIdentifiers.count
        }
        let date = date.formatted(.iso8601)
        if isJSON {
            func byType(_ set: (PersistentObjectChangeDetails) -> Set<String>) -> Item.Identifiers {
                Dictionary(uniqueKeysWithValues: details.map { ($0.objectType.plural, set($0).sorted()) })
            }
            JSONLines.print(
                Item(
                    token: token, date: date, inserted: byType(\.insertedLocalIdentifiers),
                    updated: byType(\.updatedLocalIdentifiers), deleted: byType(\.deletedLocalIdentifiers)))
        } else {
            for details in details {
                for (word, set) in [
                    ("inserted", details.insertedLocalIdentifiers), ("updated ", details.updatedLocalIdentifiers),
                    ("deleted ", details.deletedLocalIdentifiers),
                ] {
                    for identifier in set.sorted() {
                        StandardOutput.print("\(date)  \(word)  \("\(details.objectType)".padded(8))  \(identifier)")
                    }
                }
            }
        }
    }

    private struct Item: Encodable {
        /// The sorted identifiers, by the plural of the object type.
        typealias Identifiers = [String: [String]]

        let token: PersistentChangeToken
        let date: String
        let inserted: Identifiers
        let updated: Identifiers
        let deleted: Identifiers
    }
}

extension ObjectType {
    fileprivate var plural: String {
        switch self {
        case .asset: "assets"
        case .album: "albums"
        case .folder: "folders"
        case .decision: "decisions"
        }
    }
}
