internal import DeviceRegistry
internal import Foundation
internal import GRDB
internal import PhotoModel

// Albums and folders in folders. Each has one parent; the top level is `nil`.
extension ChangeTransaction {
    func makeFolder(_ identifier: String, title: String, in folder: String?) throws {
        try checkTitle(title)
        try checkIsNew(identifier)
        try checkMayChange(folder: folder)
        let parent = try folder.map(row(ofFolder:))
        try database.insertFolder(identifier, title: title, in: parent, now: now)
        try database.insertChange(.insert, identifier, of: .folder, now: now)
        try noteChildren(of: folder)
    }

    func apply(_ change: FolderChange, to folder: String?) throws {
        try checkMayChange(folder: folder)
        let row = try folder.map(row(ofFolder:))
        switch change {
        case .rename(let title): try rename(folder, row, title)
        case .delete: try delete(folder, row)
        case .add(let children):
            let old = try self.children(of: row)
            let new = try children.map { try child($0, of: nil) }.filter { child in
                !old.contains { $0.isSame(as: child) }
            }
            try arrange(row, folder, old, old + new)
        case .insert(let children, let indexes):
            let old = try self.children(of: row)
            try arrange(
                row, folder, old,
                old.inserting(newChildren(children, to: old), at: indexes.set).orNoSuchPlace(in: folder))
        case .remove(let children):
            try moveToTopLevel(children.map { try child($0, of: row) }, from: row)
        case .removeAt(let indexes):
            let old = try self.children(of: row)
            _ = try old.removing(at: indexes.set).orNoSuchPlace(in: folder)
            try moveToTopLevel(indexes.set.map { old[$0] }, from: row)
        case .replace(let indexes, let children):
            let old = try self.children(of: row)
            let new = try old.replacing(at: indexes.set, with: newChildren(children, to: old)).orNoSuchPlace(in: folder)
            try moveToTopLevel(indexes.set.map { old[$0] }, from: row)
            try arrange(row, folder, self.children(of: row), new)
        case .replaceCollections(let replaced, let children):
            let old = try self.children(of: row).map(\.identifier)
            let pairs = try zip(replaced.map { try place(of: $0, in: old) }, children).sorted { $0.0 < $1.0 }
            guard replaced.count == children.count else { throw Self.otherNumber(folder) }
            try apply(.replace(at: Indexes(IndexSet(pairs.map(\.0))), with: pairs.map(\.1)), to: folder)
        case .placeBefore(let children, let next):
            let rest = try self.children(of: row).map(\.identifier).filter { !children.contains($0) }
            try apply(.place(children, at: next.map { try place(of: $0, in: rest) } ?? rest.count), to: folder)
        case .place(let children, let index):
            let old = try self.children(of: row)
            let new = try children.map { try child($0, of: nil) }
            let rest = old.filter { child in !new.contains { $0.isSame(as: child) } }
            try arrange(
                row, folder, old, rest.inserting(new, at: IndexSet(new, from: index)).orNoSuchPlace(in: folder))
        case .move(let indexes, let index):
            let old = try self.children(of: row)
            try arrange(row, folder, old, old.moving(at: indexes.set, to: index).orNoSuchPlace(in: folder))
        }
    }

    func row(ofFolder identifier: String) throws -> Int64 {
        guard
            let row = try Int64.fetchOne(
                database.cachedStatement(
                    sql: "SELECT id FROM folder WHERE localIdentifier = ? AND deletedDate IS NULL"),
                arguments: [identifier])
        else {
            throw PhotoLibraryError(
                .identifierNotFound, "There is no such folder: it may have been deleted.", identifier: identifier)
        }
        return row
    }

    /// Records that the members of a folder or their order changed.
    func noteChildren(of folder: String?) throws {
        if let folder { try database.insertChange(.update, folder, of: .folder, now: now) }
    }

