internal import Foundation
internal import OpenPhotoKitOwner
internal import PhotoModel

/// Prints which photos, albums and folders were found, as text or as JSON, and determines the exit code.
struct ResolutionPrinter {
    private let library: OwnedLibrary
    private let options: any CommandOptions
    private var counts: [Resolution.Status: Int] = [:]
    private var failures = 0
    /// The number of files that are no photos or empty.
    private var skipped = 0
    /// The number of undecidable answers because of the requested picture itself.
    private var requestsNotCompared = 0
    /// The number of questions about pictures, of questions about albums and folders, and of pictures that were not
    /// found.
    private var open = (pictures: 0, collections: 0, notFound: 0)
    /// The names at import of photos that were read together, by their local identifiers.
    private var names: [String: String] = [:]

    init(_ library: OwnedLibrary, _ options: any CommandOptions) {
        self.library = library
        self.options = options
    }

    /// Failures take precedence over ambiguous answers, these over undecidable ones, and these over answers without a
    /// result.
    var exit: Exit {
        if failures > 0 { return .someFailed }
        if counts[.multiple, default: 0] > 0 { return .ambiguous }
        if counts[.undecidable, default: 0] > 0 { return .undecidable }
        // A file that is no photo has no photo in the library.
        return counts[.notFound, default: 0] + skipped > 0 ? .notFound : .done
    }

    /// Reads the names of the photos that answers with one candidate name.
    mutating func readNames(for answers: [Result<Resolution, any Error>]) {
        guard !options.json else { return }
        let photos = answers.compactMap { try? $0.get() }.filter { $0.kind == .asset && $0.status == .found }
            .compactMap(\.candidates.first?.localIdentifier)
        names = ((try? library.assets(withLocalIdentifiers: photos)) ?? [:])
            .compactMapValues { $0.original?.originalFilename?.string }
    }

    mutating func print(_ answer: Result<Resolution, any Error>, cloudIdentifier: String? = nil, path: FilePath? = nil)
    {
        let name = path?.shown ?? Terminal.safe(cloudIdentifier?.shortened ?? "")
        switch answer {
        case .success(let resolution):
            counts[resolution.status, default: 0] += 1
            if resolution.undecoded?.isRequested == true { requestsNotCompared += 1 }
            if resolution.isOpen { noteQuestion(resolution) }
            if options.json {
                let undecoded = resolution.undecoded.map { UndecodedObject($0, in: library) }
                JSONLines.print(
                    ResolutionObject(resolution, undecoded, cloudIdentifier: cloudIdentifier, path: path))
            } else {
                describe(resolution, name)
            }
        case .failure(let error):
            let failure = Failure(error)
            switch failure {
            case .absent: counts[.notFound, default: 0] += 1
            case .skipped: skipped += 1
            case .failed: failures += 1
            }
            if options.json {
                JSONLines.print(ResolutionObject(error, failure, cloudIdentifier: cloudIdentifier, path: path))
            }
            let text = "\(name): \(ErrorObject(error).message)"
            if failure == .skipped { options.terminal.printWarning(text) } else { options.terminal.printError(text) }
        }
    }

    private mutating func noteQuestion(_ resolution: Resolution) {
        guard resolution.kind == .asset else { return open.collections += 1 }
        open.pictures += 1
        if resolution.status != .multiple { open.notFound += 1 }
    }

    /// Ends the output.
    ///
    /// - Parameters:
    ///   - unfinished: What was interrupted; `nil` if nothing was.
    ///   - emptyText: The output if there was nothing to find.
    func finish(_ unfinished: InterruptedWork?, ifEmpty emptyText: String) {
        var numbers = [
            "found": counts[.found, default: 0], "multiple": counts[.multiple, default: 0],
            "notFound": counts[.notFound, default: 0], "failed": failures,
        ]
        if let count = counts[.undecidable] { numbers["undecidable"] = count }
        if skipped > 0 { numbers["skipped"] = skipped }
        if let unfinished {
            if options.json { JSONLines.printSummary(ofInterrupted: numbers) }
            let interruption = unfinished.displayText(after: numbers.values.reduce(0, +))
            options.terminal.printError("\(interruption): \(closingText)")
        } else if options.json {
            JSONLines.printSummary(numbers)
        } else if !options.quiet {
            let isEmpty = numbers.values.allSatisfy { $0 == 0 }
            options.terminal.write("\(isEmpty ? emptyText : closingText)\n")
        }
    }

    // MARK: Text

