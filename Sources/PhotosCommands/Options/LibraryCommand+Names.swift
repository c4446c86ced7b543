internal import ArgumentParser
internal import Foundation
internal import OpenPhotoKitOwner

/// The names of photos on a command line.
enum PhotoNames {
    static let help: ArgumentHelp =
        """
        Photos, by local identifier or its beginning (6 digits or more), file name, or path (in the library, or from which \
        they were imported); - reads them from standard input.
        """
}

/// A photo that a person named.
struct NamedPhoto {
    /// The name, as the person wrote it.
    let name: String
    /// The local identifier; the name if it has no photo.
    let identifier: String
}

extension LibraryCommand {
    /// The names on the command line, and for each `-` those on standard input, one a line.
    ///
    /// If a line begins with an identifier, as in the output of `photos list`, the rest of the line is ignored.
    func names(_ arguments: [String]) -> [String] {
        var lines = StandardInputLines(isCancelled: { false })
        return arguments.flatMap { argument -> [String] in
            guard argument == "-" else {
                return argument == LongNameList.placeholder ? LongNameList.names : [argument]
            }
            var names: [String] = []
            while let line = lines.next() {
                let name = line.trimmingCharacters(in: .whitespacesAndNewlines)
                let first = name.split(maxSplits: 1, whereSeparator: \.isWhitespace).first.map(String.init) ?? ""
                if !name.isEmpty { names.append(UUID(uuidString: first) == nil ? name : first) }
            }
            return names
        }
    }

    /// The photos with these names; `-` stands for the lines of standard input.
    ///
    /// - Parameter deleted: Whether the name prefers recently deleted photos.
    /// - Throws: `multipleIdentifiersFound` if a name has several photos. They are printed before.
    func namedPhotos(
        _ arguments: [String], in library: OwnedLibrary, deleted: Bool = false
    ) throws -> [NamedPhoto] {
        let names = names(arguments)
        let found = try library.localIdentifiers(ofPhotosNamed: names, deleted: deleted)
        let ambiguous = zip(names, found).filter { $0.1.count > 1 }
        guard let (name, identifiers) = ambiguous.last else {
            return zip(names, found).map { NamedPhoto(name: $0, identifier: $1.first ?? $0) }
        }
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

    /// The photos with these names, which must all exist.
    ///
    /// - Throws: `identifierNotFound` if a name has no photo; otherwise as ``namedPhotos(_:in:deleted:)``. If several
    ///   names have no photo, the others are printed before.
    func existingPhotos(_ arguments: [String], in library: OwnedLibrary) throws -> [NamedPhoto] {
        let photos = try namedPhotos(arguments, in: library)
        var query = AssetQuery(.localIdentifiers(photos.map(\.identifier))).withEveryFrame
        query.includesHidden = true
        query.scope = .everything
        let known = try Set(library.localIdentifiers(of: query))
        let unknown = photos.filter { !known.contains($0.identifier) }
        for photo in unknown.dropLast() {
            options.terminal.printError(Terminal.safe("photos: \(PhotoLibraryError.noPhoto(named: photo.name))"))
        }
        if let last = unknown.last { throw PhotoLibraryError.noPhoto(named: last.name) }
        return photos
    }

    /// Does work with photos.
    ///
    /// An error about one of them gets the name that the person wrote, instead of the identifier.
    func naming<Value>(_ photos: [NamedPhoto], _ work: () throws -> Value) throws -> Value {
        do { return try work() } catch let error as PhotoLibraryError {
            guard let photo = photos.first(where: { $0.identifier == error.identifier }) else { throw error }
            throw PhotoLibraryError(
                error.code, error.message, remedy: error.remedy, path: error.path, identifier: photo.name,
                localIdentifiers: error.localIdentifiers, deletedDate: error.deletedDate, cause: error.cause)
        }
    }
}

extension PhotoLibraryError {
    /// The error of a name that has no photo.
    static func noPhoto(named name: String) -> PhotoLibraryError {
        let sentence = "No photo of this library has this identifier, file name or path."
        return PhotoLibraryError(
            .identifierNotFound, sentence + (name.isShortPrefix ? " \(prefixSentence)" : ""), identifier: name)
    }

    /// The error of a name that neither a photo nor an album or folder has.
    static func nothing(named name: String) -> PhotoLibraryError {
        let sentence =
            "No photo of this library has this identifier, file name or path, and no album or folder has this identifier."
        return PhotoLibraryError(
            .identifierNotFound, sentence + (name.isShortPrefix ? " \(prefixSentence)" : ""), identifier: name)
    }

    private static let prefixSentence = "The beginning of an identifier needs at least 6 digits."
}

extension String {
    /// Whether the text may be the beginning of an identifier, with too few digits.
    fileprivate var isShortPrefix: Bool {
        !isEmpty && allSatisfy { $0.isHexDigit || $0 == "-" } && count(where: \.isHexDigit) < 6
    }
}
