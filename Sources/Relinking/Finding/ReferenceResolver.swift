internal import PhotoModel
internal import SystemPackage

/// A reference and the decision about it.
struct ReferenceDecision {
    let reference: Reference
    /// The item that is reported for the reference, without its location.
    var item: RelinkItem
    /// The bytes to write at the reference's range; `nil` if the text stays.
    var replacement: [UInt8]?
}

/// Decides which new text each reference of one file gets.
struct ReferenceResolver {
    let request: RelinkRequest
    let finder: any PhotoFinding
    let file: FilePath
    /// The folder of the file, with links resolved.
    ///
    /// Relative paths begin there.
    let folder: FilePath

    /// One decision for each reference, in order.
    func decide(_ references: [Reference]) throws -> [ReferenceDecision] {
        var broken: Set<FilePath> = []
        var identifiers: Set<String> = []
        for reference in references {
            switch reference.target {
            case .path(let readings): broken.formUnion(wanted(readings).map(\.path))
            case .cloudIdentifier: identifiers.insert(reference.text)
            }
        }
        let paths = try broken.isEmpty ? [:] : finder.find(paths: broken.sorted { $0.string < $1.string })
        let known = try identifiers.isEmpty ? [:] : finder.find(cloudIdentifiers: identifiers.sorted())
        let assets = Set(paths.values.compactMap(\.file?.asset))
        let cloud = try request.form == .cloud ? finder.cloudIdentifiers(of: assets.sorted()) : [:]
        return references.map { reference in
            switch reference.target {
            case .path(let readings): decide(reference, wanted(readings), paths, cloud)
            case .cloudIdentifier: decide(reference, known[reference.text])
            }
        }
    }

    /// The readings to look up; empty if the path leads to a file and such paths are not to be rewritten.
    private func wanted(_ readings: [Reading]) -> [Reading] {
        let existing = readings.filter(\.path.exists)
        guard !existing.isEmpty else { return readings }
        return request.includesExisting ? existing.filter(\.path.isFile) : []
    }

    private func decide(
        _ reference: Reference, _ readings: [Reading], _ findings: [FilePath: Finding], _ cloud: [String: String]
    ) -> ReferenceDecision {
        guard !readings.isEmpty else { return decision(reference, .exists) }
        let known = readings.compactMap { reading in findings[reading.path].map { (reading, $0) } }
        let found = known.filter { $0.1.file != nil }
        let unsure = known.filter { !$0.1.candidates.isEmpty }
        let isOne = Set(found.map(\.1.file)).count == 1
        guard let (reading, finding) = found.first, let file = finding.file,
            isOne, unsure.isEmpty || finding.evidence != .name
        else {
            let candidates = known.flatMap { $0.1.candidates + ($0.1.file.map { [$0.asset] } ?? []) }
            let reason = (unsure.first ?? known.first)?.1.error
            return decision(reference, candidates.isEmpty ? .notFound : .ambiguous) {
                $0.candidates = Set(candidates).sorted()
                $0.error =
                    found.count > 1
                    ? PhotoLibraryError(
                        .multipleIdentifiersFound,
                        "The path means one photo with a literal %, and another one percent-decoded.")
                    : reason
            }
        }
        guard let text = text(for: file, reference, reading.spelling, cloud) else {
            return decision(reference, .notFound) {
                $0.error = PhotoLibraryError(.identifierNotFound, "The photo has no cloud identifier.")
            }
        }
        return rewriting(reference, as: text, file, finding.evidence)
    }

    private func decide(_ reference: Reference, _ finding: Finding?) -> ReferenceDecision {
        guard let file = finding?.file else {
            let candidates = finding?.candidates ?? []
            return decision(reference, candidates.isEmpty ? .notFound : .ambiguous) {
                $0.candidates = candidates
                $0.error = finding?.error
            }
        }
        return rewriting(reference, as: Array(file.asset.utf8), file, finding?.evidence)
    }

    private func rewriting(
        _ reference: Reference, as text: [UInt8], _ file: Finding.FoundFile, _ evidence: RelinkItem.Evidence?
    ) -> ReferenceDecision {
        // Compared as bytes, because two strings are equal even if their characters are composed differently.
        guard text != Array(reference.text.utf8) else { return decision(reference, .exists) }
        var decision = decision(reference, request.isDryRun ? .planned : .relinked) {
            $0.to = String(decoding: text, as: UTF8.self)
            $0.localIdentifier = file.asset
            $0.evidence = evidence
        }
        decision.replacement = reference.quote(text)
        return decision
    }

    private func decision(
        _ reference: Reference, _ status: RelinkItem.Status, _ complete: (inout RelinkItem) -> Void = { _ in }
    ) -> ReferenceDecision {
        var item = RelinkItem(file: file, location: "", from: reference.text, status: status)
        complete(&item)
        return ReferenceDecision(reference: reference, item: item)
    }

    // MARK: New texts

    private func text(
        for file: Finding.FoundFile, _ reference: Reference, _ old: Spelling, _ cloud: [String: String]
    ) -> [UInt8]? {
        switch request.form {
        case .local: return Array(file.asset.utf8)
        case .cloud: return cloud[file.asset].map { Array($0.utf8) }
        case .same, .path, .fileURL:
            let text = spelling(for: file.path, reference, old).spell(file.path, in: folder, isURL: reference.isURL)
            // A name that is not UTF-8 can be written only as a URL.
            guard String(validating: text, as: UTF8.self) == nil else { return text }
            return Self.url.spell(file.path, in: folder, isURL: reference.isURL)
        }
    }

    private func spelling(for path: FilePath, _ reference: Reference, _ old: Spelling) -> Spelling {
        switch (request.form, old.form) {
        case (.fileURL, .absolute), (.fileURL, .relative): return Self.url
        // A plain path between angle brackets is not a link.
        case (.path, .fileURL) where reference.quotings.first == .autolink: return old
        case (.path, .fileURL): return Spelling(form: .absolute, escaping: .unknown)
        case (.path, _): return Spelling(form: .absolute, escaping: old.escaping)
        case (.same, .relative) where !folder.pushing(path.relative(to: folder)).isFile:
            return Spelling(form: .absolute, escaping: old.escaping)
        default: return old
        }
    }

    private static let url = Spelling(
        form: .fileURL(prefix: Array("file://".utf8)), escaping: .percent(keepsNonASCII: false))
}
