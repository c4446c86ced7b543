/// The name space of XMP properties that no standard has: `Favorite` and `Hidden`, which are `True` or missing.
package enum OwnXMP {
    package static let namespace = "urn:openphotokit:xmp:1.0:"
}
