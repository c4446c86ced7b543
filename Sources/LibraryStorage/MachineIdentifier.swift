internal import ContentDigests
internal import Foundation
package import PhotoModel

/// Identifies this machine in a library, which may be moved to another machine.
package enum MachineIdentifier {
    /// A digest of the identifier in `/etc/machine-id`, because that identifier is confidential (machine-id(5)).
    ///
    /// - Throws: `ioFailure` on a machine without an identifier.
    package static func current() throws(PhotoLibraryError) -> String {
        let path = "/etc/machine-id"
        guard let text = try? String(contentsOfFile: path, encoding: .utf8), !text.allSatisfy(\.isWhitespace) else {
            throw PhotoLibraryError(
                .ioFailure,
                "This machine has no identifier, so decisions about apps cannot be kept on it. "
                    + "systemd-machine-id-setup makes one.", path: path)
        }
        let seed = Array("OpenPhotoKit machine \(text.trimmingCharacters(in: .whitespacesAndNewlines))".utf8)
        return try PhotoLibraryError.converting {
            try seed.withUnsafeBytes { try ContentHasher.digest(.sha256, of: $0) }.prefix128.hexadecimal
        }
    }
}
