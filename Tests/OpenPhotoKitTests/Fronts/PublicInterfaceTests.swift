import Foundation
import TestSupport
import Testing

/// The public symbols of the products, compared with lists in `Tests/PublicInterface`.
///
/// A line that goes away or changes breaks programs that use it. To write the lists again, run the test with
/// `OPENPHOTOKIT_WRITE_PUBLIC_INTERFACE=1`, and name the difference in the release notes.
@Suite struct PublicInterfaceTests {
    /// The products, and the modules whose types they export.
    private static let modules = [
        "OpenPhotoKit", "OpenPhotoKitOwner", "PhotosCompat", "ImageDecoding", "PerceptualHashing", "CandidateIndex",
        "PhotoModel", "AssetLoading", "DecoderProcess", "LibraryMaintenance", "LibraryStorage", "PhotoExport",
        "PhotoIngest", "PhotoInspection", "PhotoMatching",
    ]

    private static let folder = BuiltModules.repository.appending(path: "Tests/PublicInterface")
    private static let writes =
        ProcessInfo.processInfo.environment["OPENPHOTOKIT_WRITE_PUBLIC_INTERFACE"] != nil

    @Test(.long, arguments: modules)
    func thePublicSymbolsAreThoseOfTheList(_ module: String) throws {
        let symbols = try PublicSymbols.of(module).map { symbol in
            let declaration = symbol.declaration.split(whereSeparator: \.isWhitespace).joined(separator: " ")
            return symbol.path.dropLast().joined(separator: ".") + ": " + declaration
        }
        let found = Set(symbols).sorted()
        #expect(!found.isEmpty)
        let file = Self.folder.appending(path: "\(module).txt")
        guard !Self.writes else {
            try FileManager.default.createDirectory(at: Self.folder, withIntermediateDirectories: true)
            return try found.map { $0 + "\n" }.joined().write(to: file, atomically: true, encoding: .utf8)
        }
        let listed = Set(try String(contentsOf: file, encoding: .utf8).split(separator: "\n").map(String.init))
        #expect(listed.subtracting(found).sorted() == [], "These symbols are gone or have changed.")
        #expect(Set(found).subtracting(listed).sorted() == [], "The list does not have these symbols.")
    }

    /// The documentation of the products, and the articles.
    @Test(.long, arguments: ["OpenPhotoKit", "OpenPhotoKitOwner"])
    func theDocumentationBuildsWithoutWarnings(_ module: String) throws {
        let folder = try TemporaryFolder()
        let graphs = folder.path("graphs")
        try FileManager.default.createDirectory(atPath: graphs, withIntermediateDirectories: true)
        try PublicSymbols.extract(module, to: graphs)
        let articles = BuiltModules.repository.appending(path: "Sources/\(module)/\(module).docc").path
        let answer = try BuiltModules.run(
            "docc",
            ["convert"] + (FileManager.default.fileExists(atPath: articles) ? [articles] : []) + [
                "--additional-symbol-graph-dir", graphs, "--fallback-display-name", module,
                "--fallback-bundle-identifier", module, "--output-path", folder.path("documentation"),
                "--warnings-as-errors",
            ])
        #expect(answer.status == 0, "\(answer.errors)")
    }
}
