internal import ArgumentParser
internal import OpenPhotoKitOwner

/// The options that select files in the named folders.
struct FilterOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "Take only files that match, such as '*.jpg' or '2019/*'. May be repeated. Case does not matter.",
            valueName: "glob"))
    var include: [String] = []

    @Option(
        help: ArgumentHelp(
            "Leave out files and folders that match, also if --include matches. May be repeated.", valueName: "glob"))
    var exclude: [String] = []

    func validate() throws {
        guard !(include + exclude).contains("") else {
            throw ValidationError("--include and --exclude need a pattern, such as '*.jpg'.")
        }
    }

    var filter: PathFilter { PathFilter(include: include, exclude: exclude) }
}
