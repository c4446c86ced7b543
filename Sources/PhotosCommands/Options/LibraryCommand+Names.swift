internal import ArgumentParser
internal import Foundation
internal import OpenPhotoKit

/// What a person may call a photo on a command line.
enum PhotoNames {
    static let help: ArgumentHelp =
        "Photos, by local identifier or its beginning (6 digits or more), file name, or path; - reads them from standard input."
}

extension LibraryCommand {
    /// The names on the command line, and for each `-` those on standard input, one a line.
    ///
    /// A line that begins with an identifier, as those of `photos list` do, stands for that alone.
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
    /// A name that means no photo is given back as it is: the command then says that there is none.
    ///
    /// - Parameter deleted: Whether recently deleted photos are meant where the name has some.
    /// - Throws: `multipleIdentifiersFound`, after all photos that may be meant were listed.
    func identifiers(
        ofPhotos arguments: [String], in library: PhotoLibrary, deleted: Bool = false
    ) throws -> [String] {
        let names = names(arguments)
        let found = try library.localIdentifiers(ofPhotosNamed: names, deleted: deleted)
        let ambiguous = zip(names, found).filter { $0.1.count > 1 }
        guard let (name, identifiers) = ambiguous.last else { return zip(names, found).map { $1.first ?? $0 } }
        for (name, identifiers) in ambiguous {
            let photos = try library.assets(withLocalIdentifiers: identifiers)
            options.terminal.complain("\(Terminal.safe(name)) may be:")
            for photo in identifiers.compactMap({ photos[$0] }) {
                options.terminal.write("  \(AssetPrinter.row(photo))\n")
            }
        }
        throw PhotoLibraryError(
            .multipleIdentifiersFound,
            "Several photos have this name. Nothing was done: name one by its identifier, or by more of it.",
            identifier: name, localIdentifiers: identifiers)
    }
}