    private var closingText: String {
        let multiple = counts[.multiple, default: 0]
        let undecidable = counts[.undecidable, default: 0] - requestsNotCompared
        let notFound = counts[.notFound, default: 0]
        var parts = ["\(counts[.found, default: 0]) found"]
        if multiple > 0 { parts.append("\(multiple) for you to decide") }
        if requestsNotCompared > 0 { parts.append("\(requestsNotCompared) cannot be compared") }
        if undecidable > 0 { parts.append("\(undecidable) not found among the pictures that are decoded") }
        if notFound > 0 { parts.append("\(notFound) not found") }
        if open.notFound > 0 { parts[parts.count - 1] += " (\(open.notFound) with similar photos)" }
        if skipped > 0 {
            parts.append(
                "\(skipped) skipped because \(skipped == 1 ? "it is not a photo or is empty" : "they are not photos or are empty")"
            )
        }
        if failures > 0 { parts.append("\(failures) could not be read") }
        let sentence = parts.joined(separator: ", ") + "."
        let pictures = open.pictures > 0 ? counted(open.pictures, "picture") : nil
        let collections =
            open.collections > 0 ? counted(open.collections, "album or folder", plural: "albums or folders") : nil
        let what = [pictures, collections].compactMap { $0 }.joined(separator: " and ")
        guard !what.isEmpty else { return sentence }
        return "\(sentence) --choose asks about \(what) here"
            + (pictures.map { ", --page about \($0) in the browser." } ?? ".")
    }

    private func describe(_ resolution: Resolution, _ name: String) {
        let kind = resolution.kind.noun
        switch resolution.status {
        case .found:
            guard let chosen = resolution.candidates.first else { return }
            let what = resolution.kind == .asset ? "" : "the \(kind) "
            StandardOutput.print(
                "\(name): found \(what)\(label(chosen, resolution.kind)). \(chosen.displayText)")
        case .multiple:
            let count = resolution.candidates.count
            StandardOutput.print(
                "\(name): \(count) \(kind)\(count == 1 ? " may match" : "s match"), and you have to decide:")
            for candidate in resolution.candidates {
                StandardOutput.print("    \(label(candidate, resolution.kind)). \(candidate.displayText)")
            }
            if let deleted = resolution.recentlyDeleted { StandardOutput.print("    \(deleted.error.commandMessage)") }
        case .notFound, .undecidable:
            let count = resolution.lookalikes.count
            let note =
                count == 0
                ? "" : count == 1 ? " 1 similar photo differs:" : " \(count) similar photos differ:"
            StandardOutput.print("\(name): \(absence(resolution))\(Self.remark(on: resolution.condition))\(note)")
            for candidate in resolution.lookalikes.prefix(options.verbose ? .max : 3) {
                StandardOutput.print("    \(label(candidate, resolution.kind)). \(candidate.displayText)")
            }
            if case .inLibrary(let count, let named) = resolution.undecoded {
                for identifier in named {
                    StandardOutput.print("    \(label(identifier, .asset)). Its picture is not decoded.")
                }
                if count > named.count { StandardOutput.print("    And \(count - named.count) more.") }
            }
            describe(resolution.partialMatches)
        }
    }

    /// Prints the photos of which a file shows the whole or a part.
    private func describe(_ matches: [PartialMatch]?) {
        guard let matches else { return }
        guard !matches.isEmpty else {
            StandardOutput.print("    Nor was a photo found that it shows cropped, mirrored or with a border.")
            return
        }
        StandardOutput.print("    Photos of which it shows the whole or a part, most similar first:")
        for match in matches {
            StandardOutput.print("    \(label(match.localIdentifier, .asset)). \(match.displayText)")
        }
    }

    private func absence(_ resolution: Resolution) -> String {
        if let deleted = resolution.recentlyDeleted { return deleted.error.commandMessage }
        if resolution.mayComeLater { return "not in this library yet: another device has it." }
        if let undecoded = resolution.undecoded { return undecoded.sentence }
        guard resolution.lookalikes.isEmpty else { return "no picture here certainly shows this whole picture." }
        return resolution.kind == .asset
            ? "not in this library: no picture here shows this whole picture."
            : "this \(resolution.kind.noun) is not in this library."
    }

    /// The reason why a file may be in the library although it was not found.
    private static func remark(on condition: PictureCondition?) -> String {
        switch condition {
        case .damaged: " The file is damaged."
        case .limited: " Its picture is too large to decode."
        case .unsupported, .ok, nil: ""
        }
    }

    /// The identifier, with the file name or title.
    private func label(_ candidate: Resolution.Candidate, _ kind: CloudIdentifier.Kind) -> String {
        label(candidate.localIdentifier, kind)
    }

    private func filename(of photo: String) -> String? {
        (try? library.assets(withLocalIdentifiers: [photo])[photo])?.original?.originalFilename?.string
    }

