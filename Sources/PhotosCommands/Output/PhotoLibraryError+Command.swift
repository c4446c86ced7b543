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
        let library = path.map { FilePath($0) }.flatMap { $0 == PhotoLibrary.defaultPath ? nil : $0 }
        let place = library.map { "--library \($0.shellWord) " } ?? ""
        let some = paths.prefix(5).map(\.shellWord).joined(separator: " ")
        return "photos import \(place)--reference \(some)\(paths.count > 5 ? " …" : "")"
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

extension FilePath {
    /// The path as a shell reads it.
    fileprivate var shellWord: String { "'" + string.replacingOccurrences(of: "'", with: "'\\''") + "'" }
}
