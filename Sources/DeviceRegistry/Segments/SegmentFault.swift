/// Why a file is not a segment that counts.
package enum SegmentFault: Error, Hashable, Sendable {
    /// The file is incomplete, or bytes of it changed.
    case damaged
    /// A later version wrote it.
    case tooNew
    /// The writer that its place names did not sign it.
    case wrongSignature
    /// The registry's key does not open it, or its writer did not have that key.
    case wrongKey
    /// It is of another registry or library.
    case ofAnotherRegistry
    /// Its name does not say what it contains.
    case wrongName
    /// It exceeds a limit.
    case tooLarge
    /// It was changed or removed while it was read.
    case changing
    /// It cannot be read.
    case unreadable
}

extension SegmentFault: CustomStringConvertible {
    /// What is wrong, for a person: a whole sentence.
    package var description: String {
        switch self {
        case .damaged: "The file is incomplete or was changed."
        case .tooNew: "A newer version of OpenPhotoKit wrote the file."
        case .wrongSignature: "The signature of the file is not that of its folder."
        case .wrongKey: "The file was not written with the key of this registry, or it was changed."
        case .ofAnotherRegistry: "The file belongs to another library or registry."
        case .wrongName: "The file does not contain what its name says."
        case .tooLarge: "The file is larger than any that OpenPhotoKit writes."
        case .changing: "The file was changed while it was read."
        case .unreadable: "The file cannot be read."
        }
    }
}
