package import SystemPackage

extension PhotoLibraryError {
    /// The remedy for an error.
    ///
    /// The message of an error is for the users of an app and for users of the command line. Only the command knows
    /// the option or command of a remedy.
    package enum Remedy: Sendable {
        /// Create a library, or open one elsewhere.
        case makeLibrary
        /// Repair the damaged part.
        case repair
        /// Compare all files with their digests.
        case verify
        /// Import references to photos that stay where they are.
        case refer
        /// Import references to the photos at these paths.
        case referTo([FilePath])
        /// Permit changes of the library although its folder is synchronised.
        case allowSyncedFolder
        /// Restore deleted photos.
        case restoreDeleted
        /// Restore the recently deleted asset of this local identifier.
        case restore(String)
        /// Accept a file because of its name alone.
        case trustNames
        /// Get the current change token.
        case currentToken
        /// Create the cloud identifier again.
        case identify
        /// Import the folder of another program's library as plain files.
        case importAsFolder
        /// Import the originals of a store also if they belong to other libraries.
        case includeOtherLibraries
        /// Import the originals of a store that the catalogue does not name.
        case importFromStore
        /// Add a store.
        case addStore
        /// Add the store of this name again, with its address.
        case addStoreAgain(String)
        /// Give the key of an encrypted store.
        case giveKey
        /// Give a user and a secret.
        case giveUser
        /// Choose one of several libraries of a store.
        case chooseLibrary
        /// Choose one of several computers that wrote to a store.
        case chooseWriter
    }
}
