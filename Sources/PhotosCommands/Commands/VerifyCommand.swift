internal import ArgumentParser
internal import AssetLoading
internal import Foundation
internal import OpenPhotoKitOwner
internal import PhotoModel
internal import Synchronization

struct VerifyCommand: LibraryCommand {
    static let configuration = CommandConfiguration(
        commandName: "verify",
        abstract: "Read every original, and compare it with its digest from the import. Changes no original.",
        discussion: """
            photos verify                                      reads every byte of every file
            photos verify --subset 3/30 --limit-rate 20        reads a thirtieth of the files, at most 20 MB a second
            photos verify --resume                             continues after Ctrl-C
            photos verify --quick                              only checks that every file exists and has its size
            photos verify --heal-from /media/backup            also restores lost or changed files from there
            photos verify --stores 1/90                        reads a ninetieth of the copies in each store instead

            A photo stays in its subset when the library grows. The first subset also checks for files in the \
            library's folders that belong to no photo, and (not with --quick) the search index and the copy of the \
            catalogue. A damaged or missing index is reported, but is no fault, because it can be made again from \
            the catalogue. The position of an interrupted check is stored outside the library, in $XDG_STATE_HOME or \
            ~/.local/state.

            The catalogue records each missing or damaged file. A later import replaces the file if it reads exactly \
            the right bytes. --heal-from looks for such bytes in a folder, under any file name. The damaged file is \
            moved into the library's folder “damaged”.

            --stores reads copies in stores, those whose last check is oldest, and no file of this computer. 1/1 reads all \
            copies.
            Exit codes: 0 every byte is as it was imported, 1 a store cannot be reached, 2 some files or copies have faults, \
            130 interrupted.
            """)

    @OptionGroup var options: PictureOptions

    @Option(
        help: ArgumentHelp("Check only the n-th of m equal parts of the library.", valueName: "n/m"),
        transform: LibrarySubset.init(argument:))
    var subset = LibrarySubset.whole

    @Flag(help: "Only check that the files exist and have their size; do not read them.")
    var quick = false

    @Option(help: ArgumentHelp("Read at most this many megabytes a second.", valueName: "mb"))
    var limitRate: Double?

    @Flag(help: "Continue the same check where it was interrupted.")
    var resume = false

    @Option(
        help: ArgumentHelp(
            "Replace lost or changed files by files in this folder that have exactly the right bytes.", valueName: "dir"
        ),
        completion: .directory)
    var healFrom: String?

    @Option(
        help: ArgumentHelp(
            "Read one of m equal parts of the copies in each store: those whose last check is oldest.", valueName: "1/m"
        ),
        transform: StorePart.init(argument:))
    var stores: StorePart?

    func validate() throws {
        guard stores == nil || subset == .whole && !quick && !resume && healFrom == nil else {
            throw ValidationError(
                "--stores reads no file of this computer. Leave --subset, --quick, --resume and --heal-from out.")
        }
        guard !quick || healFrom == nil else {
            throw ValidationError("--quick reads no file, so it finds no damaged file for --heal-from.")
        }
        guard limitRate.map({ 0.001...1_000_000 ~= $0 }) ?? true else {
            throw ValidationError("--limit-rate needs a number of megabytes a second, at least 0.001.")
        }
    }

    func execute() async throws -> Exit {
        let library = try options.openLibrary()
        if let stores {
            var request = StoreCheckRequest()
            request.parts = stores.parts
            request.bytesPerSecond = bytesPerSecond
            return try await StoreCheckPrinter(options).check(request, in: library)
        }
        let healingFolder = healFrom.map { FilePath($0).absolute }
        try healingFolder?.checkIsFolder(mayBeFile: true, orElse: "Name another folder with --heal-from.")
        var request = VerifyRequest()
        request.subset = subset
        request.isQuick = quick
        request.ioJobs = options.readingJobs(for: [library.path])
        request.bytesPerSecond = bytesPerSecond
        request.checkpointPath = try library.verifyCheckpointPath
        request.resumes = resume
        let loading = LoadProgress()
        let options = options
        let faulty = Mutex<Set<FilePath>>([])
        let summary = try await withProgress(loading, options, verb: "Verifying") { [request] in
            try library.verifyAndWait(request, loading: loading) { file in
                if file.status != .ok { faulty.withLock { _ = $0.insert(file.path) } }
                Self.render(file, options)
            }
        }
        let healed = try await heal(library, from: healingFolder)
        let unhealed = summary.faults - faulty.withLock { $0.intersection(healed ?? []).count }
        let isWholeCheck = subset.number == 1 && !quick
        let copy = isWholeCheck ? try await library.verifyCatalogCopy() : nil
        render(summary, isWholeCheck ? await checkIndex(library) : nil, copy, healed)
        return unhealed == 0 ? .done : .someFailed
    }

