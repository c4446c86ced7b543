public import ArgumentParser
internal import Foundation
internal import OpenPhotoKitOwner
public import PhotoModel

/// The options that select photos.
struct AssetFilterOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp("Only photos of this album, by title or identifier.", valueName: "album"),
        completion: .albums)
    var album: String?

    @Option(
        help: ArgumentHelp(
            "Only photos of this smart album: \(SmartAlbum.allCases.map(\.rawValue).joined(separator: ", ")).",
            valueName: "name"))
    var smart: SmartAlbum?

    @Option(help: "Only photos of this media type: image, video or unknown.")
    var type: Asset.MediaType?

    @Option(
        help: ArgumentHelp("Only photos of this kind, such as photoLive. May be repeated.", valueName: "kind"),
        completion: .list(MediaSubtypes.allValueStrings))
    var subtype: [MediaSubtypes] = []

    @Option(
        help: ArgumentHelp("Captured at or after this time: YYYY, YYYY-MM, YYYY-MM-DD or longer.", valueName: "time"))
    var after: TimePrefix?

    @Option(help: ArgumentHelp("Captured before this time.", valueName: "time"))
    var before: TimePrefix?

    @Option(
        help: ArgumentHelp("Added to the library at or after this time, by this computer's clock.", valueName: "time"))
    var addedAfter: TimePrefix?

    @Option(help: ArgumentHelp("Added to the library before this time.", valueName: "time"))
    var addedBefore: TimePrefix?

    @Option(
        help: ArgumentHelp(
            "Only photos with this text in file name, camera, lens, title, caption or keywords. _ also matches a space.",
            valueName: "text"))
    var search: String?

    @Option(
        parsing: .unconditional,
        help: ArgumentHelp("Only photos taken at most this many kilometres from a place.", valueName: "lat,lon,km"))
    var near: Circle?

    @Option(
        parsing: .unconditional,
        help: ArgumentHelp("At least this many pixels wide, as displayed.", valueName: "pixels"))
    var minWidth: Int?

    @Option(
        parsing: .unconditional,
        help: ArgumentHelp("At least this many pixels high, as displayed.", valueName: "pixels"))
    var minHeight: Int?

    @Option(
        parsing: .unconditional,
        help: ArgumentHelp("Videos and live photos of at least this many seconds.", valueName: "seconds"))
    var minDuration: Double?

    @Option(
        parsing: .unconditional,
        help: ArgumentHelp("Videos and live photos of at most this many seconds.", valueName: "seconds"))
    var maxDuration: Double?

    @Option(help: "Only photos in this condition: ok, damaged, limited or unsupported.")
    var condition: PictureCondition?

    @Option(help: ArgumentHelp("Every frame of this burst.", valueName: "identifier"))
    var burst: String?

    @Option(
        help: ArgumentHelp(
            "Only photos with this rating: 1 to 5, a range such as 3-5, none, or rejected.", valueName: "rating"))
    var rating: RatingRange?

    @Flag(help: "Only favourites.")
    var favorite = false

    @Flag(help: "Hidden photos instead.")
    var hidden = false

    @Flag(help: "Recently deleted photos instead.")
    var deleted = false

    @Flag(help: "One frame of each burst: a favourite, else one that was picked, else the first.")
    var foldBursts = false

    func validate() throws {
        try checkIsNotNegative(("min-width", minWidth), ("min-height", minHeight))
        try checkIsNotNegative(("min-duration", minDuration), ("max-duration", maxDuration))
        guard (minDuration ?? 0) <= (maxDuration ?? .infinity) else {
            throw ValidationError("--min-duration is more than --max-duration.")
        }
    }

    /// The query for the photos, in the order of the album.
    ///
    /// - Throws: As ``OpenPhotoKit/OwnedLibrary/albumIdentifier(named:)``.
    func query(in library: OwnedLibrary) throws -> AssetQuery {
        var query = smart?.query ?? AssetQuery()
        if let album { query.album = try library.albumIdentifier(named: album) }
        query.filter = .and([query.filter] + filters)
        if hidden { query.includesHidden = true }
        if deleted { query.scope = .recentlyDeleted }
        if !foldBursts { query = query.withEveryFrame }
        // A smart album has the same photos as in an app: of a burst only the frame that represents it.
        if let smart, burst == nil { query.includesAllBurstAssets = smart.query.includesAllBurstAssets }
        return query
    }

    private var filters: [AssetFilter] {
        var filters: [AssetFilter] = []
        if let type { filters.append(.mediaType(type)) }
        if !subtype.isEmpty { filters.append(.subtypes(anyOf: MediaSubtypes(subtype))) }
        if after != nil || before != nil { filters.append(.captured(from: after?.text, before: before?.text)) }
        if addedAfter != nil || addedBefore != nil {
            filters.append(.added(from: addedAfter?.date, before: addedBefore?.date))
        }
        if let search { filters.append(.search(search)) }
        if let near { filters.append(.near(near.center, metres: near.metres)) }
        if let minWidth { filters.append(.width(minWidth...Int.max)) }
        if let minHeight { filters.append(.height(minHeight...Int.max)) }
        if minDuration != nil || maxDuration != nil {
            filters.append(.duration((minDuration ?? 0)...(maxDuration ?? .infinity)))
        }
        if let condition { filters.append(.condition([condition])) }
        if let burst { filters.append(.burst(burst)) }
        if let rating { filters.append(.rating(rating.range)) }
        if favorite { filters.append(.isFavorite) }
        if hidden { filters.append(.isHidden) }
        return filters
    }
}

/// A time or the beginning of one: 2024, 2024-05, 2024-05-17 or 2024-05-17T10:30.
struct TimePrefix: ExpressibleByArgument {
    let text: String
    /// The first moment of that time, in this computer's time zone.
    let date: Date

    init?(argument: String) {
        let whole = "2000-01-01T00:00:00"
        let isPrefix = [4, 7, 10, 13, 16].contains(argument.count)
        let time = CaptureTime(argument) ?? (isPrefix ? CaptureTime(argument + whole.dropFirst(argument.count)) : nil)
        guard let time else { return nil }
        text = argument
        date = time.date(in: .current)
    }
}

/// A place and a distance around it: 41.89,12.49,5.
struct Circle: ExpressibleByArgument {
    let center: ImageMetadata.Location
    let metres: Double

    init?(argument: String) {
        let numbers = argument.split(separator: ",", omittingEmptySubsequences: false).map {
            Double($0.trimmingCharacters(in: .whitespaces))
        }
        guard numbers.count == 3, let latitude = numbers[0], let longitude = numbers[1], let kilometres = numbers[2],
            kilometres >= 0, kilometres.isFinite,
            let center = ImageMetadata.Location(latitude: latitude, longitude: longitude)
        else { return nil }
        self.center = center
        metres = kilometres * 1000
    }
}

extension SmartAlbum: ExpressibleByArgument {
    /// The smart album with this name or title, in upper or lower case.
    public init?(argument: String) {
        let name = argument.lowercased()
        guard
            let album = Self.allCases.first(where: {
                $0.rawValue.lowercased() == name || $0.title.lowercased() == name
            })
        else { return nil }
        self = album
    }
}
extension Asset.MediaType: ExpressibleByArgument {}
extension PictureCondition: ExpressibleByArgument {}
extension MediaSubtypes: ExpressibleByArgument {
    /// The kind with this name.
    public init?(argument: String) { self.init(name: argument) }
    /// The names of all kinds.
    public static var allValueStrings: [String] { allNames }
}
