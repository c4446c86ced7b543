internal import GRDB
package import PhotoModel

extension PhotoCatalog {
    /// The data of this catalogue that no file of the library has, so that a catalogue made of the files lacks them.
    ///
    /// - Parameter isLogComplete: Whether a log has everything that a person set in the library.
    package func losses(isLogComplete: Bool) throws(PhotoLibraryError) -> [RepairLoss] {
        try read { database in
            try RepairLoss.all(isLogComplete: isLogComplete).filter { loss in
                guard let condition = loss.condition else { return false }
                return try Bool.fetchOne(database, sql: "SELECT \(condition)") ?? false
            }
        }
    }
}

extension RepairLoss {
    /// An SQL expression that is true if a catalogue has such data; `nil` for data that a new catalogue copies from it.
    fileprivate var condition: String? {
        switch self {
        case .albums:
            """
            EXISTS (SELECT * FROM album WHERE deletedDate IS NULL)
                OR EXISTS (SELECT * FROM folder WHERE deletedDate IS NULL)
            """
        case .favorites: "EXISTS (SELECT * FROM asset WHERE isFavorite = 1)"
        case .hidden: "EXISTS (SELECT * FROM asset WHERE isHidden = 1)"
        case .edits: "EXISTS (SELECT * FROM asset WHERE ownersProperties <> 0)"
        case .imported:
            """
            EXISTS (SELECT * FROM asset WHERE ownersProperties & ~marks <> 0
                OR isFavorite AND NOT marks & \(AssetMark.favorite.rawValue)
                OR isHidden AND NOT marks & \(AssetMark.hidden.rawValue))
            """
        case .deletions:
            "EXISTS (SELECT * FROM asset WHERE deletedDate IS NOT NULL) OR EXISTS (SELECT * FROM tombstone)"
        case .decisions: "EXISTS (SELECT * FROM decision WHERE deletedDate IS NULL)"
        case .apps: "EXISTS (SELECT * FROM app)"
        case .references: "EXISTS (SELECT * FROM unresolved)"
        case .outside: "EXISTS (SELECT * FROM resource WHERE location = 1)"
        case .elsewhere: "EXISTS (SELECT * FROM resource WHERE location = 2)"
        case .modificationDates: "EXISTS (SELECT * FROM asset)"
        case .history: "TRUE"
        case .ownEdits, .names, .addedDates: nil
        }
    }
}
