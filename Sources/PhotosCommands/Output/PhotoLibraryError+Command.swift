internal import Foundation
internal import OpenPhotoKitOwner
internal import PhotoModel

extension PhotoLibraryError {
    /// The message, and the command or option that helps.
    var commandMessage: String { [message, remedy.map(sentence)].compactMap { $0 }.joined(separator: " ") }

    private func sentence(_ remedy: Remedy) -> String {
        switch remedy {
        case .makeLibrary: "“photos import FOLDER” makes one; --library names another place."
        case .repair: "Run “photos repair\(FilePath.placeOfOpened)”."
        case .verify: "“photos verify\(FilePath.placeOfOpened)” names the files."
        case .refer: "--reference does that."
        case .referTo(let paths): importingReferences(to: paths)
        case .allowSyncedFolder: "--allow-synced-folder does that."
        case .restoreDeleted: "--restore-deleted restores it."
        case .restore(let identifier): "“photos delete --restore\(FilePath.placeOfOpened) \(identifier)” does it."
        case .trustNames: "--by-name accepts it."
        case .currentToken: "“photos history --token\(FilePath.placeOfOpened)” prints it."
        case .identify: "“photos identify\(FilePath.placeOfOpened)” does it."
        case .importAsFolder: "--as-folder does that."
        case .includeOtherLibraries: "“photos stores import\(FilePath.placeOfOpened) --all NAME” imports them."
        case .importFromStore: "“photos stores import\(FilePath.placeOfOpened) NAME” does it."
        case .addStore: "“photos stores add\(FilePath.placeOfOpened) NAME ADDRESS” does it."
        case .addStoreAgain(let name): "“photos stores add\(FilePath.placeOfOpened) \(name) ADDRESS” does it."
        case .giveKey: "--key FILE of “photos stores add” or “photos restore” gives it."
        case .giveUser: "--user NAME and --secret-from FILE give them."
        case .chooseLibrary: "--library-id ID chooses it."
        case .chooseWriter: "--writer ID chooses it."
        }
    }

    /// The command that imports the paths as references.
    ///
    /// The error's path is the library's folder.
    private func importingReferences(to paths: [FilePath]) -> String {
        FilePath.lineToImport(paths, "--reference ", into: path.map { FilePath($0) } ?? OwnedLibrary.defaultPath)
    }
}

extension SafeFile.Reason {
    /// The sentence, and the command that helps.
    var commandSentence: String {
        switch self {
        case .onlyReference: "\(sentence) That is photos import without --reference."
        case .libraryCopyChanged, .libraryCopyUnreadable: "\(sentence) “photos verify” names the files."
        default: sentence
        }
    }
}

extension SafeFile.Reason {
    /// The text for each file.
    ///
    /// The whole sentence is printed once.
    var brief: String {
        switch self {
        case .notInLibrary: "not in the library"
        case .skippedInArchive: "not in the library, and skipped in its archive"
        case .onlyReference: "only a reference in the library"
        case .onlyDeleted: "recently deleted"
        case .deletedBefore: "deleted from the library permanently"
        case .sameFile: "the library's own file"
        case .insideLibrary: "the library itself"
        case .insideStore: "a store of originals"
        case .libraryCopyMissing: "the library's copy is missing"
        case .libraryCopyChanged: "the library's copy has changed"
        case .libraryCopyUnreadable: "the library's copy cannot be read"
        case .onlyElsewhere: "in a remote store that does not show it now"
        case .unreadable: "cannot be read"
        case .notAPhoto: "not a photo or video"
        case .inCloudOnly: "original missing in its Photos library"
        case .outsideSource: "outside of its Photos library"
        case .emptyFile: "empty"
        case .notARegularFile: "not a regular file"
        }
    }
}

extension FilePath {
    /// The command that imports the paths.
    ///
    /// It contains the first five paths.
    ///
    /// - Parameter options: Further options, each followed by a space.
    static func lineToImport(_ paths: [FilePath], _ options: String = "", into library: FilePath) -> String {
        let some = paths.prefix(5).map(\.shellWord).joined(separator: " ")
        return "photos import \(place(of: library))\(options)\(some)\(paths.count > 5 ? " …" : "")"
    }

    /// The command that restores recently deleted photos.
    ///
    /// It contains the first five identifiers.
    static func lineToRestore(_ photos: [String], in library: FilePath) -> String {
        let some = photos.prefix(5).joined(separator: " ")
        return "photos delete --restore \(place(of: library))\(some)\(photos.count > 5 ? " …" : "")"
    }

    /// The option `--library`, followed by a space; empty for the default library.
    private static func place(of library: FilePath) -> String {
        library == OwnedLibrary.defaultPath ? "" : "--library \(library.shellWord) "
    }

    /// A space and the option `--library` for the library that this command opens; empty for the default library.
    static var placeOfOpened: String {
        guard let path = OpenedLibraries.path, path != OwnedLibrary.defaultPath else { return "" }
        return " --library \(path.shellWord)"
    }

    /// The path, quoted for a shell.
    var shellWord: String { "'" + string.replacingOccurrences(of: "'", with: "'\\''") + "'" }
}
