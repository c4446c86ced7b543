internal import PhotoModel

/// The bytes of an XMP sidecar (ISO 16684-1, and part 2 of Adobe's XMP specification for EXIF).
enum XMPSidecar {
    /// What follows the whole name of the file that the sidecar describes.
    static let ending = ".xmp"

    /// A packet with these words, in UTF-8; `nil` if the photo has no value that a sidecar can state.
    static func bytes(_ words: ExportedWords) -> [UInt8]? {
        var properties: [String] = []
        func add(_ name: String, _ value: String) { properties.append("<\(name)>\(value)</\(name)>") }
        func alternative(_ text: String) -> String {
            "<rdf:Alt><rdf:li xml:lang=\"x-default\">\(escaped(text))</rdf:li></rdf:Alt>"
        }
        if let title = words.title { add("dc:title", alternative(title)) }
        if let caption = words.caption { add("dc:description", alternative(caption)) }
        func addList(_ name: String, _ texts: [String]) {
            guard !texts.isEmpty else { return }
            add(name, "<rdf:Bag>\(texts.map { "<rdf:li>\(escaped($0))</rdf:li>" }.joined())</rdf:Bag>")
        }
        addList("dc:subject", words.keywords)
        if let rating = words.rating { add("xmp:Rating", "\(rating)") }
        // No standard has these.
        addList("opk:Changed", words.changes.map(\.rawValue))
        addList("opk:Albums", words.albums.map(\.text))
        if words.isFavorite { add("opk:Favorite", "True") }
        if words.isHidden { add("opk:Hidden", "True") }
        if let burst = words.burst {
            add("opk:Burst", escaped(burst.identifier))
            if burst.pick != .none { add("opk:BurstPick", burst.pick.name) }
        }
        if let time = words.captureTime { add("exif:DateTimeOriginal", time.description) }
        if let place = words.location {
            add("exif:GPSLatitude", coordinate(place.latitude, positive: "N", negative: "S"))
            add("exif:GPSLongitude", coordinate(place.longitude, positive: "E", negative: "W"))
        }
        guard !properties.isEmpty else { return nil }
        return Array(
            """
            <?xpacket begin="\u{FEFF}" id="W5M0MpCehiHzreSzNTczkc9d"?>
            <x:xmpmeta xmlns:x="adobe:ns:meta/" x:xmptk="OpenPhotoKit">
            <rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">
            <rdf:Description rdf:about="" xmlns:dc="http://purl.org/dc/elements/1.1/" \
            xmlns:exif="http://ns.adobe.com/exif/1.0/" xmlns:xmp="http://ns.adobe.com/xap/1.0/" \
            xmlns:opk="\(OwnXMP.namespace)">
            \(properties.joined(separator: "\n"))
            </rdf:Description>
            </rdf:RDF>
            </x:xmpmeta>
            <?xpacket end="w"?>

            """.utf8)
    }

    /// `48,51.5N`: degrees and minutes, with eight decimals, which is less than a millimetre.
    private static func coordinate(_ degrees: Double, positive: String, negative: String) -> String {
        // Whole numbers, so that minutes are never rounded to 60. A place has at most 180 degrees.
        let minute = 100_000_000
        let all = Int((abs(degrees) * 60 * Double(minute)).rounded())
        let (minutes, decimals) = (all / minute % 60, String(all % minute))
        return "\(all / minute / 60),\(minutes)." + String(repeating: "0", count: 8 - decimals.count) + decimals
            + (degrees < 0 ? negative : positive)
    }

    /// The text for an XML element (XML 1.0, 2.2 and 2.4), without characters that XML does not allow.
    private static func escaped(_ text: String) -> String {
        text.unicodeScalars.reduce(into: "") { escaped, scalar in
            switch scalar {
            case "&": escaped += "&amp;"
            case "<": escaped += "&lt;"
            case ">": escaped += "&gt;"
            // A parser would read it as a line feed.
            case "\r": escaped += "&#xD;"
            case "\t", "\n", " "..."\u{FFFD}", "\u{10000}"..."\u{10FFFF}": escaped.unicodeScalars.append(scalar)
            default: break
            }
        }
    }
}
