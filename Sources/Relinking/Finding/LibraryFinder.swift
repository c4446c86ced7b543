internal import Foundation
package import OpenPhotoKitOwner
internal import PhotoModel
internal import Synchronization
package import SystemPackage

/// Finds the photos that broken paths mean in a library.
///
/// The evidence is the path that a photo was imported from, the content of a copy of the old folder, and, only if the
/// request trusts names, the file name.
package struct LibraryFinder: PhotoFinding {
    private let library: OwnedLibrary
    private let request: RelinkRequest
    private let inspector: PhotoInspector

    /// Creates a finder for a library.
    ///
    /// `inspector` reads and decodes the files in the copy of the old folder.
    package init(_ library: OwnedLibrary, _ request: RelinkRequest, inspector: PhotoInspector) {
        self.library = library
        self.request = request
        self.inspector = inspector
    }

    package func find(paths: [FilePath]) throws -> [FilePath: Finding] {
        let imported = try imported(from: paths)
        let matched = try matched(paths)
        var findings: [FilePath: Finding] = [:]
        for path in paths { findings[path] = combine(imported[path] ?? [], matched[path]) }
        let unknown = paths.filter { findings[$0] == nil }
        let names = try named(unknown)
        for path in unknown { findings[path] = byName(names[path] ?? [], isOther: matched[path] != nil) }
        return findings.mapValues(present)
    }

    /// Combines both kinds of evidence.
    ///
    /// An old path may have been used again for another photo, so a person decides if path and content disagree.
    private func combine(_ imported: [Finding.FoundFile], _ matched: Finding?) -> Finding? {
        let assets = Set(imported.map(\.asset))
        if let matched {
            let shown = matched.file.map { [$0.asset] } ?? matched.candidates
            guard assets.isSubset(of: shown) else {
                return .ambiguous(
                    assets.union(shown).sorted(),
                    "The photo imported from this path differs from the photo in the copy of the folder.")
            }
            guard matched.file == nil else { return matched }
        }
        if Set(imported).count == 1 { return .found(imported[0], .importedFrom) }
        if !imported.isEmpty { return .ambiguous(assets.sorted(), "Several photos were imported from this path.") }
        return matched.flatMap { $0.candidates.isEmpty ? nil : $0 }
    }

    /// The files that the library imported from each path.
    ///
    /// Paths with the same characters in another Unicode composition match too, because macOS stores an umlaut as two
    /// characters.
    private func imported(from paths: [FilePath]) throws -> [FilePath: [Finding.FoundFile]] {
        let known = try library.files(importedFrom: Array(Set(paths.flatMap(\.spellings))))
        return Dictionary(
            paths.map { path in
                let files = known[path].map { [$0] } ?? path.spellings.compactMap { known[$0] }
                return (path, files.map { Finding.FoundFile(asset: $0.asset, path: $0.path) })
            }, uniquingKeysWith: { first, _ in first })
    }

    // MARK: Content

    /// The result of comparing the files of the copy with the library, for each path with a readable file in the
    /// copy.
    private func matched(_ paths: [FilePath]) throws -> [FilePath: Finding] {
        var copies: [FilePath: FilePath] = [:]
        for path in paths {
            copies[path] = path.spellings.compactMap(placeInCopy).first { $0.isFile }
        }
        guard !copies.isEmpty else { return [:] }
        let answers = Mutex<[FilePath: Result<Resolution, any Error>]>([:])
        try library.matchAndWait(
            Array(Set(copies.values)).sorted { $0.string < $1.string }, inspector: inspector
        ) { path, answer in
            answers.withLock { $0[path] = answer }
        }
        let known = answers.withLock { $0 }
        return try copies.compactMapValues { copy in try known[copy].flatMap { try finding($0, copy: copy) } }
    }

    private func placeInCopy(_ path: FilePath) -> FilePath? {
        var relative = path
        guard relative.removePrefix(request.oldFolder) else { return nil }
        return (request.copy ?? request.oldFolder).pushing(relative)
    }

    /// The result for one file of the copy; `nil` if the file cannot be read.
    private func finding(_ answer: Result<Resolution, any Error>, copy: FilePath) throws -> Finding? {
        let resolution: Resolution
        switch answer {
        case .success(let answer): resolution = answer
        case .failure(let error as PhotoLibraryError) where error.code == .notAPhoto: return Self.notInLibrary
        case .failure: return nil
        }
        switch (resolution.status, resolution.localIdentifier, resolution.evidence) {
        case (.found, let asset?, let evidence?):
            guard let path = try library.file(of: asset, withBytesOf: copy) else {
                return .ambiguous([asset], "The photo in the copy of the folder has no original in the library.")
            }
            return .found(
                Finding.FoundFile(asset: asset, path: path),
                RelinkItem.Evidence(rawValue: evidence.rawValue) ?? .content)
        case (.multiple, _, _):
            return .ambiguous(
                resolution.candidates.map(\.localIdentifier),
                "More than one photo matches the photo in the copy of the folder."
            )
        default: return Self.notInLibrary
        }
    }

    private static let notInLibrary = Finding.notFound("The library does not have the photo in the copy of the folder.")

    // MARK: Names

    private func named(_ paths: [FilePath]) throws -> [FilePath: [Finding.FoundFile]] {
        func names(_ path: FilePath) -> [FilePath] {
            path.spellings.compactMap { $0.lastComponent.map { FilePath(root: nil, [$0]) } }
        }
        let known = try library.files(named: Array(Set(paths.flatMap(names))))
        return Dictionary(
            paths.map { path in
                let files = names(path).flatMap { known[$0] ?? [] }
                return (path, files.map { Finding.FoundFile(asset: $0.asset, path: $0.path) })
            }, uniquingKeysWith: { first, _ in first })
    }

    /// - Parameter isOther: Whether the file in the copy is a photo that the library does not have.
    private func byName(_ files: [Finding.FoundFile], isOther: Bool) -> Finding {
        switch Set(files).count {
        case 0: return .notFound("The library has no photo from this path, and no photo of this name.")
        case 1 where isOther:
            return .ambiguous(
                files.map(\.asset), "One photo has this name, but the copy of the folder has another photo.")
        case 1 where request.trustsNames: return .found(files[0], .name)
        case 1:
            return .ambiguous(
                files.map(\.asset), "One photo has this name, without other evidence.", remedy: .trustNames)
        case let count:
            return .ambiguous(Set(files.map(\.asset)).sorted(), "\(count) photos have this name.")
        }
    }

    /// Replaces a result by an error if the library's file is missing.
    private func present(_ finding: Finding) -> Finding {
        guard let file = finding.file, !file.path.isFile else { return finding }
        return Finding(
            error: PhotoLibraryError(
                .missingResource, "The photo is known, but its file is missing.", remedy: .verify,
                path: file.path.string, identifier: file.asset))
    }

    // MARK: Identifiers

    package func find(cloudIdentifiers: [String]) throws -> [String: Finding] {
        let parsed = cloudIdentifiers.map { text in (text, try? CloudIdentifier(stringValue: text)) }
        var answers = library.resolveAndWait(parsed.compactMap(\.1))[...]
        var findings: [String: Finding] = [:]
        for (text, identifier) in parsed {
            guard identifier != nil, let answer = answers.popFirst() else {
                findings[text] = .notFound("This cloud identifier is damaged or incomplete.")
                continue
            }
            findings[text] = try finding(answer)
        }
        return findings
    }

    private func finding(_ answer: Result<Resolution, any Error>) throws -> Finding {
        let resolution = try? answer.get()
        if let asset = resolution?.localIdentifier, let evidence = resolution?.evidence {
            let original = try library.assets(withLocalIdentifiers: [asset])[asset]?.original
            let path = original.flatMap(library.localPath)
            return .found(
                Finding.FoundFile(asset: asset, path: path ?? library.path),
                RelinkItem.Evidence(rawValue: evidence.rawValue) ?? .content)
        }
        guard let candidates = resolution?.candidates.map(\.localIdentifier), !candidates.isEmpty else {
            return .notFound("No photo of this library certainly matches this identifier.")
        }
        return .ambiguous(candidates, "More than one photo matches this identifier.")
    }

    package func cloudIdentifiers(of assets: [String]) throws -> [String: String] {
        library.cloudIdentifierMappings(forLocalIdentifiers: assets).compactMapValues { answer in
            (try? answer.get()).map { (request.isCompact ? $0.compact : $0).stringValue }
        }
    }
}

extension FilePath {
    /// The path, and its characters composed (NFC) and decomposed (NFD).
    fileprivate var spellings: [FilePath] {
        guard let text = String(validating: bytes, as: UTF8.self), bytes.contains(where: { $0 >= 0x80 }) else {
            return [self]
        }
        var spellings = [self]
        for form in [text.precomposedStringWithCanonicalMapping, text.decomposedStringWithCanonicalMapping] {
            // Compared as bytes, because two strings are equal even if their characters are composed differently.
            if let path = FilePath(bytes: form.utf8), !spellings.contains(where: { $0.bytes == path.bytes }) {
                spellings.append(path)
            }
        }
        return spellings
    }
}