    private func label(_ identifier: String, _ kind: CloudIdentifier.Kind) -> String {
        let name: String? =
            switch kind {
            case .asset:
                names[identifier] ?? filename(of: identifier)
            case .album: try? library.fetchAlbums(withLocalIdentifiers: [identifier]).first?.title
            case .folder: try? library.folder(named: identifier).title
            }
        return identifier + (name.map { " (\(Terminal.safe($0)))" } ?? "")
    }
}

extension ResolutionPrinter {
    /// The kind of an error that an answer is.
    fileprivate enum Failure {
        /// The library does not have the object.
        case absent
        /// The file is no photo, or is empty.
        case skipped
        /// The identifier or the file could not be read.
        case failed

        init(_ error: any Error) {
            switch (error as? PhotoLibraryError)?.code {
            case .identifierNotFound: self = .absent
            case .notAPhoto, .emptyFile, .notARegularFile: self = .skipped
            default: self = .failed
            }
        }
    }
}

/// The JSON object of an answer.
private struct ResolutionObject: Encodable {
    struct Candidate: Encodable {
        let localIdentifier: String
        let evidence: String
        let distance: Int?
        let verified: Bool
        let score: Double
        let isEdited: Bool
        let rendering: String
        let reason: String
        let explanation: String

        init(_ candidate: Resolution.Candidate) {
            localIdentifier = candidate.localIdentifier
            evidence = candidate.evidence.rawValue
            distance = candidate.distance
            verified = candidate.verified
            score = (candidate.score * 1000).rounded() / 1000
            isEdited = candidate.isEdited
            rendering = candidate.rendering.rawValue
            reason = candidate.reason.rawValue
            explanation = candidate.explanation
        }
    }

    let cloudIdentifier: String?
    /// The kind of object that the identifier names.
    let kind: String?
    let path: String?
    let pathBase64: String?
    /// The condition of the file's picture.
    let condition: String?
    let status: String?
    let localIdentifier: String?
    let evidence: String?
    let candidates: [Candidate]
    let lookalikes: [Candidate]
    /// Missing if partial matches were not searched.
    let partialMatches: [PartialMatchObject]?
    let recentlyDeleted: RecentlyDeletedObject?
    /// Missing unless another device of the registry has the photo.
    let mayComeLater: Bool?
    let undecoded: UndecodedObject?
    let error: ErrorObject?

    init(_ resolution: Resolution, _ undecoded: UndecodedObject?, cloudIdentifier: String?, path: FilePath?) {
        self.undecoded = undecoded
        mayComeLater = resolution.mayComeLater ? true : nil
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
        partialMatches = resolution.partialMatches?.map(PartialMatchObject.init)
        recentlyDeleted = resolution.recentlyDeleted.map(RecentlyDeletedObject.init)
        if case .failure(let reason) = resolution.result { error = ErrorObject(reason) } else { error = nil }
    }

    init(_ reason: any Error, _ failure: ResolutionPrinter.Failure, cloudIdentifier: String?, path: FilePath?) {
        self.cloudIdentifier = cloudIdentifier
        kind = nil
        let file = path.map(PathObject.init)
        self.path = file?.path
        pathBase64 = file?.pathBase64
        condition = nil
        status =
            switch failure {
            case .absent: Resolution.Status.notFound.rawValue
            case .skipped: "skipped"
            case .failed: nil
            }
        localIdentifier = nil
        evidence = nil
        candidates = []
        lookalikes = []
        partialMatches = nil
        recentlyDeleted = nil
        (mayComeLater, undecoded) = (nil, nil)
        error = ErrorObject(reason)
    }
}

/// The JSON object of the pictures that could not be compared.
private struct UndecodedObject: Encodable {
    struct Picture: Encodable {
        let localIdentifier: String
        let originalFilename: String?
    }

    /// Whether the requested picture is not decoded or shows too little.
    let isRequested: Bool
    /// The number of pictures of the library that are not decoded and may be the requested one.
    let count: Int
    /// The first of these pictures.
    let pictures: [Picture]

    init(_ undecoded: Resolution.Undecoded, in library: OwnedLibrary) {
        let named = undecoded.localIdentifiers
        let assets = (try? library.assets(withLocalIdentifiers: named)) ?? [:]
        pictures = named.map {
            Picture(localIdentifier: $0, originalFilename: assets[$0]?.original?.originalFilename?.string)
        }
        isRequested = undecoded.isRequested
        if case .inLibrary(let number, _) = undecoded { count = number } else { count = 0 }
    }
}

/// The JSON object of a recently deleted photo.
struct RecentlyDeletedObject: Encodable {
    let localIdentifier: String
    let deletedDate: String

    init(_ deleted: RecentlyDeleted) {
        localIdentifier = deleted.localIdentifier
        deletedDate = deleted.deletedDate.formatted(.iso8601)
    }
}
