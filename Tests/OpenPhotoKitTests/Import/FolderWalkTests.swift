import Foundation
import Glibc
import PhotoModel
import SystemPackage
import TestSupport
import Testing

@testable import OpenPhotoKitOwner
@testable import PhotoInspection

@Suite struct FolderWalkTests {
    private let scene: Scene

    init() throws { scene = try Scene() }

    private func walk(_ walk: FolderWalk = FolderWalk(), _ visit: (FolderWalk.Entry) -> Void = { _ in }) -> [Found] {
        var found: [Found] = []
        _ = walk.walk(scene.source) { entry in
            visit(entry)
            found.append(Found(entry, below: scene.source))
            return true
        }
        return found
    }

    /// An entry with its path below the source.
    private struct Found: Equatable, CustomStringConvertible {
        let path: FilePath
        let code: PhotoLibraryError.Code?

        init(_ entry: FolderWalk.Entry, below root: FilePath) {
            var relative: FilePath
            switch entry {
            case .file(let path, _, _): (relative, code) = (path, nil)
            case .skipped(let path, let skip): (relative, code) = (path, skip.error(path).code)
            case .failed(let path, let error): (relative, code) = (path, error.code)
            }
            _ = relative.removePrefix(root)
            path = relative
        }

        var description: String { "\(path) \(code.map { "\($0)" } ?? "")" }
    }

    // MARK: Order and memory

    @Test func filesComeBeforeFoldersAndBothInTheOrderGiven() throws {
        for name in ["b/2", "b/1", "b/z/3", "a/4", "c", "B", "b/y/5"] { try scene.add(FilePath(name), [1]) }
        #expect(walk().map(\.path.string) == ["B", "c", "a/4", "b/1", "b/2", "b/y/5", "b/z/3"])
        let backwards = FolderWalk(order: { PackedNames.byBytes($1, $0) })
        #expect(walk(backwards).map(\.path.string) == ["c", "B", "b/2", "b/1", "b/z/3", "b/y/5", "a/4"])
    }

    /// The expected order is that of `LC_ALL=C sort`, which compares bytes.
    @Test func theOrderOfBytesIsThatOfSort() throws {
        let names = [
            "a", "a.jpg", "a b", "A", "ä", "a\u{301}", "á", "-n", "a-1", "a\u{7F}", "aa", "\u{1F600}", "...", "Z",
        ]
        for name in names { try scene.add(FilePath(name), [1]) }
        let sort = Process()
        sort.executableURL = URL(fileURLWithPath: "/usr/bin/sort")
        sort.environment = ["LC_ALL": "C"]
        let (input, output) = (Pipe(), Pipe())
        (sort.standardInput, sort.standardOutput) = (input, output)
        try sort.run()
        try input.fileHandleForWriting.write(contentsOf: Data((names.joined(separator: "\n") + "\n").utf8))
        try input.fileHandleForWriting.close()
        let sorted = output.fileHandleForReading.readDataToEndOfFile().split(separator: UInt8(ascii: "\n"))
        #expect(walk().map { Data($0.path.bytes) } == sorted.map { Data($0) })
    }

    @Test func aFolderOverTheLimitOfMemoryIsReadInParts() throws {
        for number in 0..<100 { try scene.add(FilePath("\(number)"), [1]) }
        for number in 0..<20 { try scene.add(FilePath("folder \(number)/a"), [1]) }
        let found = walk(FolderWalk(namesLimit: 64))
        #expect(Set(found.map(\.path)).count == 120 && found.count == 120)
        #expect(found.prefix(100).map(\.path) != walk().prefix(100).map(\.path))
    }

    @Test func packedNamesCostTheirBytesAndNineMore() {
        var names = PackedNames()
        for number in 0..<10_000 { "IMG_\(100_000 + number).jpg".withCString { names.append($0) } }
        #expect(names.size == 10_000 * (14 + 9))
    }

    // MARK: Depth

