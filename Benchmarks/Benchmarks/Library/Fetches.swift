import OpenPhotoKitOwner

/// Fetches the first hundred and reads them whole.
private func page(_ query: AssetQuery, _ library: some PhotoLibraryProtocol) throws -> Int {
    var query = query
    query.limit = 100
    let result = try library.fetchAssets(query)
    return try result.objects(in: 0..<result.count).count
}

/// Measures first pages as apps with limited access ask for them.
func measureLimitedFetches(_ library: OwnedLibrary) throws {
    let filters: [(String, AssetFilter)] = [
        ("", .all), (", favourites", .isFavorite), (", videos", .mediaType(.video)),
        (", in one year", .captured(from: "2015", before: "2016")),
        (", with a name", .search("_0042")), (", with a place", .hasLocation),
    ]
    for app in ["few", "half"] {
        let access = LibraryAccess.limited(app: app)
        try measure("open, limited to \(app)") {
            _ = try library.bound(to: access)
            return 1
        }
        try measure("open and page, limited to \(app)") { try page(AssetQuery(), library.bound(to: access)) }
        let limited = try library.bound(to: access)
        for (name, filter) in filters {
            try measure("page, limited to \(app)\(name)") { try page(AssetQuery(filter), limited) }
        }
        for key in [AssetSort.Key.addedDate, .filename, .width] {
            try measure("page, limited to \(app), by \(key)") { try page(AssetQuery(sort: [AssetSort(key)]), limited) }
        }
    }
}

/// Measures fetches of every kind.
func measureFetches(_ library: OwnedLibrary) throws {
    for key in AssetSort.Key.allCases where key != .deletedDate {
        for isAscending in [true, false] {
            let query = AssetQuery(sort: [AssetSort(key, ascending: isAscending)])
            try measure("page by \(key)\(isAscending ? "" : ", descending")") { try page(query, library) }
        }
    }
    for album in SmartAlbum.allCases { try measure("page of \(album)") { try page(album.query, library) } }
    let rome = ImageMetadata.Location(latitude: 41.89, longitude: 12.49)
    let filters: [(String, AssetFilter)] =
        [
            ("captured in one year", .captured(from: "2015", before: "2016")),
            ("10000 pixels wide", .width(10_000...20_000)),
            ("with a name", .search("_0042")), ("with a whole name", .search("IMG_0042.JPG")),
            ("that no name has", .search("nothing")), ("with what all have", .search("canon")),
            ("in the large album, by capture", .album("large")), ("in the small album, by capture", .album("small")),
        ] + (rome.map { [("50 km around a place", .near($0, metres: 50_000))] } ?? [])
    for (name, filter) in filters {
        try measure("page \(name)", rounds: 3) { try page(AssetQuery(filter), library) }
    }
    for album in ["large", "small"] {
        var query = AssetQuery()
        query.album = album
        try measure("page in the \(album) album's order") { try page(query, library) }
    }
    try measure("count") { try library.count(of: AssetQuery()) }
    try measure("count of favourites") { try library.count(of: AssetQuery(.isFavorite)) }
    try measure("every identifier's number") { try library.fetchAssets().count }
    let identifiers = try library.localIdentifiers(of: AssetQuery(sort: [AssetSort(.addedDate)])).prefix(100_000)
    try measure("100,000 by identifier") { try library.fetchAssets(withLocalIdentifiers: Array(identifiers)).count }
    let result = try library.fetchAssets()
    try measure("a page in the middle") { try result.objects(in: result.count / 2..<result.count / 2 + 100).count }
    try measure("moments", rounds: 1) { try library.moments().count }
}