    private var bytesPerSecond: Int? { limitRate.map { Int($0 * 1_000_000) } }

    /// Replaces damaged files if `--heal-from` is given, and prints each file.
    ///
    /// - Returns: The files of the library that are whole now; `nil` without `--heal-from`.
    private func heal(_ library: OwnedLibrary, from folder: FilePath?) async throws -> Set<FilePath>? {
        guard let folder else { return nil }
        let loading = LoadProgress()
        let options = options
        return try await withProgress(loading, options, verb: "Healing") {
            var healed: Set<FilePath> = []
            try library.healDamagedFilesAndWait(from: [folder], loading: loading) { file in
                if file.error == nil { healed.insert(file.path) }
                Self.render(file, options)
            }
            return healed
        }
    }

    /// - Returns: `nil` if the index cannot be checked. The error is printed only, because no photo depends on the
    ///   index.
    private func checkIndex(_ library: OwnedLibrary) async -> SearchIndexCondition? {
        do { return try await library.verifySearchIndex() } catch {
            options.terminal.printError("The search index could not be checked: \(ErrorObject(error).message)")
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
            options.terminal.printWarning(
                "There was no interrupted check with these options, so all files were checked.")
        }
        let good = summary.sound
        let state = quick ? "exists and has its size" : "is as it was imported"
        StandardOutput.print(
            summary.faults == 0
                ? "\(counted(good, "file")) checked: every \(quick ? "one" : "byte") \(state)."
                : "\(counted(good, "file")) \(quick ? "with the right size" : "as imported"), "
                    + Self.faults(summary.counts) + ".")
        if summary.elsewhere > 0 {
            StandardOutput.print(
                "\(counted(summary.elsewhere, "file", "is", "are")) in remote stores, and not checked.")
        }
        if summary.filesBefore > 0 {
            StandardOutput.print(
                "\(summary.filesBefore) of them were checked before the interruption; their faults were reported then.")
        }
        if let healed {
            StandardOutput.print("\(counted(healed.count, "lost or changed file", "was", "were")) restored.")
        }
        switch index {
        case .sound: StandardOutput.print("The search index is intact.")
        case .missing:
            StandardOutput.print(
                "There is no search index. The next search by content makes it from the catalogue. No photo is affected."
            )
        case .damaged:
            StandardOutput.print(
                "The search index is damaged, so photos may not be found by their content. “photos repair” repairs it. No "
                    + "photo is affected.")
        case nil: break
        }
        if let copy { StandardOutput.print(copy.sentence) }
    }

    /// "1 changed, 2 missing".
    private static func faults(_ counts: [VerifiedFile.Status: Int]) -> String {
        VerifiedFile.Status.allCases.filter { $0 != .ok && $0 != .elsewhere && counts[$0, default: 0] > 0 }
            .map { "\(counts[$0, default: 0]) \($0 == .orphan ? "without a photo" : $0.rawValue)" }.joined(
                separator: ", ")
    }

    private static func render(_ file: VerifiedFile, _ options: any CommandOptions) {
        if options.json {
            JSONLines.print(Item(file))
        } else if file.status != .ok, file.status != .elsewhere {
            // The message says what an orphan is.
            let status = file.status == .orphan ? "" : "\(file.status.rawValue). "
            StandardOutput.print("\(file.path.shown): \(status)\(file.error?.commandMessage ?? "")")
        } else if options.verbose {
            StandardOutput.print("\(file.path.shown): \(file.status.rawValue)")
        }
    }

    private static func render(_ file: HealedFile, _ options: any CommandOptions) {
        if options.json {
            JSONLines.print(HealedItem(file))
        } else {
            let healed = file.source.map { "healed from \($0.shown)" } ?? "has the right bytes again"
            StandardOutput.print("\(file.path.shown): \(file.error?.commandMessage ?? healed)")
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
