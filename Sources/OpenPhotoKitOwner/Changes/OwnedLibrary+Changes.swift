public import DecoderProcess
public import OpenPhotoKit

extension OwnedLibrary {
    /// Changes the library, on this thread, and decodes the pictures of new files in the given mode.
    ///
    /// Otherwise as `PhotoLibraryProtocol.performChangesAndWait(_:)`.
    public func performChangesAndWait<Value>(
        decoding: DecodingMode, _ block: (ChangeRequests) throws -> Value
    ) throws -> Value {
        try performChangesAndWait(block) { try LocalChangeSession(local, decoding) }
    }
}
