internal import ArgumentParser
internal import AssetLoading
internal import Foundation
internal import OpenPhotoKitOwner
internal import PhotoModel

struct OffloadCommand: LibraryCommand {
    static let configuration = CommandConfiguration(
        commandName: "offload",
        abstract: "Remove originals from this computer that are safe in stores.",
        discussion: """
            photos offload -n                    says what would be removed
            photos offload --until-free 50G      the oldest photos, until the disk has 50 GB free
            photos offload --older-than 1y       photos that are older than a year (also d, w, m)
            photos offload ID … | -              these photos

            The photos stay in the library with their previews, and everything but the original works without a network. An \
            original leaves only if stores at two sites have its bytes now, and if they were read back within 90 days of use. \
            “photos load --here ID” brings it back.
            Exit codes: 0 done, 2 some photos stay because of an error, 3 a name has no photo, 130 interrupted.
            """)

    @OptionGroup var options: PictureOptions

    @Argument(help: PhotoNames.help)
    var photos: [String] = []

    @Flag(name: [.customShort("n"), .long], help: "Remove nothing; say what would be removed.")
    var dryRun = false

    @Option(help: ArgumentHelp("Stop when the library's disk has so much free space: 50G, 800M.", valueName: "size"))
    var untilFree: String?

    @Option(help: ArgumentHelp("Only photos that were taken so long ago: 30d, 8w, 6m, 1y.", valueName: "time"))
    var olderThan: String?

    @Option(help: ArgumentHelp("The number of sites that must have a copy.", valueName: "n"))
    var copies = 2

    @Flag(help: "Do not ask whether one copy is enough.")
    var yes = false

    func validate() throws {
        guard copies > 0 else { throw ValidationError("--copies needs a number, at least 1.") }
        guard photos.isEmpty || untilFree == nil && olderThan == nil else {
            throw ValidationError("Name photos, or use --until-free and --older-than.")
        }
        guard !photos.isEmpty || untilFree != nil || olderThan != nil || dryRun else {
            throw ValidationError("Say what to remove: --until-free, --older-than or photos; -n shows it first.")
        }
        if let untilFree, Quantity.bytes(untilFree) == nil {
            throw ValidationError("--until-free needs a size such as 50G or 800M, and not “\(untilFree)”.")
        }
        if let olderThan, Quantity.date(before: olderThan) == nil {
            throw ValidationError("--older-than needs a time such as 30d, 8w, 6m or 1y, and not “\(olderThan)”.")
        }
    }

    func execute() async throws -> Exit {
        let library = try options.openLibrary()
        var request = OffloadRequest(
            photos.isEmpty
                ? .before(olderThan.flatMap { Quantity.date(before: $0) })
                : .assets(try existingPhotos(photos, in: library).map(\.identifier)))
        request.freeBytes = untilFree.flatMap { Quantity.bytes($0) }
        request.copies = copies
        request.isRehearsal = dryRun
        guard try dryRun || copies > 1 || yes || confirmsOneCopy() else { return .cancelled }
        let loading = LoadProgress()
        let (options, isRehearsal) = (options, dryRun)
        let reasons = OffloadReasons()
        let summary = try await withProgress(loading, options, verb: "Offloading", noun: "photos") { [request] in
            try library.offloadAndWait(request, loading: loading) { item in
                reasons.add(item)
                Self.render(item, isRehearsal, options)
            }
        }
        render(summary, reasons)
        return summary.failed == 0 ? .done : .someFailed
    }

    /// Asks a person whether one copy at one site is enough.
    private func confirmsOneCopy() throws -> Bool {
        let terminal = try InteractiveTerminal(orElse: "Use --yes, or leave --copies 1 out.")
        let answer = terminal.answer(
            to: """
                With one copy, a photo is lost when this one store is lost, whatever the reason: a disk that fails, an \
                account that is closed, a theft.
                Remove the originals from this computer nevertheless? [y/N]\u{20}
                """)
        return answer == "y" || answer == "yes"
    }

    private static func render(_ item: OffloadedItem, _ isRehearsal: Bool, _ options: any CommandOptions) {
        if options.json { return JSONLines.print(Item(item, isRehearsal)) }
        switch item.outcome {
        case .offloaded(let bytes):
            guard isRehearsal || options.verbose else { return }
            StandardOutput.print(
                Terminal.safe(
                    "\(item.name): \(isRehearsal ? "would be removed" : "removed") (\(ByteText.of(Int(clamping: bytes))))"
                ))
        case .kept(let obstacle):
            if options.verbose { StandardOutput.print(Terminal.safe("\(item.name): stays. \(obstacle.sentence)")) }
        case .failed(let error):
            options.terminal.printError(Terminal.safe("\(item.name): \(error.commandMessage)"))
        }
    }

    private func render(_ summary: OffloadSummary, _ reasons: OffloadReasons) {
        if options.json {
            return JSONLines.printSummary([
                "offloaded": summary.offloaded, "kept": summary.kept, "failed": summary.failed,
                "bytes": Int(clamping: summary.freedBytes), "lackingBytes": Int(clamping: summary.lackingBytes),
            ])
        }
        guard !options.quiet else { return }
        let size = ByteText.of(Int(clamping: summary.freedBytes))
        StandardOutput.print(
            dryRun
                ? "\(counted(summary.offloaded, "photo")) would be removed from this computer (\(size))."
                : "\(counted(summary.offloaded, "photo")) removed from this computer (\(size)); they stay in the library."
        )
        for (sentence, count) in reasons.sentences {
            StandardOutput.print("\(counted(count, "photo", "stays", "stay")): \(sentence)")
        }
        if summary.lackingBytes > 0 {
            let size = ByteText.of(Int(clamping: summary.lackingBytes))
            StandardOutput.print(
                "The disk \(dryRun ? "would still lack" : "still lacks") \(size) of the free space that you asked for.")
        }
        if summary.failed > 0 {
            StandardOutput.print("\(counted(summary.failed, "photo", "stays", "stay")) because of an error.")
        }
    }

    private struct Item: Encodable {
        let localIdentifier: String
        let name: String
        let status: String
        let bytes: Int64?
        let reason: String?
        let error: ErrorObject?

        init(_ item: OffloadedItem, _ isRehearsal: Bool) {
            (localIdentifier, name) = (item.localIdentifier, item.name)
            switch item.outcome {
            case .offloaded(let bytes):
                (status, self.bytes, reason, error) = (isRehearsal ? "wouldOffload" : "offloaded", bytes, nil, nil)
            case .kept(let obstacle): (status, bytes, reason, error) = ("kept", nil, obstacle.name, nil)
            case .failed(let failure): (status, bytes, reason, error) = ("failed", nil, nil, ErrorObject(failure))
            }
        }
    }
}
