/// The fields in which programs name the persons in a picture.
enum PersonField {
    /// The name of a person.
    case person
    /// The name of a marked region.
    case regionName
    /// The kind of a marked region.
    case regionKind
    /// Who gave a marked region its name.
    case nameOrigin

    /// The fields of all programs, as exiftool and digiKam document them.
    ///
    /// Rectangles are not read, and regions without one are persons too.
    static let fields: [XMPPacket.Name: PersonField] = {
        var fields: [XMPPacket.Name: PersonField] = [:]
        for (field, namespace, names) in [
            // IPTC: the list, the persons of a region, and the persons with details.
            (PersonField.person, "http://iptc.org/std/Iptc4xmpExt/2008-02-29/", ["PersonInImage", "PersonName"]),
            // Microsoft Expression Media and iView MediaPro.
            (.person, "http://ns.microsoft.com/expressionmedia/1.0/", ["People"]),
            (.person, "http://ns.iview-multimedia.com/mediapro/1.0/", ["People"]),
            (.person, "http://xmp.gettyimages.com/gift/1.0/", ["Personality"]),
            // Windows and digiKam. Windows has no other regions.
            (.person, "http://ns.microsoft.com/photo/1.2/t/Region#", ["PersonDisplayName"]),
            // MWG, Guidelines for handling image metadata 2.0, 5.9: Lightroom, Picasa, digiKam, Apple, Mylio.
            (.regionName, "http://www.metadataworkinggroup.com/schemas/regions/", ["Name"]),
            (.regionKind, "http://www.metadataworkinggroup.com/schemas/regions/", ["Type"]),
            (.regionName, "http://ns.acdsee.com/regions/", ["Name"]),
            (.regionKind, "http://ns.acdsee.com/regions/", ["Type"]),
            (.nameOrigin, "http://ns.acdsee.com/regions/", ["NameAssignType"]),
        ] {
            for name in names { fields[XMPPacket.Name(namespace: namespace, name: name)] = field }
        }
        return fields
    }()
}

/// A marked region of a picture.
struct MarkedRegion {
    var name: String?
    /// What the region shows; `nil` if it is not stated.
    var kind: String?
    /// Who gave the name; `nil` if it is not stated.
    var nameOrigin: String?

    /// The name of the person that it shows.
    ///
    /// Other kinds are pets, bar codes and points of focus. Some programs do not state the kind. ACDSee keeps names
    /// that it guessed and its owner denied.
    var person: String? { ["face", nil].contains(kind?.lowercased()) && nameOrigin != "denied" ? name : nil }
}
