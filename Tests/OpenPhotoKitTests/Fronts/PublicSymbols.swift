import Foundation
import TestSupport

/// The public symbols of a module, as the compiler writes them into its symbol graph.
enum PublicSymbols {
    struct Symbol: Decodable {
        struct Kind: Decodable { let identifier: String }
        struct Fragment: Decodable {
            let kind: String
            let spelling: String
            /// The mangled name of a type.
            let preciseIdentifier: String?
        }
        let kind: Kind
        let pathComponents: [String]
        let declarationFragments: [Fragment]

        /// The names from the type to the member: `["OwnedLibrary", "fetchAssets(_:)"]`.
        var path: [String] { pathComponents }
        var declaration: String { declarationFragments.map(\.spelling).joined() }
    }

    private struct Graph: Decodable { let symbols: [Symbol] }

    /// Reads the module from the build folder of the running tests.
    ///
    /// Extensions of other modules' types are not read.
    static func of(_ module: String) throws -> [Symbol] {
        let output = try TemporaryFolder()
        try extract(module, to: output.url.path)
        let data = try Data(contentsOf: output.url.appending(path: "\(module).symbols.json"))
        return try JSONDecoder().decode(Graph.self, from: data).symbols
    }

    /// Writes the symbol graph of a module into a folder.
    static func extract(_ module: String, to folder: String) throws {
        let arguments = [
            "symbolgraph-extract", "-module-name", module, "-minimum-access-level", "public", "-output-dir", folder,
        ]
        _ = try BuiltModules.run("swift", arguments + BuiltModules.searchArguments())
    }
}
