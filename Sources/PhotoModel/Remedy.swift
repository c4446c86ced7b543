package import SystemPackage

extension PhotoLibraryError {
    /// What helps against an error.
    ///
    /// A message is for the people of an app as well as for those at a command line: how the remedy is called there, only
    /// the command knows.
    package enum Remedy: Sendable {
        /// To make a library, or to open one elsewhere.
        case makeLibrary
        /// To have what is damaged made again.
        case repair
        /// To have all files held against their digests.
        case verify
        /// To import references to photos that stay where they are.
        case refer
        /// To import references to the photos at these paths.
        case referTo([FilePath])
        /// To say that the library may be changed although its folder is synchronised.
        case allowSyncedFolder
        /// To bring back what was deleted.
        case restoreDeleted
        /// To bring back the recently deleted asset of this local identifier.
        case restore(String)
        /// To take a file for the one that is meant because of its name alone.
        case trustNames
        /// To ask for the current change token.
        case currentToken
        /// To make a cloud identifier again.
        case identify
    }
}
