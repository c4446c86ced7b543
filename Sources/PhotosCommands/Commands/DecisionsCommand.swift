internal import ArgumentParser
internal import Foundation
internal import OpenPhotoKitOwner
internal import PhotoModel

struct DecisionsCommand: LibraryCommand {
    static let configuration = CommandConfiguration(
        commandName: "decisions",
        abstract: "List decisions about look-alikes, and copy them to another library.",
        discussion: """
            photos decisions --json > decisions.jsonl     on one device
            photos decisions --add decisions.jsonl        on another device: gives the same answers there
            photos decisions --forget CONTENT CONTENT     with contents from the list

            A decision says whether two pictures are the same photo. It is stored with the contents of the pictures, so it
            stays valid when a photo is moved or imported again.
            """)

    @OptionGroup var options: PlainOptions

    @Option(
        help: ArgumentHelp("Add the decisions that --json printed. - reads standard input.", valueName: "file"),
        completion: .file())
    var add: String?

    @Option(
        parsing: .upToNextOption, help: ArgumentHelp("Remove the decision about two contents.", valueName: "content"))
    var forget: [String] = []

    func validate() throws {
        guard forget.isEmpty || forget.count == 2, forget.allSatisfy({ [UInt8](hexadecimal: $0)?.count == 16 }) else {
            throw ValidationError("--forget needs two contents from the list, each of 32 hexadecimal digits.")
        }
    }

    func execute() throws -> Exit {
        let library = try options.openLibrary()
        if let add { return try take(from: add, into: library) }
        let contents = forget.compactMap { [UInt8](hexadecimal: $0) }
        if contents.count == 2 {
            let isForgotten = try library.forgetDecision(about: contents[0], and: contents[1])
            if !options.quiet {
                options.terminal.write(
                    isForgotten ? "The decision was removed.\n" : "There is no decision about these two contents.\n")
            }
            return isForgotten ? .done : .notFound
        }
        let decisions = try library.decisions()
        // In batches, because the assets of all decisions would need too much memory.
        for start in stride(from: 0, to: decisions.count, by: 500) {
            let part = decisions[start..<min(start + 500, decisions.count)]
            let known = try library.localIdentifiers(ofContents: part.flatMap(\.contents))
            let assets = try library.assets(withLocalIdentifiers: Array(Set(known.values)))
            for decision in part {
                print(Item(decision, photos: decision.contents.map { known[$0].flatMap { assets[$0] } }))
            }
        }
        if options.json {
            JSONLines.printSummary(["decisions": decisions.count])
        } else if decisions.isEmpty, !options.quiet {
            options.terminal.write("There are no decisions.\n")
        }
        return .done
    }

    private func print(_ item: Item) {
        guard !options.json else { return JSONLines.print(item) }
        let relation = item.isSame ? "same as       " : "different from"
        StandardOutput.print("\(item.contents[0])  \(relation)  \(item.contents[1])  \(item.date)")
        for (content, photo) in zip(item.contents, item.photos ?? []) {
            guard let identifier = photo.localIdentifier else { continue }
            let name = photo.originalFilename.map { " (\(Terminal.safe($0)))" } ?? ""
            StandardOutput.print("    \(content) is \(identifier)\(name)")
        }
    }

    private func take(from file: String, into library: OwnedLibrary) throws -> Exit {
        let text: Data
        do {
            text =
                try file == "-"
                ? FileHandle.standardInput.readToEnd() ?? Data() : Data(contentsOf: URL(fileURLWithPath: file))
        } catch {
            throw PhotoLibraryError(.unreadable, "The decisions cannot be read.", path: file, cause: error)
        }
        let lines = text.split(separator: UInt8(ascii: "\n"))
        let decisions = lines.compactMap { try? JSONDecoder().decode(Item.self, from: $0).decision }
        let added = try library.decide(decisions)
        let known = decisions.count - added
        // The last line is the summary.
        let unread =
            lines.count - decisions.count - (lines.last?.starts(with: Data(#"{"summary""#.utf8)) == true ? 1 : 0)
        if options.json {
            JSONLines.printSummary([
                "decisions": decisions.count, "added": added, "known": known, "failed": unread,
            ])
        } else if !options.quiet {
            let parts = [
                "\(counted(added, "decision")) added",
                known > 0 ? "\(known) already stored with the same or a later date" : nil,
                unread > 0 ? "\(counted(unread, "line")) could not be read" : nil,
            ]
            options.terminal.write(parts.compactMap { $0 }.joined(separator: ", ") + "\n")
        }
        return unread == 0 ? .done : .someFailed
    }

    private struct Item: Codable {
        let contents: [String]
        let isSame: Bool
        let date: String
        /// The library's photos with these contents, in the same order.
        ///
        /// A photo that is not in the library has no fields.
        let photos: [Photo]?

        struct Photo: Codable {
            let localIdentifier: String?
            let originalFilename: String?
        }

        init(_ decision: Decision, photos: [Asset?]) {
            contents = decision.contents.map(\.hexadecimal)
            isSame = decision.isSame
            date = decision.date.formatted(.iso8601)
            self.photos = photos.map {
                Photo(
                    localIdentifier: $0?.localIdentifier, originalFilename: $0?.original?.originalFilename?.string)
            }
        }

        var decision: Decision? {
            let bytes = contents.compactMap { [UInt8](hexadecimal: $0) }.filter { $0.count == 16 }
            guard bytes.count == 2, let date = try? Date(date, strategy: .iso8601) else { return nil }
            return Decision(bytes[0], bytes[1], isSame: isSame, date: date)
        }
    }
}
