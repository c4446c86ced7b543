import Foundation
import TestSupport
import Testing

/// What the modules for apps and for owners let a program name.
@Suite struct FrontTests {
    /// The names of the members that only the owner's library has.
    private func ownersMembers() throws -> [(name: String, isStatic: Bool)] {
        func members(_ module: String, _ types: Set<String>) throws -> [String: Bool] {
            Dictionary(
                try PublicSymbols.of(module).filter { $0.path.count == 2 && types.contains($0.path[0]) }.map {
                    (String($0.path[1].prefix { $0 != "(" }), $0.kind.identifier.contains("type."))
                }, uniquingKeysWith: { first, _ in first })
        }
        let shared = try members("OpenPhotoKit", ["PhotoLibrary", "PhotoLibraryProtocol"])
        return try members("OpenPhotoKitOwner", ["OwnedLibrary"])
            .filter { shared[$0.key] == nil && !["init", "Opening"].contains($0.key) }
            .map { ($0.key, $0.value) }.sorted { $0.0 < $1.0 }
    }

    /// Each line names a member of an app's library.
    @Test(arguments: [
        ("OpenPhotoKit", "PhotoLibrary", ""), ("PhotosCompat", "PHPhotoLibrary", ".photoLibrary"),
    ])
    func anAppCannotNameAnOwnersFunction(_ module: String, _ type: String, _ path: String) throws {
        let members = try ownersMembers()
        #expect(members.count > 40, "The symbol graph was read.")
        let lines = members.filter { path.isEmpty || !$0.isStatic }.map { name, isStatic in
            isStatic
                ? "func use_\(name)() { _ = \(type).\(name) }"
                : "func use_\(name)(_ library: \(type)) throws { _ = try library\(path).\(name) }"
        }
        let source = (["import \(module)"] + lines + ["func open(_ library: OwnedLibrary) {}"]).joined(separator: "\n")
        let answer = try BuiltModules.check(source)
        for member in members where path.isEmpty || !member.isStatic {
            #expect(answer.messages.contains("has no member '\(member.name)'"), "\(module) lets an app name \(member)")
        }
        #expect(answer.messages.contains("cannot find type 'OwnedLibrary' in scope"))
    }

    @Test func anOwnersProgramNeedsOneImport() throws {
        let answer = try BuiltModules.check(
            """
            import OpenPhotoKitOwner

            func use(_ path: FilePath) async throws {
                let library = try OwnedLibrary(at: path, opening: .creatingIfAbsent)
                let summary: ImportSummary = try await library.importFiles(ImportRequest(paths: [path])) { item in
                    print(item.status, item.localIdentifier ?? "")
                }
                let found: FetchResult<Asset> = try library.fetchAssets(AssetQuery())
                let app: PhotoLibrary = try library.bound(to: .limited(app: "org.example.App"))
                print(summary.assets, found.count, try app.assetCount())
            }
            """)
        #expect(answer.isAccepted, "\(answer.messages)")
    }

    /// A program that imports a module can name all types of the module's functions.
    @Test(arguments: ["OpenPhotoKit", "OpenPhotoKitOwner"])
    func theTypesOfPublicFunctionsAreExported(_ module: String) throws {
        func exports(_ module: String) throws -> [String] {
            let file = BuiltModules.repository.appending(path: "Sources/\(module)/Exports.swift")
            return try String(contentsOf: file, encoding: .utf8).split(separator: "\n")
                .filter { $0.hasPrefix("@_exported public import ") }.map {
                    String($0.split(separator: " ").last ?? "")
                }
        }
        var exported = Set(try exports("OpenPhotoKit"))
        if module != "OpenPhotoKit" { exported.formUnion(try exports(module)) }
        let modules = try FileManager.default.contentsOfDirectory(
            atPath: BuiltModules.repository.appending(path: "Sources").path)
        let whole = exported.filter { !$0.contains(".") }
        #expect(whole == (module == "OpenPhotoKit" ? [] : ["OpenPhotoKit"]), "Export names, not a whole module.")
        let types = try Set(
            PublicSymbols.of(module).flatMap(\.declarationFragments).compactMap(\.preciseIdentifier)
                .filter { $0.hasPrefix("s:") })
        let missing = try Self.names(of: types).filter { name in
            let owner = String(name.prefix { $0 != "." })
            return modules.contains(owner) && !["OpenPhotoKit", module].contains(owner) && !exported.contains(name)
        }
        #expect(types.count > 50)
        #expect(missing.sorted() == [])
    }

    /// The modules and outermost types of mangled names such as `s:10PhotoModel5AssetV`, as `PhotoModel.Asset`.
    private static func names(of mangled: Set<String>) throws -> Set<String> {
        let names = try BuiltModules.run("swift", ["demangle", "--compact"] + mangled.map { "$s" + $0.dropFirst(2) })
        return Set(
            names.output.split(separator: "\n").map { $0.split(separator: ".").prefix(2).joined(separator: ".") })
    }
}
