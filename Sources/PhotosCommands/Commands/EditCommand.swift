internal import ArgumentParser
internal import Foundation
internal import OpenPhotoKitOwner
internal import PhotoModel

struct EditCommand: LibraryCommand {
    static let configuration = CommandConfiguration(
        commandName: "edit",
        abstract: "Change the metadata of photos, or add an edited picture to a photo. Originals are never changed.",
        discussion: """
            photos edit ID … --favorite --keywords rome,summer        replaces all keywords
            photos edit ID … --add-keyword rome --remove-keyword paris
            photos edit ID --date 2019-05-17T10:30:00+02:00   replaces the file's date; --date original restores it
            photos edit ID --rating 4                         1 to 5, none, or rejected
            photos edit ID --location 41.9,12.5               also: none, or original
            photos edit ID --rendered new.jpg --adjustment edit.json --format-identifier org.example.editor --format-version 1
            photos edit ID --revert                           restores the original
            photos list --ids --search beach | photos edit - --add-keyword beach

            If one photo cannot be changed, no photo is changed.
            Exit codes: 0 done, 3 a name has no photo, 4 a name has several photos.
            """)

    @OptionGroup var options: PictureOptions

    @Argument(help: PhotoNames.help)
    var photos: [String]

    @Flag(inversion: .prefixedNo, help: "Mark them as favourites, or remove the mark.")
    var favorite: Bool?

    @Flag(inversion: .prefixedNo, help: "Hide them, or show them again.")
    var hidden: Bool?

    @Option(help: "The rating: 1 to 5, none, or rejected.")
    var rating: RatingArgument?

    @Option(help: ArgumentHelp("The capture time: YYYY-MM-DDTHH:MM:SS[±HH:MM], or original.", valueName: "time"))
    var date: EditedDate?

    @Option(
        parsing: .unconditional,
        help: ArgumentHelp(
            "The place: degrees north, degrees east and metres above the sea, or none, or original.",
            valueName: "lat,lon[,alt]"))
    var location: EditedLocation?

    @Option(help: "The title. Empty text removes it.")
    var title: String?

    @Option(help: "The caption. Empty text removes it.")
    var caption: String?

    @Option(help: ArgumentHelp("All keywords, separated by commas. Empty text removes them.", valueName: "words"))
    var keywords: String?

    @Option(
        name: .customLong("add-keyword"),
        help: ArgumentHelp(
            "Add a keyword, if the photo does not have it. May be repeated.", valueName: "word"))
    var addedKeywords: [String] = []

    @Option(
        name: .customLong("remove-keyword"),
        help: ArgumentHelp("Remove a keyword. May be repeated.", valueName: "word"))
    var removedKeywords: [String] = []

    @Option(
        help: ArgumentHelp("The edited picture in full size: a JPEG or PNG file.", valueName: "file"),
        completion: .file())
    var rendered: String?

    @Option(
        help: ArgumentHelp("The adjustment data of the program that made the edit.", valueName: "file"),
        completion: .file())
    var adjustment: String?

    @Option(help: ArgumentHelp("The format of --adjustment, such as org.example.editor.", valueName: "name"))
    var formatIdentifier: String?

    @Option(help: ArgumentHelp("The version of that format.", valueName: "version"))
    var formatVersion: String?

    @Flag(help: "Remove the edited picture, and show the original again.")
    var revert = false

    func validate() throws {
        let parts = [rendered, adjustment, formatIdentifier, formatVersion]
        guard parts.allSatisfy({ $0 == nil }) || parts.allSatisfy({ $0 != nil }) else {
            throw ValidationError(
                "An edit needs all of --rendered, --adjustment, --format-identifier and --format-version.")
        }
        guard rendered == nil || photos.count == 1 && !revert else {
            throw ValidationError("--rendered needs exactly one photo, and cannot be combined with --revert.")
        }
        guard keywords == nil || addedKeywords.isEmpty && removedKeywords.isEmpty else {
            throw ValidationError(
                "--keywords replaces all keywords, so it cannot be combined with --add-keyword or --remove-keyword.")
        }
        guard !(addedKeywords + removedKeywords).contains(where: { $0.trimmed.isEmpty }) else {
            throw ValidationError("--add-keyword and --remove-keyword need a keyword.")
        }
        guard !properties.isEmpty || changesKeywords || rendered != nil || revert else {
            throw ValidationError("Name a change: see photos edit --help.")
        }
    }

