internal import ArgumentParser
internal import OpenPhotoKitOwner
internal import PickerServer

struct BrowseCommand: LibraryCommand {
    static let configuration = CommandConfiguration(
        commandName: "browse", abstract: "Look through the library on a page in the browser.",
        discussion: """
            The page shows all photos, albums and videos, and finds photos. It can mark favourites, hide, delete and restore photos.
            The command ends when the page is closed for a minute, or with Ctrl-C.
            """)

    @OptionGroup var options: PictureOptions

    func execute() async throws -> Exit {
        var configuration = PickerConfiguration()
        configuration.selectionLimit = 0
        let library = try options.openLibrary()
        let session = try PickerSession(.browse, configuration, of: library)
        _ = try await PickerRun(library, options).outcome(of: session)
        return .done
    }
}