    @Test func aDeepTreeTakesTwoDescriptors() throws {
        var path = scene.source
        for _ in 0..<400 { path.append("d") }
        try FileManager.default.createDirectory(atPath: path.string, withIntermediateDirectories: true)
        try path.appending("a.jpg").write([1])
        let before = openDescriptors
        var most = 0
        let found = walk { _ in most = max(most, openDescriptors) }
        #expect(found.map(\.code) == [nil] && found[0].path.components.count == 401)
        #expect(most <= before + 2)
        #expect(openDescriptors == before)
    }

    /// The number of open descriptors in the source folder.
    ///
    /// Other descriptors are not counted, because other tests may run at the same time.
    private var openDescriptors: Int {
        FilePath("/proc/self/fd").names.count { name in
            let target = try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/fd/\(name)")
            return target?.hasPrefix(scene.source.string) == true
        }
    }

    @Test func pathsLongerThanTheSystemOpensAreNamed() throws {
        let name = String(repeating: "n", count: 255)
        var folders = [open(scene.source.string, O_RDONLY | O_DIRECTORY)]
        defer { folders.forEach { close($0) } }
        for _ in 0..<20 {
            #expect(mkdirat(folders[folders.count - 1], name, 0o700) == 0)
            folders.append(openat(folders[folders.count - 1], name, O_RDONLY | O_DIRECTORY))
            close(openat(folders[folders.count - 1], "a", O_CREAT | O_WRONLY, 0o600))
        }
        let found = walk()
        let failed = found.filter { $0.code == .unreadable }
        #expect(failed.count == 1 && failed[0].path.components.count > 14)
        #expect(found.filter { $0.code == .emptyFile }.count == failed[0].path.components.count - 1)
        // The folder is too deep for the removal of the temporary folder.
        for folder in folders.reversed() {
            unlinkat(folder, "a", 0)
            unlinkat(folder, name, AT_REMOVEDIR)
        }
    }

    // MARK: Changes during the walk

    @Test func aFolderThatBecomesALinkIsNotFollowed() throws {
        try scene.add("z.jpg", [1])
        try scene.add("sub/b.jpg", [1])
        try scene.add("../elsewhere/secret.jpg", [1])
        let elsewhere = scene.folder.path("elsewhere")
        let sub = scene.source.appending("sub").string
        let found = walk { entry in
            guard case .file(let path, _, _) = entry, path.lastComponent == "z.jpg" else { return }
            try? FileManager.default.removeItem(atPath: sub)
            try? FileManager.default.createSymbolicLink(atPath: sub, withDestinationPath: elsewhere)
        }
        #expect(found.map(\.path) == ["z.jpg", "sub"])
        #expect(found.map(\.code) == [nil, .unreadable])
    }

    @Test func aRootThatGoesAwayEndsWithNamedFailures() throws {
        for name in ["a/1", "b/2", "c/3"] { try scene.add(FilePath(name), [1]) }
        let found = walk { entry in
            guard case .file(let path, _, _) = entry, path.lastComponent == "1" else { return }
            rename(scene.source.string, scene.folder.path("away"))
        }
        #expect(found.map(\.path) == ["a/1", ""])
        #expect(found.map(\.code) == [nil, .unreadable])
    }