    private static func topLevel(_ remedy: String) -> PhotoLibraryError {
        PhotoLibraryError(.changeNotSupported, "The top level of albums is not a folder. \(remedy)")
    }

    private static func otherNumber(_ folder: String?) -> PhotoLibraryError {
        PhotoLibraryError(.changeNotSupported, "Replace them by as many albums or folders.", identifier: folder)
    }

    /// The index of an album or folder in a folder.
    private func place(of child: String, in children: [String]) throws -> Int {
        guard let place = children.firstIndex(of: child) else {
            throw PhotoLibraryError(
                .changeNotSupported,
                "The album or folder is not in that folder: fetch its current members and try again.",
                identifier: child)
        }
        return place
    }

    private func rename(_ folder: String?, _ row: Int64?, _ title: String) throws {
        guard let folder, let row else { throw Self.topLevel("It has no title.") }
        try checkTitle(title)
        try database.execute(
            sql: "UPDATE folder SET title = ?1 WHERE id = ?2 AND title IS NOT ?1", arguments: [title, row])
        guard database.changesCount > 0 else { return }
        try database.setRegisters(.folder, row, [.title])
        try database.insertChange(.update, folder, of: .folder, now: now)
    }

    private func delete(_ folder: String?, _ row: Int64?) throws {
        guard let folder, let row else { throw Self.topLevel("It cannot be deleted.") }
        let parent = try String.fetchOne(
            database,
            sql: "SELECT localIdentifier FROM folder WHERE id = (SELECT parentID FROM folder WHERE id = ?)",
            arguments: [row])
        let tree = """
            (WITH RECURSIVE tree (id) AS (
                SELECT ?1 UNION SELECT folder.id FROM folder JOIN tree ON parentID = tree.id WHERE deletedDate IS NULL)
            SELECT id FROM tree)
            """
        func delete(_ table: Database.CollectionTable, where condition: String) throws -> [String] {
            let deleted = try Row.fetchAll(
                database,
                sql: """
                    UPDATE \(table) SET deletedDate = ?2 WHERE \(condition) AND deletedDate IS NULL
                    RETURNING localIdentifier, id
                    """, arguments: [row, now.timeIntervalSince1970])
            for one in deleted { try database.setRegisters(table, one[1], [.state]) }
            return deleted.map { $0[0] }
        }
        let albums = try delete(.album, where: "folderID IN \(tree)")
        let folders = try delete(.folder, where: "id IN \(tree) AND id <> ?1")
        try database.execute(
            sql: "UPDATE folder SET deletedDate = ? WHERE id = ?", arguments: [now.timeIntervalSince1970, row])
        try database.setRegisters(.folder, row, [.state])
        for album in albums { try database.insertChange(.delete, album, of: .album, now: now) }
        for child in folders + [folder] { try database.insertChange(.delete, child, of: .folder, now: now) }
        try noteChildren(of: parent)
    }

    // MARK: Children

    /// An album or a folder in a folder.
    private struct Child {
        let isFolder: Bool
        let row: Int64
        let identifier: String
        let parent: Int64?
        let rank: Rank?
        /// Albums and folders have rows of their own numbers.
        var key: Key { Key(isFolder: isFolder, row: row) }

        struct Key: Hashable {
            let isFolder: Bool
            let row: Int64
        }

        func isSame(as other: Child) -> Bool { key == other.key }
    }

    private static let selectChildren = """
        SELECT * FROM (
            SELECT 0 AS isFolder, id, localIdentifier, folderID AS parentID, rank, stableID FROM album
                WHERE deletedDate IS NULL
            UNION ALL SELECT 1, id, localIdentifier, parentID, rank, stableID FROM folder WHERE deletedDate IS NULL)
        """

    private func children(of parent: Int64?) throws -> [Child] {
        try fetchChildren("WHERE parentID IS ? ORDER BY rank, stableID", [parent])
    }

