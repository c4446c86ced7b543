/// The keywords that name the persons in a photo: `People/Anna`, as in digiKam's tree of tags.
package enum PersonKeyword {
    /// What precedes the name of a person.
    package static let prefix = "People/"

    /// The keyword for a person.
    package static func keyword(for name: String) -> String { prefix + name }
}
