internal import ArgumentParser
internal import Foundation
internal import OpenPhotoKitOwner
internal import PhotoModel

struct StatusCommand: LibraryCommand {
    static let configuration = CommandConfiguration(
        commandName: "status",
        abstract: "Say what is on this computer, what is elsewhere, and what to do.",
        discussion: """
            Asks no store, and reads no original.
            Exit codes: 0 nothing is wrong, 2 something is wrong: it is listed.
            """)

    @OptionGroup var options: PlainOptions

    func execute() async throws -> Exit {
        let status = try await options.openLibrary().status()
        let problems = status.problems
        if options.json {
            JSONLines.printSummary(Summary(status, problems))
        } else {
            for line in lines(status) { StandardOutput.print(line) }
            if !problems.isEmpty { StandardOutput.print("") }
            for problem in problems { StandardOutput.print(Terminal.safe(problem)) }
        }
        return problems.isEmpty ? .done : .someFailed
    }

    private func lines(_ status: LibraryStatus) -> [String] {
        var lines = [
            "On this computer      \(status.here.text), \(ByteText.of(Int(clamping: status.freeBytes))) free on the disk"
        ]
        if status.references.count > 0 {
            lines.append("In your folders       \(status.references.text), as references")
        }
        lines.append("In stores only        \(status.elsewhere.text)")
        if status.lost.count > 0 { lines.append("Of these in no store  \(status.lost.text)") }
        guard !status.stores.isEmpty else {
            return lines + ["", "The library has no store, so this computer has the only copies."]
        }
        lines.append("")
        for (sites, files) in status.filesByCopySites.sorted(by: { $0.key < $1.key }) {
            let name = sites == 0 ? "In no store" : "In stores at \(counted(sites, "site"))"
            lines.append("\(name.padding(toLength: 22, withPad: " ", startingAt: 0))\(files.text)")
        }
        lines.append("Could be offloaded    \(status.offloadable.text)")
        lines.append("")
        for store in status.stores { lines += store.indentedLines }
        return lines
    }

    private struct Summary: Encodable {
        struct Files: Encodable {
            let count: Int
            let bytes: Int64
            init(_ files: LibraryStatus.Files) { (count, bytes) = (files.count, files.bytes) }
        }
        let here: Files
        let references: Files
        let elsewhere: Files
        let lost: Files
        let offloadable: Files
        let filesByCopySites: [String: Files]
        let freeBytes: Int64
        let damagedFiles: Int
        let catalogCopyDate: String?
        let stores: [StoreObject]
        let problems: [String]

        init(_ status: LibraryStatus, _ problems: [String]) {
            (here, references, elsewhere) = (Files(status.here), Files(status.references), Files(status.elsewhere))
            (lost, offloadable) = (Files(status.lost), Files(status.offloadable))
            filesByCopySites = Dictionary(
                status.filesByCopySites.map { ("\($0.key)", Files($0.value)) }, uniquingKeysWith: { first, _ in first })
            (freeBytes, damagedFiles) = (status.freeBytes, status.damagedFiles)
            catalogCopyDate = status.catalogCopyDate?.formatted(.iso8601)
            stores = status.stores.map { StoreObject($0) }
            self.problems = problems
        }
    }
}

extension LibraryStatus.Files {
    /// "1,204 files (31 GB)".
    fileprivate var text: String { "\(counted(count, "file")) (\(ByteText.of(Int(clamping: bytes))))" }
}

extension LibraryStatus {
    /// What is wrong, and what to do, each as sentences for a person.
    fileprivate var problems: [String] {
        var problems: [String] = []
        // Clocks of two computers differ by seconds.
        if let latestRecordedDate, latestRecordedDate > Date(timeIntervalSinceNow: 3_600) {
            problems.append(
                "The library recorded the date \(latestRecordedDate.formatted(.iso8601)), which is in the future. The clock "
                    + "of this computer is wrong, or was: set it.")
        }
        if damagedFiles > 0 {
            problems.append("A check found \(counted(damagedFiles, "file")) damaged or missing: photos verify.")
        }
        for store in stores {
            if store.suspectCopies > 0 {
                let copies = counted(store.suspectCopies, "copy", plural: "copies")
                let remedy =
                    store.replaceableCopies == store.suspectCopies
                    ? ": photos mirror."
                    : ". "
                        + (store.replaceableCopies == 0
                            ? "No original is left to write them again."
                            : "photos mirror writes \(store.replaceableCopies) of them again.")
                problems.append("The store “\(store.name)” lost or changed \(copies)\(remedy)")
            }
            if store.isEncrypted, !store.isKeyConfirmed {
                problems.append(
                    "Nobody has shown the exported key of the store “\(store.name)”. If this computer is lost, nobody can read the "
                        + "store: photos stores key \(store.name) --export FILE.")
            }
            if let failure = store.lastFailure { problems.append(failure) }
            if store.address == nil {
                problems.append("The address of the store “\(store.name)” is missing: add it again.")
            }
        }
        let uncopied = (filesByCopySites[0]?.count ?? 0) - lost.count
        if !stores.isEmpty, uncopied > 0 {
            problems.append("\(counted(uncopied, "file", "is", "are")) in no store: photos mirror.")
        }
        if lost.count > 0 {
            problems.append(
                "\(counted(lost.count, "file", "is", "are")) neither on this computer nor in a store. photos verify names them. "
                    + "Import them from a backup, or add another store that may have them and mirror to it.")
        }
        return problems
    }
}