    /// The child with this identifier, which must be in `parent` if that is given.
    private func child(_ identifier: String, of parent: Int64?) throws -> Child {
        let children = try fetchChildren("WHERE localIdentifier = ?", [identifier])
        guard let child = children.first, parent == nil || child.parent == parent else {
            throw PhotoLibraryError(
                .identifierNotFound, "There is no such album or folder there.", identifier: identifier)
        }
        return child
    }

    private func fetchChildren(_ condition: String, _ arguments: StatementArguments) throws -> [Child] {
        try Row.fetchAll(
            database.cachedStatement(sql: "\(Self.selectChildren) \(condition)"), arguments: arguments
        ).map {
            Child(
                isFolder: $0[0], row: $0[1], identifier: $0[2], parent: $0[3], rank: ($0[4] as Data?).flatMap(Rank.init)
            )
        }
    }

    /// The children to be added to a folder that has these children.
    private func newChildren(_ identifiers: [String], to children: [Child]) throws -> [Child] {
        let new = try identifiers.map { try child($0, of: nil) }
        guard Set(identifiers).count == new.count,
            !children.contains(where: { child in new.contains { $0.isSame(as: child) } })
        else {
            throw PhotoLibraryError(
                .changeNotSupported, "A folder has each album once: move the one that is there.")
        }
        return new
    }

    private func moveToTopLevel(_ children: [Child], from parent: Int64?) throws {
        guard parent != nil else { throw Self.topLevel("What is in it can be deleted or moved, but not removed.") }
        let top = try self.children(of: nil)
        try arrange(nil, nil, top, top + children)
    }

    /// Sets the children of a folder in this order; those from other folders leave their parents.
    private func arrange(_ parent: Int64?, _ folder: String?, _ old: [Child], _ new: [Child]) throws {
        guard new.count != old.count || !zip(old, new).allSatisfy({ $0.isSame(as: $1) }) else { return }
        for child in new where child.isFolder && child.parent != parent { try checkIsNotInside(child, parent) }
        let moved = Set(new.filter { $0.parent != parent }.map(\.key))
        for (key, rank) in RankedOrder(new.map(\.key), from: old.map { ($0.key, $0.rank) }).changes {
            let table: Database.CollectionTable = key.isFolder ? .folder : .album
            try database.cachedStatement(sql: "UPDATE \(table) SET \(table.parent) = ?, rank = ? WHERE id = ?")
                .execute(arguments: [parent, rank.data, key.row])
            // A new rank does not undo what another device did with the parent.
            try database.setRegisters(table, key.row, moved.contains(key) ? [.parent, .rank] : [.rank])
        }
        try placeCollections()
        try noteChildren(of: folder)
        // The top level is not an object in the history: the changes of its members are recorded.
        let places = Dictionary(old.enumerated().map { ($1.identifier, $0) }, uniquingKeysWith: { first, _ in first })
        for (place, child) in new.enumerated()
        where child.parent != parent || parent == nil && places[child.identifier] != place {
            try database.insertChange(.update, child.identifier, of: child.isFolder ? .folder : .album, now: now)
            try noteChildren(
                of: String.fetchOne(
                    database, sql: "SELECT localIdentifier FROM folder WHERE id = ?", arguments: [child.parent]))
        }
    }

    /// Checks that a folder is not moved into itself or into one of its subfolders.
    private func checkIsNotInside(_ child: Child, _ parent: Int64?) throws {
        let isInside = try Bool.fetchOne(
            database,
            sql: """
                WITH RECURSIVE above (id) AS (
                    SELECT ?1 UNION SELECT parentID FROM folder JOIN above ON folder.id = above.id)
                SELECT EXISTS (SELECT 1 FROM above WHERE id = ?2)
                """, arguments: [parent, child.row])
        guard isInside != true else {
            throw PhotoLibraryError(
                .changeNotSupported, "A folder cannot be in itself.", identifier: child.identifier)
        }
    }
}
