internal import Foundation
package import OpenPhotoKit
internal import PhotoCatalog
internal import PhotoModel
internal import Synchronization
package import SystemPackage

/// Finds the photos of a library that dead paths meant: by what it imported from there, by the content of a copy of the
/// old folder, and, only if asked to trust it, by name.
package struct LibraryFinder: PhotoFinding {
    private let library: PhotoLibrary
    private let request: RelinkRequest
    private let inspector: PhotoInspector

    /// A finder in a library; `inspector` reads and decodes files of the old folder's copy.
    package init(_ library: PhotoLibrary, _ request: RelinkRequest, inspector: PhotoInspector) {
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
        for path in unknown { findings[path] = byName(names[path] ?? [], isStranger: matched[path] != nil) }
        return findings.mapValues(present)
    }

    /// Content tells more than a path, which may have been used again; if they disagree a person decides.
    private func combine(_ imported: [Finding.FoundFile], _ matched: Finding?) -> Finding? {
        let assets = Set(imported.map(\.asset))
        if let matched {
            let shown = matched.file.map { [$0.asset] } ?? matched.candidates
            guard assets.isSubset(of: shown) else {
                return .ambiguous(
                    assets.union(shown).sorted(),
                    "The library imported another photo from this path than the copy of the folder holds.")
            }
            guard matched.file == nil else { return matched }
        }
        if Set(imported).count == 1 { return .found(imported[0], .importedFrom) }
        if !imported.isEmpty { return .ambiguous(assets.sorted(), "Names that look the same were imported from here.") }
        return matched.flatMap { $0.candidates.isEmpty ? nil : $0 }
    }

    /// What the library imported from each path, also from one whose letters are composed in another way: macOS writes
    /// an umlaut as two characters.
    private func imported(from paths: [FilePath]) throws -> [FilePath: [Finding.FoundFile]] {
        let known = try library.files(importedFrom: Array(Set(paths.flatMap(\.spellings))))
        return Dictionary(
            paths.map { path in
                let files = known[path].map { [$0] } ?? path.spellings.compactMap { known[$0] }
                return (path, files.map { Finding.FoundFile(asset: $0.asset, path: $0.path) })
            }, uniquingKeysWith: { first, _ in first })
    }

    // MARK: Content

    /// What the files of the copy show, for each path that has a readable one there.
    private func matched(_ paths: [FilePath]) throws -> [FilePath: Finding] {
        var copies: [FilePath: FilePath] = [:]
        for path in paths {
            copies[path] = path.spellings.compactMap(placeInCopy).first { $0.isFile }
        }
        guard !copies.isEmpty else { return [:] }
        let answers = Mutex<[FilePath: Result<Resolution, any Error>]>([:])
        library.match(Array(Set(copies.values)).sorted { $0.string < $1.string }, inspector: inspector) {
            path, answer in
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

    /// What a file of the copy shows; `nil` if it cannot be read, which says nothing.
    private func finding(_ answer: Result<Resolution, any Error>, copy: FilePath) throws -> Finding? {
        let resolution: Resolution
        switch answer {
        case .success(let answer): resolution = answer
        case .failure(let error as PhotoLibraryError) where error.code == .notAPhoto: return Self.stranger
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
                resolution.candidates.map(\.localIdentifier), "Several photos may be the one in the copy of the folder."
            )
        default: return Self.stranger
        }
    }

    private static let stranger = Finding.notFound("The library does not have what the copy of the folder holds.")

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

    /// - Parameter isStranger: Whether the copy holds something that the library does not have.
    private func byName(_ files: [Finding.FoundFile], isStranger: Bool) -> Finding {
        switch Set(files).count {
        case 0: return .notFound("The library has nothing that was imported from there, nor anything of that name.")
        case 1 where isStranger:
            return .ambiguous(
                files.map(\.asset), "One photo has this name, but the copy of the folder holds another.")
        case 1 where request.trustsNames: return .found(files[0], .name)
        case 1:
            return .ambiguous(
                files.map(\.asset), "One photo has this name, and nothing else speaks for it.", remedy: .trustNames)
        case let count:
            return .ambiguous(Set(files.map(\.asset)).sorted(), "\(count) photos have this name.")
        }
    }

    /// A reference is never led to a file that is not there.
    private func present(_ finding: Finding) -> Finding {
        guard let file = finding.file, !file.path.isFile else { return finding }
        return Finding(
            error: PhotoLibraryError(
                .missingResource, "The photo is known, but its file is not there either.", remedy: .verify,
                path: file.path.string, identifier: file.asset))
    }

    // MARK: Identifiers

    package func find(cloudIdentifiers: [String]) throws -> [String: Finding] {
        let parsed = cloudIdentifiers.map { text in (text, try? CloudIdentifier(stringValue: text)) }
        var answers = library.resolve(parsed.compactMap(\.1))[...]
        var findings: [String: Finding] = [:]
        for (text, identifier) in parsed {
            guard identifier != nil, let answer = answers.popFirst() else {
                findings[text] = .notFound("It looks like a cloud identifier, but is none or was cut short.")
                continue
            }
            findings[text] = try finding(answer)
        }
        return findings
    }

    private func finding(_ answer: Result<Resolution, any Error>) throws -> Finding {
        let resolution = try? answer.get()
        if let asset = resolution?.localIdentifier, let evidence = resolution?.evidence {
            let path = try library.assets(withLocalIdentifiers: [asset])[asset]?.original?.path
            return .found(
                Finding.FoundFile(asset: asset, path: path ?? library.path),
                RelinkItem.Evidence(rawValue: evidence.rawValue) ?? .content)
        }
        guard let candidates = resolution?.candidates.map(\.localIdentifier), !candidates.isEmpty else {
            return .notFound("No photo of this library is surely the one that this identifier names.")
        }
        return .ambiguous(candidates, "Several photos may be the one that this identifier names.")
    }

    package func cloudIdentifiers(of assets: [String]) throws -> [String: String] {
        library.cloudIdentifierMappings(forLocalIdentifiers: assets).compactMapValues { answer in
            (try? answer.get()).map { (request.isCompact ? $0.compact : $0).stringValue }
        }
    }
}

extension FilePath {
    /// The path, and the same letters composed (NFC) and decomposed (NFD).
    fileprivate var spellings: [FilePath] {
        guard let text = String(validating: bytes, as: UTF8.self), bytes.contains(where: { $0 >= 0x80 }) else {
            return [self]
        }
        var spellings = [self]
        for form in [text.precomposedStringWithCanonicalMapping, text.decomposedStringWithCanonicalMapping] {
            // Strings are equal however they are composed; paths are bytes.
            if let path = FilePath(bytes: form.utf8), !spellings.contains(where: { $0.bytes == path.bytes }) {
                spellings.append(path)
            }
        }
        return spellings
    }
}
