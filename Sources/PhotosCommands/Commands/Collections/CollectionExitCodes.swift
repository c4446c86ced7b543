/// The exit codes of the commands for albums and folders.
enum CollectionExitCodes {
    static let list = "Exit codes: 0 done, 3 no such album or folder, 4 several have the title."
    static let change = "Exit codes: 0 done, 3 no such album or folder or photo, 4 several have the name."
}
