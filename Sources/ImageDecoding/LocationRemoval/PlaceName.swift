/// The names of metadata fields that hold places, in XMP, QuickTime, PNG texts and JSON.
///
/// The same fields have many name spaces, so the name space is not compared.
enum PlaceName {
    /// Names of EXIF's GPS fields in XMP (ISO 16684-2), Photoshop, IPTC Core and Extension, Darwin Core, xmpDM, and
    /// the maker notes of Google's cameras, which are encrypted.
    private static let names: Set<String> = [
        "absolutealtitude", "altitude", "city", "continent", "coordinates", "country", "countrycode", "countryname",
        "county", "coverage", "dctermslocation", "footprintwkt", "geodata", "geodataexif", "geohash", "geoinfo",
        "geoinfoexif", "hdrp_makernote", "hdrplusmakernote", "highergeography", "island", "islandgroup", "locality",
        "municipality", "place", "places", "placename", "province", "province-state", "provincestate",
        "relativealtitude", "shotlocation", "spatial", "state", "stateprovince", "sub-location", "sublocation",
        "verbatimcoordinates", "verbatimlocality", "waterbody", "worldregion",
    ]
    private static let parts = ["gps", "latitude", "longitude", "longtitude", "geolocation", "iso6709"]

    /// Whether a field with this name, without a prefix, may hold a place.
    static func matches(_ name: some StringProtocol) -> Bool {
        let name = name.lowercased()
        // A property of the camera's sensitivity.
        if name.hasPrefix("isospeedlatitude") { return false }
        return names.contains(name) || name.hasPrefix("location") || parts.contains { name.contains($0) }
    }

    /// Whether a part of a name such as `com.apple.quicktime.location.ISO6709` or `exif:GPSLatitude` matches.
    static func matchesPart(of name: String) -> Bool {
        name.split { ".:/ ".contains($0) }.contains { matches($0) }
    }
}
