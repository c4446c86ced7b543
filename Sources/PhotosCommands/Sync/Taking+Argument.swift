public import ArgumentParser
public import OpenPhotoKitOwner

extension Taking: ExpressibleByArgument {
    static let help = ArgumentHelp(
        "What this device takes over: properties (titles, albums, deletions; the default), or everything (photos too).",
        valueName: "what")
}