    /// While the folder is walked, a thread exchanges it with a link to another folder.
    ///
    /// Files of the other folder are never found.
    @Test(.timeLimit(.minutes(1))) func linksSwappedInDuringTheWalkAreNotFollowed() throws {
        for number in 0..<20 { try scene.add(FilePath("sub/\(number).jpg"), [1]) }
        try scene.add("../elsewhere/secret.jpg", [1])
        let (sub, link) = (scene.source.appending("sub").string, scene.folder.path("link"))
        try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: scene.folder.path("elsewhere"))
        let swapper = Swapper(sub, link)
        for _ in 0..<100 {
            for entry in walk() where entry.path.lastComponent == "secret.jpg" {
                Issue.record("\(entry) was reached")
            }
        }
        #expect(swapper.stop() > 0)
    }

    @Test(.enabled(if: BindMount.isPossible, "mounting needs privileges")) func aFolderMountedInItselfIsNamed() throws {
        try scene.add("a/b/1", [1])
        try scene.add("a/2", [1])
        try scene.add("a/b/again/3", [1])
        let mount = try BindMount(of: scene.source.appending("a"), at: scene.source.pushing("a/b/again"))
        defer { withExtendedLifetime(mount) {} }
        #expect(walk().map(\.path) == ["a/2", "a/b/1", "a/b/again"])
        #expect(walk().map(\.code) == [nil, nil, .notARegularFile])
    }

    // MARK: Filters

    private func taken(include: [String] = [], exclude: [String] = []) -> [String] {
        walk(FolderWalk(filter: PathFilter(include: include, exclude: exclude))).filter { $0.code == nil }
            .map(\.path.string)
    }

    @Test func patternsIncludeAndExclude() throws {
        for name in ["a.jpg", "b.JPG", "c.png", "raw/d.jpg", "2019/raw/e.jpg", "2019/f.jpg", ".g.jpg"] {
            try scene.add(FilePath(name), [1])
        }
        let all = [".g.jpg", "a.jpg", "b.JPG", "c.png", "2019/f.jpg", "2019/raw/e.jpg", "raw/d.jpg"]
        #expect(taken() == all)
        #expect(taken(include: ["*.jpg"]) == all.filter { $0 != "c.png" })
        #expect(taken(include: ["*.JPG"], exclude: ["B*"]) == all.filter { $0 != "c.png" && $0 != "b.JPG" })
        #expect(taken(include: ["c.*", "2019/*"]) == ["c.png", "2019/f.jpg", "2019/raw/e.jpg"])
        #expect(taken(exclude: ["raw"]) == all.filter { !$0.contains("raw") })
        #expect(taken(exclude: ["/raw"]) == all.filter { $0 != "raw/d.jpg" })
        #expect(taken(exclude: ["raw/"]) == all.filter { $0 != "raw/d.jpg" })
        #expect(taken(exclude: ["*/raw"]) == all.filter { $0 != "2019/raw/e.jpg" })
        #expect(taken(include: ["[ab].jp?"]) == ["a.jpg", "b.JPG"])
        #expect(taken(exclude: ["*"]).isEmpty)
    }

    /// Bytes that are not ASCII letters match only themselves.
    @Test func patternsAreOfBytes() throws {
        let name = try #require(FilePath(bytes: [0xFF, 0x41, 0x2E, 0x6A]))
        try scene.add(name, [1])
        try scene.add("É.j", [1])
        #expect(taken(include: ["?a.J"]).count == 1)
        #expect(taken(include: ["é.j"]).isEmpty)
        #expect(taken(include: ["É.J"]) == ["É.j"])
    }

    @Test func anExcludedFolderIsNotEnteredAndCountsOnce() async throws {
        for name in ["no/a.jpg", "no/b.jpg", "yes/c.jpg", "yes/d.png"] {
            try scene.add(FilePath(name), TestPhoto.jpeg(UInt64(name.count)))
        }
        chmod(scene.source.appending("no").string, 0)
        var request = ImportRequest(paths: [scene.source, scene.source.pushing("yes/d.png")])
        request.filter = PathFilter(exclude: ["no", "*.png"])
        let items = Gathered<ImportItem>()
        let summary = try await scene.open().importFiles(request) { items.append($0) }
        chmod(scene.source.appending("no").string, 0o700)
        // The last file is imported although a filter excludes it, because it is a path of the request.
        #expect(items.all.filter { $0.status != .skipped }.map(\.path.lastComponent) == ["c.jpg", "d.png"])
        #expect(summary.excluded == 2 && summary.files == 2 && summary.skipped == 0 && summary.failed == 0)
        #expect(summary.byExtension == ["jpg": 1, "png": 1])
    }
}
