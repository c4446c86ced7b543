internal import PhotoModel
package import SystemPackage
internal import SystemSupport

extension FilePath {
    /// Whether this is the folder of a store of originals.
    ///
    /// Its description shows it. If that is damaged, the folders in it show it.
    ///
    /// The files in it are copies of a library's originals, under other names, so no import may take or remove them.
    package var isStore: Bool {
        // Opening a pipe would otherwise wait for a writer.
        let options: FileDescriptor.OpenOptions = [.closeOnExec, .noFollow, .nonBlocking]
        guard let file = try? FileDescriptor.open(appending(StoreFormat.fileName), .readOnly, options: options) else {
            return false
        }
        defer { try? file.close() }
        let bytes = try? [UInt8](unsafeUninitializedCapacity: StoreFormat.maximumSize) { buffer, count in
            count = try file.read(into: UnsafeMutableRawBufferPointer(buffer))
        }
        return bytes.flatMap { StoreFormat($0) }?.id != nil || hasFoldersOfStore
    }

    /// Whether the folder has those that every store with an original has.
    private var hasFoldersOfStore: Bool {
        ["catalogs", "originals"].allSatisfy { name in
            let folder = try? FileDescriptor.open(appending(name), .readOnly, options: [.closeOnExec, .directory])
            return (try? folder?.close()) != nil
        }
    }

    /// Whether this is a store of originals, or is in one of the folders in which a store has its files.
    package var isInStore: Bool {
        var folder = resolvingExistingLinks
        if folder.isStore { return true }
        while let name = folder.lastComponent?.string, folder.removeLastComponent() {
            if StoreFormat.folderNames.contains(name), folder.isStore { return true }
        }
        return false
    }
}
