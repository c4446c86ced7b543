package import PhotoModel

/// What is wrong with an encrypted file: the cause of the error that is thrown.
package enum AgeFailure: Error, Sendable, Hashable {
    /// The file does not begin as a file of age v1.
    case notAge
    /// The header is not as the format requires; the text says where.
    case malformedHeader(String)
    /// The header is longer than ``AgeHeader/maximumSize``.
    case headerTooLong
    /// No stanza of the header is for this key.
    case wrongKey
    /// The header was changed after the file was encrypted.
    case changedHeader
    /// The chunk with this number, from 0, was changed, moved, or belongs to another file.
    case changedChunk(Int64)
    /// The file ends before its last chunk ends.
    case truncated
    /// Bytes follow the last chunk.
    case extended
    /// The last chunk of several is empty.
    case emptyLastChunk

    /// The error with a message and a remedy.
    package var error: PhotoLibraryError {
        switch self {
        case .notAge:
            PhotoLibraryError(
                .unsupportedFile, "This is not an encrypted file of the format age v1. \(Self.remedy)", cause: self)
        case .malformedHeader(let part):
            PhotoLibraryError(
                .unsupportedFile, "The header of the encrypted file is damaged (\(part)). \(Self.remedy)", cause: self)
        case .headerTooLong:
            PhotoLibraryError(
                .limitExceeded,
                "The header of the encrypted file is longer than \(AgeHeader.maximumSize) bytes. \(Self.remedy)",
                cause: self)
        case .wrongKey:
            PhotoLibraryError(
                .accessUserDenied, "The file is encrypted for another key. Give the key of its store.", cause: self)
        case .changedHeader, .changedChunk, .emptyLastChunk:
            PhotoLibraryError(
                .invalidResource, "The encrypted file was changed or damaged. \(Self.remedy)", cause: self)
        case .truncated:
            PhotoLibraryError(.invalidResource, "The encrypted file is cut off. \(Self.remedy)", cause: self)
        case .extended:
            PhotoLibraryError(
                .invalidResource, "The encrypted file has bytes after its end. \(Self.remedy)", cause: self)
        }
    }

    private static let remedy = "Use another copy of the file."
}
