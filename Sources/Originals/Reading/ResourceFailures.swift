package import PhotoModel
internal import SystemPackage

/// The errors for the bytes of a resource, with PhotoKit's codes and a remedy.
package struct ResourceFailures: Sendable {
    private let location: AssetResource.Location
    /// `nil` if errors must not name the path.
    private let path: String?
    /// Whether errors may say what a store said, with the store's name; an app sees no store.
    private let namesStores: Bool

    init(_ location: AssetResource.Location, path: FilePath?, namesStores: Bool = false) {
        self.location = location
        self.path = path?.string
        self.namesStores = namesStores
    }

    var missing: PhotoLibraryError {
        let remedy =
            switch location {
            case .reference:
                "Bring it back to this place, mount its disk, or import the photo from where it is now."
            case .library, .elsewhere, .withheld: "Restore it from a backup, or import the photo again."
            }
        return PhotoLibraryError(.missingResource, "The file is gone. \(remedy)", path: path)
    }

    /// The error for bytes that differ from the imported bytes.
    package var changed: PhotoLibraryError {
        let remedy =
            switch location {
            case .reference:
                "If the photo was edited in its place, import it again. If another photo took its place, restore the old file "
                    + "from a backup and import that, or delete the photo."
            case .elsewhere: "Put the file back into its store."
            case .library, .withheld:
                "Import the photo again from a file with the right bytes, or restore it from a backup."
            }
        return PhotoLibraryError(
            .invalidResource, "The bytes are not those that were imported. \(remedy)", path: path)
    }

    /// The error for a reference to a file that was imported again as another photo.
    package var replaced: PhotoLibraryError {
        PhotoLibraryError(
            .invalidResource,
            "The file has other bytes now, which are another photo, and the photo that it had is nowhere else. Restore the "
                + "old file from a backup and import it, or delete this photo from the library.", path: path)
    }

    var networkAccessRequired: PhotoLibraryError {
        PhotoLibraryError(
            .networkAccessRequired, "The file is not on this computer. Ask again and allow the network.", path: path)
    }

    /// The error for bytes that are elsewhere while no remote store is connected.
    var notConnected: PhotoLibraryError {
        PhotoLibraryError(
            .networkError, "The file is in a remote store, and no store is connected. Connect the store that has it.",
            path: path)
    }

    package var notOpenToApp: PhotoLibraryError {
        PhotoLibraryError(.accessUserDenied, "The library's owner has not opened this photo to the app.", path: path)
    }

    /// The error for a local file that could not be opened.
    func opening(_ error: any Error) -> PhotoLibraryError {
        guard let error = error as? PhotoLibraryError else {
            return PhotoLibraryError(.unreadable, "The file cannot be read: \(error).", path: path, cause: error)
        }
        switch error.cause as? Errno {
        case .noSuchFileOrDirectory, .notDirectory: return missing
        case .permissionDenied:
            return PhotoLibraryError(
                .accessUserDenied, "This user may not read the file. Ask its owner to permit it.", path: path,
                cause: error)
        case .notPermitted:
            return PhotoLibraryError(
                .accessRestricted, "The system does not permit this process to read the file.", path: path,
                cause: error)
        case .tooManySymbolicLinkLevels where !location.isReference: return notAFile
        default: break
        }
        return error.code == .notARegularFile
            ? notAFile : PhotoLibraryError(error.code, error.message, path: path, cause: error)
    }

    private var notAFile: PhotoLibraryError {
        PhotoLibraryError(
            .notARegularFile,
            "In the file's place is a folder, link, pipe or device. Put the file back from a backup; or move that away and "
                + "import the photo again.", path: path)
    }

    /// The error for a store that sent fewer bytes than the file has.
    var endedEarly: PhotoLibraryError {
        PhotoLibraryError(
            .networkError, "The file could not be fetched: its bytes ended early. Try again.", path: path)
    }

    /// Calls `body`.
    ///
    /// Its errors become `networkError`, except those that say something else than that a store failed: `cancelled`,
    /// `notEnoughSpace` on this machine, `accessUserDenied`, `invalidResource` and `sourceChanged` for wrong bytes. The
    /// owner gets the message of the store.
    func mappingNetwork<Value>(_ body: () throws -> Value) throws -> Value {
        do { return try body() } catch {
            let stated = error as? PhotoLibraryError
            let code = stated.flatMap { Self.kept.contains($0.code) ? $0.code : nil } ?? .networkError
            if let stated, stated.code == .cancelled || namesStores && stated.code == code { throw stated }
            let message = namesStores ? stated?.message : nil
            throw PhotoLibraryError(
                code, message ?? "The file could not be fetched from where it is kept. Try again.", path: path,
                cause: error)
        }
    }

    private static let kept: Set<PhotoLibraryError.Code> = [
        .cancelled, .networkError, .notEnoughSpace, .accessUserDenied, .invalidResource, .sourceChanged,
    ]
}

extension PhotoLibraryError {
    /// Whether this process lacks a permission: the bytes may be there.
    package var isOfAccess: Bool { code == .accessUserDenied || code == .accessRestricted }
}
