internal import ArgumentParser
internal import Foundation
internal import OpenPhotoKitOwner

struct UnresolvedCommand: LibraryCommand {
    static let configuration = CommandConfiguration(
        commandName: "unresolved",
        abstract: "List the identifiers that are kept until their photos, albums and folders are in the library.",
        discussion: """
            photos resolve --remember - < ids.txt   keeps identifiers that are not found
            photos unresolved                       resolves them again, and lists those that are still pending
            photos unresolved --resolved            lists those that were found, with their local identifiers
            photos unresolved --forget opk2_…       keeps this one no longer

            Exit codes: 0 no identifier is pending, 3 some identifiers are pending.
            """)

    @OptionGroup var options: PictureOptions

    @Flag(help: "List the kept identifiers that were found.")
    var resolved = false

    @Option(
        parsing: .upToNextOption,
        help: ArgumentHelp("Keep these identifiers no longer. - reads standard input.", valueName: "id"))
    var forget: [String] = []

    func execute() async throws -> Exit {
        let library = try await options.openSignedLibrary()
        guard forget.isEmpty else { return try drop(from: library) }
        try await library.resolveRememberedReferences()
        let references = try library.rememberedReferences(resolved: resolved)
        for reference in references {
            if options.json {
                JSONLines.print(Item(reference))
            } else {
                let kind = reference.kind.map { $0 == .asset ? "" : "\($0.noun) " } ?? ""
                let found = reference.localIdentifier.map { "  found: \(kind)\($0)" } ?? ""
                StandardOutput.print("\(reference.identifier)\(found)")
            }
        }
        if options.json {
            JSONLines.printSummary([resolved ? "resolved" : "unresolved": references.count])
        } else if !options.quiet {
            options.terminal.write("\(references.count) \(resolved ? "found" : "pending")\n")
        }
        return resolved || references.isEmpty ? .done : .notFound
    }

    private func drop(from library: OwnedLibrary) throws -> Exit {
        var forgotten = 0
        var asked = 0
        for texts in IdentifierLines(forget).batches(of: 500) {
            asked += texts.count
            forgotten += try library.forgetReferences(texts)
        }
        if options.json {
            JSONLines.printSummary(["forgotten": forgotten, "notFound": asked - forgotten])
        } else if !options.quiet {
            options.terminal.write("\(forgotten) forgotten, \(asked - forgotten) unknown\n")
        }
        return forgotten == asked ? .done : .notFound
    }

    private struct Item: Encodable {
        let cloudIdentifier: String
        /// `nil` for an identifier that this version cannot read.
        let kind: String?
        let addedDate: String
        let resolvedDate: String?
        let localIdentifier: String?

        init(_ reference: RememberedReference) {
            cloudIdentifier = reference.identifier
            kind = reference.kind.map { "\($0)" }
            addedDate = reference.addedDate.formatted(.iso8601)
            resolvedDate = reference.resolvedDate?.formatted(.iso8601)
            localIdentifier = reference.localIdentifier
        }
    }
}

extension RememberedReference {
    /// The kind of the object; `nil` if this version cannot read the identifier.
    fileprivate var kind: CloudIdentifier.Kind? { (try? CloudIdentifier(stringValue: identifier))?.kind }
}
