internal import ArgumentParser
internal import Foundation
internal import OpenPhotoKit
internal import Synchronization

struct VerifyCommand: LibraryCommand {
    static let configuration = CommandConfiguration(
        commandName: "verify",
        abstract: "Read every original and compare it with the digest it was imported with. Changes none.",
        discussion: """
            photos verify                                      every byte of everything
            photos verify --subset 3/30 --limit-rate 20        a thirtieth of it, at most 20 MB a second
            photos verify --resume                             go on after Ctrl-C
            photos verify --quick                              are all files there, and of the right size?
            photos verify --heal-from /media/backup            and replaces damaged files by exact copies from there

            A photo stays in its subset as the library grows. Strangers in the library's folders are looked for with the
            first subset, and the search index is checked with it, but for --quick: it holds nothing of its own, and a damaged or
            missing one is named and not counted as a fault. How far an interrupted check had come is kept outside the library, in $XDG_STATE_HOME, else in
            ~/.local/state.
            A file that is found damaged is noted: an import of exactly the right bytes replaces it. --heal-from looks for \
            such bytes in a folder, whatever the names are there; a damaged file is moved to the library's folder damaged.
            Exit codes: 0 every byte is as it was imported, 2 something is wrong and named and not healed, 130 interrupted.
            """)

    @OptionGroup var options: GlobalOptions

    @Option(
        help: ArgumentHelp("Check only the n-th of m equal parts of the library.", valueName: "n/m"),
        transform: LibrarySubset.init(argument:))
    var subset = LibrarySubset.whole

    @Flag(help: "Look only whether the files are there and of the right size; read nothing.")
    var quick = false

    @Option(help: ArgumentHelp("Read at most this many megabytes a second.", valueName: "mb"))
    var limitRate: Double?

    @Flag(help: "Go on where the same check was interrupted.")
    var resume = false

    @Option(
        help: ArgumentHelp(
            "Replace damaged files by files in this folder that have exactly the right bytes.", valueName: "dir"),
        completion: .directory)
    var healFrom: String?

    func validate() throws {
        guard !quick || healFrom == nil else {
            throw ValidationError("--quick reads nothing, and so finds nothing for --heal-from.")
        }
        guard limitRate.map({ 0.001...1_000_000 ~= $0 }) ?? true else {
            throw ValidationError("--limit-rate is a number of megabytes a second, from 0.001.")
        }
    }

    func execute() async throws -> Exit {
        let library = try options.openLibrary()
        var request = VerifyRequest()
        request.subset = subset
        request.isQuick = quick
        request.ioJobs = options.readingJobs(for: [library.path])
        request.bytesPerSecond = limitRate.map { Int($0 * 1_000_000) }
        request.checkpointPath = library.verifyCheckpointPath
        request.resumes = resume
        let loading = LoadProgress()
        let options = options
        let faulty = Mutex<Set<FilePath>>([])
        let summary = try await following(loading, options, verb: "Verifying") { [request] in
            try library.verify(request, loading: loading) { file in
                if file.status != .ok { faulty.withLock { _ = $0.insert(file.path) } }
                Self.render(file, options)
            }
        }
        let healed = try await heal(library)
        let unhealed = summary.faults - faulty.withLock { $0.intersection(healed ?? []).count }
        let isWholeCheck = subset.number == 1 && !quick
        let copy = isWholeCheck ? try library.verifyCatalogCopy() : nil
        render(summary, isWholeCheck ? checkIndex(library) : nil, copy, healed)
        return unhealed == 0 ? .done : .someFailed
    }

    /// Heals what is damaged, if that is asked for, and names each file.
    ///
    /// - Returns: The files of the library that are whole now; `nil` if it is not asked for.
    private func heal(_ library: PhotoLibrary) async throws -> Set<FilePath>? {
        guard let healFrom else { return nil }
        let loading = LoadProgress()
        let options = options
        return try await following(loading, options, verb: "Healing") {
            var healed: Set<FilePath> = []
            try library.healDamagedFiles(from: [FilePath(healFrom).absolute], loading: loading) { file in
                if file.error == nil { healed.insert(file.path) }
                Self.render(file, options)
            }
            return healed
        }
    }

    /// - Returns: `nil` if it cannot be told, which is said: no photo depends on it.
    private func checkIndex(_ library: PhotoLibrary) -> SearchIndexCondition? {
        do { return try library.verifySearchIndex() } catch {
            options.terminal.complain("The search index could not be checked: \(ErrorObject(error).message)")
            return nil
        }
    }

