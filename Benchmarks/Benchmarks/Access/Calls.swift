import OpenPhotoKitOwner

/// Measures calls with small answers.
func measureSmallCalls(_ library: PhotoLibrary) throws {
    let identifier = try firstPage(AssetQuery(), library)[0].localIdentifier
    let day = AssetQuery(.captured(from: "2015-06-01", before: "2015-06-02"))
    try measure("current token") {
        _ = try library.currentChangeToken
        return 1
    }
    try measure("one by identifier") {
        try library.assets(withLocalIdentifiers: [identifier]).count
    }
    try measure("count of a day") { try library.count(of: day) }
}

/// Measures calls as the owner or as an app.
func measureCalls(_ library: PhotoLibrary) throws {
    try measureSmallCalls(library)
    let newest = AssetSort(.captureDate, ascending: false)
    for (name, query) in [
        ("page, newest first", AssetQuery(sort: [newest])), ("page by name", AssetQuery(sort: [AssetSort(.filename)])),
        ("page of favourites", AssetQuery(.isFavorite, sort: [newest])),
        ("page of videos", AssetQuery(.mediaType(.video), sort: [newest])),
    ] {
        try measure(name) { try firstPage(query, library).count }
    }
    var query = AssetQuery()
    try measure("all identifiers") { try library.localIdentifiers(of: query).count }
    query.limit = try library.count(of: query) / 10
    try measure("a tenth of all identifiers") { try library.localIdentifiers(of: query).count }
}

/// Fetches the first hundred assets and reads them whole.
func firstPage(_ query: AssetQuery, _ library: PhotoLibrary) throws -> [Asset] {
    var query = query
    query.limit = 100
    let result = try library.fetchAssets(query)
    return try result.objects(in: 0..<result.count)
}

/// Calls `body` once, and then for the measurement 5 to 1,000 times, for about 3 seconds.
private func measure(_ name: String, _ body: () throws -> Int) throws {
    let found = try body()
    var times: [Double] = []
    let end = monotonicSeconds() + 3
    while times.count < 5 || times.count < 1_000 && monotonicSeconds() < end {
        let start = monotonicSeconds()
        _ = try body()
        times.append(monotonicSeconds() - start)
    }
    try report(name, times, found: found)
}
