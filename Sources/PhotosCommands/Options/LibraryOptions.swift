internal import ArgumentParser

/// Which library a command uses, and how it opens it.
struct LibraryOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "The library's folder. The default is $PHOTOS_LIBRARY, else your own library.", valueName: "dir"),
        completion: .directory)
    var library: String?

    @Flag(
        help:
            "Change a library in a folder that another program synchronises (also OPENPHOTOKIT_ALLOW_SYNCED_FOLDER=1).")
    var allowSyncedFolder = false

    @Flag(help: "Only read the library. Nothing in its folder is changed.")
    var readOnly = false

    func validate() throws {
        guard library?.isEmpty != true else { throw ValidationError("--library needs the name of a folder.") }
    }
}
