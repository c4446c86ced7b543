internal import Foundation

/// The endings of the names of edited photos.
enum EditMarks {
    /// The mark of an edit in the exports of Google Photos, by the language of the owner.
    ///
    /// Google documents no list. These marks are those of the tables of immich-go, GooglePhotosTakeoutHelper (both
    /// forks) and google-photos-migrate, and of reports of users.
    static let byLanguage: [(language: String, marks: [String])] = [
        ("ca", ["-editat"]),
        ("cs", ["-upraveno"]),
        ("da", ["-redigeret"]),
        ("de", ["-bearbeitet"]),
        ("en", ["-edited"]),
        ("es", ["-ha editado", "-editado"]),
        ("fi", ["-muokattu"]),
        ("fr", ["-modifié"]),
        ("it", ["-modificato"]),
        ("ja", ["-編集済み"]),
        ("ko", ["-편집", "-편집됨"]),
        ("nb", ["-redigert"]),
        ("nl", ["-bewerkt"]),
        ("pl", ["-edytowane"]),
        ("pt", ["-editado"]),
        ("ru", ["-измененный", "-отредактировано"]),
        ("sk", ["-upravené"]),
        ("sv", ["-redigerad"]),
        ("tr", ["-düzenlendi"]),
        ("uk", ["-відредаговано"]),
        ("zh-Hans", ["-编辑", "-已编辑", "-已修改"]),
        ("zh-Hant", ["-已編輯", "(已編輯)"]),
    ]

    /// The marks of pictures that Google Photos made of a photo, in every language.
    static let ofCreations = ["-effects", "-smile", "-mix", "-collage", "-animation", "-motion"]

    /// All marks of Google, which are in lower case, each once.
    private static let ofGoogle = Set(byLanguage.flatMap(\.marks) + ofCreations)

    /// The bytes of all marks in lower case, also of that of this program's and osxphotos' exports.
    ///
    /// A file system may have decomposed the letters.
    static let bytes: [[UInt8]] = (["_edited"] + ofGoogle.sorted()).flatMap { mark in
        Set(
            [mark.precomposedStringWithCanonicalMapping, mark.decomposedStringWithCanonicalMapping].map {
                Array($0.utf8)
            })
    }

    /// The marks of Google, and what remains of them if they are cut after their first letter or later.
    private static let cut = Set(ofGoogle.flatMap { mark in (2...mark.count).map { mark.prefix($0).lowercased() } })
    private static let longest = ofGoogle.map(\.count).max() ?? 0

    /// The stem of an edit's name, and the mark of Google at its end.
    struct Split {
        let stem: String
        /// The mark in lower case, which may be cut after its first letter or later.
        let mark: String

        var isWhole: Bool { ofGoogle.contains(mark) }
        /// Whether there is more of the mark than a hyphen and one Latin letter.
        var isTelling: Bool { mark.utf8.count > 2 }
    }

    /// Splits a stem at its mark; `nil` without a mark.
    ///
    /// For example, `IMG_1` and `-edi` for `IMG_1-edi`.
    static func split(_ stem: String) -> Split? {
        for count in stride(from: min(longest, stem.count - 1), to: 1, by: -1) {
            let mark = stem.suffix(count).lowercased()
            if cut.contains(mark) { return Split(stem: String(stem.dropLast(count)), mark: mark) }
        }
        return nil
    }
}
