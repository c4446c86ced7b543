internal import ArgumentParser
internal import OpenPhotoKit

/// Which files below the named folders are taken.
struct FilterOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "Take only files that match, such as '*.jpg' or '2019/*'; may be repeated. Upper and lower case are alike.",
            valueName: "glob"))
    var include: [String] = []

    @Option(
        help: ArgumentHelp(
            "Leave out files and folders that match, also if they are included; may be repeated.", valueName: "glob"))
    var exclude: [String] = []

    func validate() throws {
        guard !(include + exclude).contains("") else {
            throw ValidationError("--include and --exclude need a pattern, such as '*.jpg'.")
        }
    }

    var filter: PathFilter { PathFilter(include: include, exclude: exclude) }
}