    private func render(
        _ summary: VerifySummary, _ index: SearchIndexCondition?, _ copy: CatalogCopyCondition?,
        _ healed: Set<FilePath>?
    ) {
        if options.json {
            var numbers = Dictionary(
                uniqueKeysWithValues: VerifiedFile.Status.allCases.map { ($0.rawValue, summary.counts[$0, default: 0]) }
            )
            numbers["resumed"] = summary.filesBefore
            numbers["searchIndexDamaged"] = index.map { $0 == .damaged ? 1 : 0 }
            numbers["searchIndexMissing"] = index.map { $0 == .missing ? 1 : 0 }
            numbers["healed"] = healed?.count
            numbers["catalogCopySecondsOld"] = copy?.date.map { Int(clamping: Int64(Date().timeIntervalSince($0))) }
            numbers["catalogCopyMissing"] = copy.map { $0 == .missing ? 1 : 0 }
            numbers["catalogCopyDamaged"] = copy.map { if case .damaged = $0 { 1 } else { 0 } }
            return JSONLines.printSummary(numbers)
        }
        guard !options.quiet else { return }
        if resume, summary.filesBefore == 0 {
            options.terminal.remark("There was no interrupted check of this kind: all was checked.")
        }
        let good = summary.sound
        let state = quick ? "is there and has its size" : "is as it was imported"
        StandardOutput.print(
            summary.faults == 0
                ? "\(counted(good, "file")) checked: every \(quick ? "one" : "byte") \(state)."
                : "\(good) \(quick ? "there" : "as imported"), " + Self.faults(summary.counts) + ".")
        if summary.filesBefore > 0 {
            StandardOutput.print(
                "\(summary.filesBefore) of them before the interruption; what was wrong was named then.")
        }
        if let healed { StandardOutput.print("\(counted(healed.count, "damaged file", "is", "are")) whole again.") }
        switch index {
        case .sound: StandardOutput.print("The search index is sound.")
        case .missing:
            StandardOutput.print(
                "There is no search index: the next search by content makes it from the catalogue. No photo is the worse "
                    + "for it.")
        case .damaged:
            StandardOutput.print(
                "The search index is damaged: photos may not be found by their content. “photos repair” puts that right; "
                    + "no photo is the worse for it.")
        case nil: break
        }
        if let copy { StandardOutput.print(copy.sentence) }
    }

    /// "1 changed, 2 missing".
    private static func faults(_ counts: [VerifiedFile.Status: Int]) -> String {
        VerifiedFile.Status.allCases.filter { $0 != .ok && counts[$0, default: 0] > 0 }
            .map { "\(counts[$0, default: 0]) \($0 == .orphan ? "of no photo" : $0.rawValue)" }.joined(separator: ", ")
    }

    private static func render(_ file: VerifiedFile, _ options: GlobalOptions) {
        if options.json {
            JSONLines.print(Item(file))
        } else if file.status != .ok {
            StandardOutput.print(
                "\(file.path.shown): \(file.status.rawValue). \(file.error?.commandMessage ?? "")")
        } else if options.verbose {
            StandardOutput.print("\(file.path.shown): ok")
        }
    }

    private static func render(_ file: HealedFile, _ options: GlobalOptions) {
        if options.json {
            JSONLines.print(HealedItem(file))
        } else {
            let words = file.error?.commandMessage ?? file.source.map { "healed from \($0.shown)" } ?? "whole again"
            StandardOutput.print("\(file.path.shown): \(words)")
        }
    }

    private struct HealedItem: Encodable {
        let localIdentifier: String
        let path: String
        let pathBase64: String?
        let status: String
        let source: String?
        let sourceBase64: String?
        let error: ErrorObject?

        init(_ file: HealedFile) {
            let (place, origin) = (PathObject(file.path), file.source.map { PathObject($0) })
            localIdentifier = file.localIdentifier
            path = place.path
            pathBase64 = place.pathBase64
            status = file.error == nil ? "healed" : "notHealed"
            source = origin?.path
            sourceBase64 = origin?.pathBase64
            error = file.error.map { ErrorObject($0) }
        }
    }

    private struct Item: Encodable {
        let localIdentifier: String?
        let path: String
        let pathBase64: String?
        let status: String
        let error: ErrorObject?

        init(_ file: VerifiedFile) {
            let place = PathObject(file.path)
            localIdentifier = file.localIdentifier
            path = place.path
            pathBase64 = place.pathBase64
            status = file.status.rawValue
            error = file.error.map { ErrorObject($0) }
        }
    }
}
