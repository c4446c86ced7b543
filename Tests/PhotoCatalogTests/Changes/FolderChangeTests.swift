import Foundation
import GRDB
import PhotoCatalog
import PhotoModel
import TestSupport
import Testing

@testable import PhotoCatalog

/// Albums and folders in folders.
@Suite struct FolderChangeTests {
    private let fixture: CatalogFixture

    init() throws {
        fixture = try CatalogFixture()
        try perform(
            .makeFolder("a", title: "A", folder: nil), .makeFolder("b", title: "B", folder: "a"),
            .makeAlbum("x", title: "X", folder: nil), .makeAlbum("y", title: "Y", folder: "a"),
            .makeAlbum("z", title: "Z", folder: "b"))
    }

    private func perform(_ changes: LibraryChange...) throws { try fixture.catalog.perform(changes) }

    private func code(_ changes: LibraryChange...) -> PhotoLibraryError.Code? {
        do { try fixture.catalog.perform(changes) } catch { return error.code }
        return nil
    }

    /// All albums and folders, as `a(b(z) y) x`.
    private var tree: String { get throws { try tree(of: nil) } }

    private func tree(of parent: String?) throws -> String {
        let children = try fixture.catalog.read {
            try Row.fetchAll(
                $0,
                sql: """
                    SELECT localIdentifier, isFolder FROM (
                        SELECT localIdentifier, 0 AS isFolder, rank, folderID AS parentID FROM album
                            WHERE deletedDate IS NULL
                        UNION ALL SELECT localIdentifier, 1, rank, parentID FROM folder WHERE deletedDate IS NULL)
                    WHERE parentID IS (SELECT id FROM folder WHERE localIdentifier = ?) ORDER BY rank
                    """, arguments: [parent]
            ).map { (identifier: $0[0] as String, isFolder: $0[1] as Bool) }
        }
        return try children.map { child in
            let below = child.isFolder ? try tree(of: child.identifier) : ""
            return below.isEmpty ? child.identifier : "\(child.identifier)(\(below))"
        }.joined(separator: " ")
    }

    @Test func childrenAreInOrderAndHaveOneParent() throws {
        #expect(try tree == "a(b(z) y) x")
        try perform(.folder("a", .add(["x"])))
        #expect(try tree == "a(b(z) y x)")
        try perform(.folder("a", .move(at: [0, 2], to: 1)))
        #expect(try tree == "a(y b(z) x)")
        try perform(.folder("b", .insert(["x", "y"], at: [0, 2])))
        #expect(try tree == "a(b(x z y))")
        try perform(.folder("b", .remove(["z"])))
        #expect(try tree == "a(b(x y)) z")
        try perform(.folder("b", .replace(at: [0], with: ["z"])))
        #expect(try tree == "a(b(z y)) x")
        try perform(.folder("b", .replace(at: [0], with: ["x"])), .folder("a", .removeAt([])))
        #expect(try tree == "a(b(x y)) z")
        try perform(.folder(nil, .place(["b"], at: 1)))
        #expect(try tree == "a b(x y) z")
        try perform(.folder("b", .add(["x"])))
        #expect(try tree == "a b(x y) z", "What is there stays where it is.")
    }

    @Test func impossibleChangesAreRefusedAndChangeNothing() throws {
        #expect(code(.folder("b", .add(["a"]))) == .changeNotSupported, "A folder in its own child.")
        #expect(code(.folder("a", .add(["a"]))) == .changeNotSupported)
        #expect(code(.folder("a", .insert(["y"], at: [0]))) == .changeNotSupported)
        #expect(code(.folder("b", .insert(["y", "y"], at: [0, 1]))) == .changeNotSupported)
        #expect(code(.folder("a", .replace(at: [0], with: ["y"]))) == .changeNotSupported)
        #expect(code(.folder("a", .replace(at: [0, 1], with: ["x"]))) == .changeNotSupported)
        #expect(code(.folder("a", .removeAt([2]))) == .changeNotSupported)
        #expect(code(.folder(nil, .removeAt([0]))) == .changeNotSupported)
        #expect(code(.folder("a", .insert(["x"], at: [3]))) == .changeNotSupported)
        #expect(code(.folder("a", .move(at: [2], to: 0))) == .changeNotSupported)
        #expect(code(.folder("a", .remove(["x"]))) == .identifierNotFound)
        #expect(code(.folder("a", .add(["?"]))) == .identifierNotFound)
        #expect(code(.folder("?", .rename("T"))) == .identifierNotFound)
        #expect(code(.folder(nil, .delete)) == .changeNotSupported)
        #expect(code(.folder(nil, .rename("T"))) == .changeNotSupported)
        #expect(code(.folder("a", .rename(" "))) == .changeNotSupported)
        #expect(code(.makeAlbum("n", title: "", folder: nil)) == .changeNotSupported)
        #expect(code(.makeAlbum("n", title: "N", folder: "x")) == .identifierNotFound, "An album is no folder.")
        #expect(try tree == "a(b(z) y) x")
    }

    @Test func deletingAFolderDeletesItsCollectionsAndNoAssets() throws {
        let file = makeFile(bytes: 1)
        try fixture.store([file])
        try perform(.album("z", .add([fixture.identifier(file)])))
        try perform(.folder("a", .delete))
        #expect(try tree == "x")
        #expect(try fixture.catalog.assetCount() == 1)
    }
}
