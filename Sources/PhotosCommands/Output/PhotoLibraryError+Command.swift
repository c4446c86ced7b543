internal import Foundation
internal import OpenPhotoKit
internal import PhotoModel

extension PhotoLibraryError {
    /// The message, and what to type against it.
    var commandMessage: String { [message, remedy.map(words)].compactMap { $0 }.joined(separator: " ") }

    private func words(_ remedy: Remedy) -> String {
        switch remedy {
        case .makeLibrary: "“photos import FOLDER” makes one; --library names another place."
        case .repair: "Run “photos repair”."
        case .verify: "“photos verify” tells more."
        case .refer: "--reference does that."
        case .referTo(let paths): importingReferences(to: paths)
        case .allowSyncedFolder: "--allow-synced-folder does that."
        case .restoreDeleted: "--restore-deleted brings it back."
        case .restore(let identifier): "“photos delete --restore \(identifier)” does it."
        case .trustNames: "--by-name takes it."
        case .currentToken: "“photos history --token” prints it."
        case .identify: "“photos identify” does it."
        }
    }

    /// The line to type; this error is about the library's folder.
    private func importingReferences(to paths: [FilePath]) -> String {
        FilePath.lineToImport(paths, "--reference ", into: path.map { FilePath($0) } ?? PhotoLibrary.defaultPath)
    }
}

extension SafeFile.Reason {
    /// The sentence, and what to type against it.
    var commandSentence: String {
        switch self {
        case .onlyReference: "\(sentence) That is photos import without --reference."
        case .libraryCopyChanged, .libraryCopyUnreadable: "\(sentence) “photos verify” tells more."
        default: sentence
        }
    }
}

extension SafeFile.Reason {
    /// A few words for each file; the sentence is said once.
    var brief: String {
        switch self {
        case .notInLibrary: "not in the library"
        case .onlyReference: "the library only refers to it"
        case .onlyDeleted: "recently deleted"
        case .sameFile: "the library's own file"
        case .insideLibrary: "the library itself"
        case .libraryCopyMissing: "the library's copy is gone"
        case .libraryCopyChanged: "the library's copy has changed"
        case .libraryCopyUnreadable: "the library's copy cannot be read"
        case .unreadable: "cannot be read"
        case .notAPhoto: "no photo or video"
        case .emptyFile: "empty"
        case .notARegularFile: "no regular file"
        }
    }
}

extension FilePath {
    /// The line to type that imports paths, of which the first five are named.
    ///
    /// - Parameter options: Ends with a space if there are any.
    static func lineToImport(_ paths: [FilePath], _ options: String = "", into library: FilePath) -> String {
        let place = library == PhotoLibrary.defaultPath ? "" : "--library \(library.shellWord) "
        let some = paths.prefix(5).map(\.shellWord).joined(separator: " ")
        return "photos import \(place)\(options)\(some)\(paths.count > 5 ? " …" : "")"
    }

    /// The path as a shell reads it.
    fileprivate var shellWord: String { "'" + string.replacingOccurrences(of: "'", with: "'\\''") + "'" }
}
