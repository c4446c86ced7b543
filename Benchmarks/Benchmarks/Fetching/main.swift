import Foundation
import OpenPhotoKit
import SystemPackage

// One step of Benchmarks/fetching, which describes it:
//
//     make LIBRARY      an empty library
//     measure LIBRARY   prints a line of JSON for each fetch: its name, how many were found, CPU and wall seconds
//
// Every fetch is made some times in this process; the median is printed.

private func cpuSeconds() -> Double {
    var time = timespec()
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time)
    return Double(time.tv_sec) + Double(time.tv_nsec) * 1e-9
}

private func measure(_ name: String, rounds: Int = 5, _ fetch: () throws -> Int) throws {
    var times: [(cpu: Double, wall: Double)] = []
    var found = 0
    for _ in 0..<rounds {
        let cpu = cpuSeconds()
        let wall = try ContinuousClock().measure { found = try fetch() }
        let seconds = Double(wall.components.seconds) + Double(wall.components.attoseconds) * 1e-18
        times.append((cpuSeconds() - cpu, seconds))
    }
    times.sort { $0.cpu < $1.cpu }
    let median = times[rounds / 2]
    let line: [String: Any] = ["name": name, "found": found, "cpu": median.cpu, "wall": median.wall]
    print(String(decoding: try JSONSerialization.data(withJSONObject: line, options: .sortedKeys), as: UTF8.self))
}

/// Fetches the first hundred and reads them whole.
private func page(_ query: AssetQuery, _ library: PhotoLibrary) throws -> Int {
    var query = query
    query.limit = 100
    let result = try library.fetchAssets(query)
    return try result.objects(in: 0..<result.count).count
}

private func measureAll(_ library: PhotoLibrary) throws {
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

private let path = FilePath(CommandLine.arguments[2])
switch CommandLine.arguments[1] {
case "make": _ = try PhotoLibrary(at: path, opening: .creatingIfAbsent)
default: try measureAll(PhotoLibrary(at: path))
}
