internal import GRDB
internal import PhotoModel

extension PhotoCatalog {
    /// The albums that a person may mean by a name: that with this identifier, else those with this title.
    package func albums(named name: String) throws -> [String] { try collections("album", named: name) }

    /// The folders that a person may mean by a name: that with this identifier, else those with this title.
    package func folders(named name: String) throws -> [String] { try collections("folder", named: name) }

    private func collections(_ table: String, named name: String) throws -> [String] {
        let found = try read {
            try String.fetchAll(
                $0, sql: "SELECT localIdentifier FROM \(table) WHERE localIdentifier = ?1 OR title = ?1 ORDER BY id",
                arguments: [name])
        }
        return found.contains(name) ? [name] : found
    }
}
