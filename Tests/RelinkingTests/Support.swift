import Foundation
import PhotoModel
import SystemPackage
import TestSupport

@testable import Relinking

/// A finder with fixed answers.
struct FakeFinder: PhotoFinding {
    var files: [FilePath: Finding.FoundFile] = [:]
    var identifiers: [String: String] = [:]

    func find(paths: [FilePath]) -> [FilePath: Finding] {
        Dictionary(
            uniqueKeysWithValues: paths.map { path in
                (path, files[path].map { .found($0, .importedFrom) } ?? .notFound("Not known."))
            })
    }

    func find(cloudIdentifiers: [String]) -> [String: Finding] {
        Dictionary(
            uniqueKeysWithValues: cloudIdentifiers.map { text in
                (
                    text,
                    identifiers[text].map { .found(Finding.FoundFile(asset: $0, path: "/x"), .bytes) }
                        ?? .notFound("Not known.")
                )
            })
    }

    func cloudIdentifiers(of assets: [String]) -> [String: String] {
        Dictionary(uniqueKeysWithValues: assets.map { ($0, "opk0_" + $0) })
    }
}

/// A folder with files to rewrite.
///
/// Its folder `new` has the photos that were in `/old/Pictures`.
struct RelinkFixture {
    let folder: TemporaryFolder
    var finder = FakeFinder()
    var request = RelinkRequest(oldFolder: "/old/Pictures")

    /// - Parameter moved: Old paths in `/old/Pictures`, and new names.
    init(_ moved: [String: String]) throws {
        folder = try TemporaryFolder()
        try FileManager.default.createDirectory(atPath: folder.path("new"), withIntermediateDirectories: true)
        for (old, new) in moved {
            let path = FilePath(real).appending("new").pushing(FilePath(new))
            try FileManager.default.createDirectory(
                atPath: path.removingLastComponent().string, withIntermediateDirectories: true)
            try Data("photo".utf8).write(to: URL(fileURLWithPath: path.string))
            finder.files[FilePath("/old/Pictures").pushing(FilePath(old))] = Finding.FoundFile(
                asset: "asset-" + new, path: path)
        }
    }

    /// The folder with links resolved.
    var real: String { folder.url.resolvingSymlinksInPath().path }

    func path(_ name: String) -> FilePath { FilePath(real).appending(name) }

    func write(_ text: String, to name: String) throws {
        try Data(text.utf8).write(to: URL(fileURLWithPath: path(name).string))
    }

    func bytes(_ name: String) throws -> Data { try Data(contentsOf: URL(fileURLWithPath: path(name).string)) }

    func text(_ name: String) throws -> String { String(decoding: try bytes(name), as: UTF8.self) }

    @discardableResult
    func relink(_ name: String) throws -> [RelinkItem] {
        try Relinker(request, finder: finder).relink(path(name))
    }

    /// A text file's content after the relink, with `HERE` in place of this folder's path.
    func relinked(_ text: String, as name: String) throws -> String {
        try write(text, to: name)
        try relink(name)
        return try self.text(name).replacingOccurrences(of: real, with: "HERE")
    }

    var names: [String] { (try? FileManager.default.contentsOfDirectory(atPath: real))?.sorted() ?? [] }
}

/// The code of the error that `body` throws; `nil` if it does not throw.
func code(_ body: () throws -> Void) -> PhotoLibraryError.Code? {
    do {
        try body()
        return nil
    } catch { return (error as? PhotoLibraryError)?.code ?? .internalError }
}
