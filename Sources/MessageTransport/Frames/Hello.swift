internal import Foundation
internal import PhotoModel

/// The first frame of an app: the version of the protocol (4 bytes, little-endian) and the app's bytes.
///
/// This layout is the same in all versions.
struct Hello: Sendable {
    /// The version of the protocol.
    ///
    /// Increase it with every change of the frames or of the meaning of requests, answers and events.
    static let currentVersion: UInt32 = 1

    private static let versionLength = 4

    /// The app's bytes.
    let content: Data

    /// - Throws: ``FrameReader/InvalidFrame`` for another frame.
    /// - Returns: The hello, or the error for an app with another version.
    static func parse(_ frame: Frame) throws(FrameReader.InvalidFrame) -> Result<Hello, PhotoLibraryError> {
        guard MessageFrameKind(rawValue: frame.kind) == .hello, frame.payload.count >= versionLength else {
            throw FrameReader.InvalidFrame()
        }
        let version = UInt32(littleEndian: frame.payload.prefix(versionLength))
        guard version == currentVersion else {
            return .failure(
                PhotoLibraryError(
                    .libraryUnavailable,
                    "The broker speaks version \(currentVersion) of the protocol, and this app speaks version \(version). "
                        + "Install the same version of OpenPhotoKit for both."))
        }
        return .success(Hello(content: Data(frame.payload.dropFirst(versionLength))))
    }

    static func frame(_ content: Data) -> Frame {
        Frame(kind: MessageFrameKind.hello.rawValue, payload: Data(currentVersion.littleEndianBytes) + content)
    }
}
