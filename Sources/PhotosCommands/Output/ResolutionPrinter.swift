internal import OpenPhotoKit

/// Tells which photos, albums and folders identifiers or pictures mean, to people or to programs, and keeps the exit code.
struct ResolutionPrinter {
    private let library: PhotoLibrary
    private let options: GlobalOptions
    private var counts: [Resolution.Status: Int] = [:]
    /// How many of those that are for a person to decide are albums and folders.
    private var undecidedCollections = 0
    private var failures = 0

    init(_ library: PhotoLibrary, _ options: GlobalOptions) {
        self.library = library
        self.options = options
    }

    /// Failures win over ambiguity, ambiguity over absence.
    var exit: Exit {
        if failures > 0 { return .someFailed }
        if counts[.multiple, default: 0] > 0 { return .ambiguous }
        return counts[.notFound, default: 0] > 0 ? .notFound : .done
    }

    mutating func print(_ answer: Result<Resolution, any Error>, cloudIdentifier: String? = nil, path: FilePath? = nil)
    {
        let name = path?.shown ?? Terminal.safe(cloudIdentifier?.shortened ?? "")
        switch answer {
        case .success(let resolution):
            counts[resolution.status, default: 0] += 1
            if resolution.status == .multiple, resolution.kind != .asset { undecidedCollections += 1 }
            if options.json {
                JSONLines.print(ResolutionObject(resolution, cloudIdentifier: cloudIdentifier, path: path))
            } else {
                describe(resolution, name)
            }
        case .failure(let error):
            let isAbsent = (error as? PhotoLibraryError)?.code == .identifierNotFound
            if isAbsent { counts[.notFound, default: 0] += 1 } else { failures += 1 }
            if options.json {
                JSONLines.print(ResolutionObject(error, isAbsent, cloudIdentifier: cloudIdentifier, path: path))
            }
            options.terminal.complain("\(name): \(ErrorObject(error).message)")
        }
    }

    func finish() {
        let found = counts[.found, default: 0]
        let multiple = counts[.multiple, default: 0]
        let notFound = counts[.notFound, default: 0]
        if options.json {
            JSONLines.printSummary([
                "found": found, "multiple": multiple, "notFound": notFound, "failed": failures,
            ])
        } else if !options.quiet {
            var parts = ["\(found) found"]
            let photos = multiple - undecidedCollections
            if photos > 0 { parts.append("\(photos) for you to decide (--choose asks here, --page in the browser)") }
            if undecidedCollections > 0 {
                let what = counted(undecidedCollections, "album or folder", "albums or folders")
                parts.append("\(what) for you to decide (--choose asks here)")
            }
            if notFound > 0 { parts.append("\(notFound) not found") }
            if failures > 0 { parts.append("\(failures) could not be read") }
            options.terminal.write(parts.joined(separator: ", ") + ".\n")
        }
    }

    // MARK: For people

    private func describe(_ resolution: Resolution, _ name: String) {
        let kind = resolution.kind.noun
        switch resolution.status {
        case .found:
            guard let chosen = resolution.candidates.first else { return }
            let what = resolution.kind == .asset ? "" : "the \(kind) "
            StandardOutput.print(
                "\(name): found \(what)\(label(chosen, resolution.kind)). \(chosen.explanation)")
        case .multiple:
            let count = resolution.candidates.count
            StandardOutput.print(
                "\(name): \(count) \(kind)\(count == 1 ? " may be the one" : "s fit"), none chosen. You decide:")
            for candidate in resolution.candidates {
                StandardOutput.print("    \(label(candidate, resolution.kind)). \(candidate.explanation)")
            }
        case .notFound:
            let count = resolution.lookalikes.count
            let note =
                count == 0
                ? "" : count == 1 ? " 1 photo looks alike, and differs:" : " \(count) look alike, and differ:"
            let absence = resolution.kind == .asset ? "not in this library." : "this \(kind) is not in this library."
            StandardOutput.print(
                "\(name): \(count == 0 ? absence : "no sure match.")\(Self.words(resolution.condition))\(note)")
            for candidate in resolution.lookalikes.prefix(options.verbose ? .max : 3) {
                StandardOutput.print("    \(label(candidate, resolution.kind)). \(candidate.explanation)")
            }
        }
    }

    /// Why a file that was not found may yet be a photo that is there.
    private static func words(_ condition: PictureCondition?) -> String {
        switch condition {
        case .damaged: " The file is damaged."
        case .limited: " Its picture is too large to be decoded: only its bytes were compared."
        case .unsupported: " Its picture is of a kind that is not decoded: only its bytes were compared."
        case .ok, nil: ""
        }
    }

    /// The identifier, with what a person knows it by.
    private func label(_ candidate: Resolution.Candidate, _ kind: CloudIdentifier.Kind) -> String {
        let identifier = candidate.localIdentifier
        let name: String? =
            switch kind {
            case .asset:
                try? library.assets(withLocalIdentifiers: [identifier])[identifier]?.original?.originalFilename?.string
            case .album: try? library.fetchAlbums(withLocalIdentifiers: [identifier]).first?.title
            case .folder: try? library.folder(named: identifier).title
            }
        return identifier + (name.map { " (\(Terminal.safe($0)))" } ?? "")
    }
}

/// An answer, as the command's contract has it.
private struct ResolutionObject: Encodable {
    struct Candidate: Encodable {
        let localIdentifier: String
        let evidence: String
        let distance: Int?
        let verified: Bool
        let score: Double
        let reason: String
        let explanation: String

        init(_ candidate: Resolution.Candidate) {
            localIdentifier = candidate.localIdentifier
            evidence = candidate.evidence.rawValue
            distance = candidate.distance
            verified = candidate.verified
            score = (candidate.score * 1000).rounded() / 1000
            reason = candidate.reason.rawValue
            explanation = candidate.explanation
        }
    }

    let cloudIdentifier: String?
    /// What the identifier names.
    let kind: String?
    let path: String?
    let pathBase64: String?
    /// What could be made of the file's picture.
    let condition: String?
    let status: String?
    let localIdentifier: String?
    let evidence: String?
    let candidates: [Candidate]
    let lookalikes: [Candidate]
    let error: ErrorObject?

    init(_ resolution: Resolution, cloudIdentifier: String?, path: FilePath?) {
        self.cloudIdentifier = cloudIdentifier
        kind = cloudIdentifier.map { _ in "\(resolution.kind)" }
        let file = path.map(PathObject.init)
        self.path = file?.path
        pathBase64 = file?.pathBase64
        condition = resolution.condition?.rawValue
        status = resolution.status.rawValue
        localIdentifier = resolution.localIdentifier
        evidence = resolution.evidence?.rawValue
        candidates = resolution.candidates.map(Candidate.init)
        lookalikes = resolution.lookalikes.map(Candidate.init)
        if case .failure(let reason) = resolution.result { error = ErrorObject(reason) } else { error = nil }
    }

    init(_ reason: any Error, _ isAbsent: Bool, cloudIdentifier: String?, path: FilePath?) {
        self.cloudIdentifier = cloudIdentifier
        kind = nil
        let file = path.map(PathObject.init)
        self.path = file?.path
        pathBase64 = file?.pathBase64
        condition = nil
        status = isAbsent ? Resolution.Status.notFound.rawValue : nil
        localIdentifier = nil
        evidence = nil
        candidates = []
        lookalikes = []
        error = ErrorObject(reason)
    }
}