    func execute() throws -> Exit {
        let library = try options.openLibrary()
        let adjustmentData = try adjustment.map { path in
            AdjustmentData(
                formatIdentifier: formatIdentifier ?? "", formatVersion: formatVersion ?? "",
                data: try readWhole(FilePath(path).absolute))
        }
        let photos = try existingPhotos(photos, in: library)
        let named = photos.map(\.identifier)
        guard rendered == nil || named.count == 1 else {
            throw PhotoLibraryError(.changeNotSupported, "--rendered needs exactly one photo: name one photo.")
        }
        let assets = changesKeywords ? try library.assets(withLocalIdentifiers: named) : [:]
        return try naming(photos) {
            try change(library, named, "edited", of: ("photo", "photos")) { changes, identifiers in
                if revert { try changes.revertAssets(identifiers) }
                for property in properties { try changes.set(property, ofAssets: identifiers) }
                for identifier in identifiers where changesKeywords {
                    let keywords = edited(assets[identifier]?.metadata.keywords ?? [])
                    try changes.set(.keywords(keywords), ofAssets: [identifier])
                }
                if let rendered, let adjustmentData {
                    try changes.editAsset(
                        identifiers[0], rendered: .file(FilePath(rendered).absolute), adjustmentData: adjustmentData)
                }
            }
        }
    }

    /// The changed properties, except for single keywords.
    private var properties: [AssetProperty] {
        [
            favorite.map { .favorite($0) }, hidden.map { .hidden($0) }, rating.map { .rating($0.value) },
            date.map { .captureTime($0.value) },
            location.map { .location($0.value) }, title.map { .title($0.nonEmpty) },
            caption.map { .caption($0.nonEmpty) },
            keywords.map { list in
                .keywords(list.split(separator: ",").map { String($0).trimmed }.filter { !$0.isEmpty })
            },
        ].compactMap { $0 }
    }

    private var changesKeywords: Bool { !addedKeywords.isEmpty || !removedKeywords.isEmpty }

    /// A photo's keywords after adding and removing the named ones.
    private func edited(_ keywords: [String]) -> [String] {
        let removed = removedKeywords.map(\.trimmed)
        let kept = keywords.filter { !removed.contains($0) }
        return kept + addedKeywords.map(\.trimmed).filter { !kept.contains($0) }
    }

    private func readWhole(_ path: FilePath) throws -> Data {
        do { return try Data(contentsOf: URL(fileURLWithPath: path.string)) } catch {
            throw PhotoLibraryError(.unreadable, "The file cannot be read.", path: path.string, cause: error)
        }
    }
}

/// A time, or `original`.
struct EditedDate: ExpressibleByArgument {
    let value: OwnersValue<CaptureTime>

    init?(argument: String) {
        if argument == "original" {
            value = .original
        } else {
            // The seconds may be missing, and a space may stand for the T.
            let text = argument.replacing(" ", with: "T")
            let time = text.wholeMatch(of: /(.*T\d\d:\d\d)([+-]\d\d:\d\d)?/).map { "\($0.1):00\($0.2 ?? "")" }
            guard let time = CaptureTime(time ?? text) else { return nil }
            value = .set(time)
        }
    }
}

/// A location, `none` or `original`.
struct EditedLocation: ExpressibleByArgument {
    let value: OwnersValue<ImageMetadata.Location?>

    init?(argument: String) {
        switch argument {
        case "original": value = .original
        case "none": value = .set(nil)
        default:
            let numbers = argument.split(separator: ",", omittingEmptySubsequences: false)
                .map { Double($0.trimmingCharacters(in: .whitespaces)) }
            guard 2...3 ~= numbers.count, !numbers.contains(nil), let latitude = numbers[0], let longitude = numbers[1],
                let place = ImageMetadata.Location(
                    latitude: latitude, longitude: longitude, altitude: numbers.count == 3 ? numbers[2] : nil)
            else { return nil }
            value = .set(place)
        }
    }
}

extension String {
    fileprivate var nonEmpty: String? { isEmpty ? nil : self }
    fileprivate var trimmed: String { trimmingCharacters(in: .whitespaces) }
}
