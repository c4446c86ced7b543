internal import ArgumentParser
internal import Foundation
internal import OpenPhotoKit

/// The names of photos on a command line.
enum PhotoNames {
    static let help: ArgumentHelp =
        "Photos, by local identifier or its beginning (6 digits or more), file name, or path; - reads them from standard input."
}

extension LibraryCommand {
    /// The names on the command line, and for each `-` those on standard input, one a line.
    ///
    /// If a line begins with an identifier, as in the output of `photos list`, the rest of the line is ignored.
    func names(_ arguments: [String]) -> [String] {
        var lines = StandardInputLines(isCancelled: { false })
        return arguments.flatMap { argument -> [String] in
            guard argument == "-" else { return [argument] }
            var names: [String] = []
            while let line = lines.next() {
                let name = line.trimmingCharacters(in: .whitespacesAndNewlines)
                let first = name.split(maxSplits: 1, whereSeparator: \.isWhitespace).first.map(String.init) ?? ""
                if !name.isEmpty { names.append(UUID(uuidString: first) == nil ? name : first) }
            }
            return names
        }
    }

    /// The local identifiers of the photos with these names; `-` stands for the lines of standard input.
    ///
    /// A name without a photo is returned unchanged. The command then reports that there is no such photo.
    ///
    /// - Parameter deleted: Whether the name prefers recently deleted photos.
    /// - Throws: `multipleIdentifiersFound` if a name has several photos. They are printed before.
    func identifiers(
        ofPhotos arguments: [String], in library: PhotoLibrary, deleted: Bool = false
    ) throws -> [String] {
        let names = names(arguments)
        let found = try library.localIdentifiers(ofPhotosNamed: names, deleted: deleted)
        let ambiguous = zip(names, found).filter { $0.1.count > 1 }
        guard let (name, identifiers) = ambiguous.last else { return zip(names, found).map { $1.first ?? $0 } }
        for (name, identifiers) in ambiguous {
            let photos = try library.assets(withLocalIdentifiers: identifiers)
            options.terminal.printError("\(Terminal.safe(name)) can be:")
            for photo in identifiers.compactMap({ photos[$0] }) {
                options.terminal.write("  \(AssetPrinter.row(photo))\n")
            }
        }
        throw PhotoLibraryError(
            .multipleIdentifiersFound,
            "Several photos have this name, so nothing was done. Name one by its identifier or by more digits of it.",
            identifier: name, localIdentifiers: identifiers)
    }
}
