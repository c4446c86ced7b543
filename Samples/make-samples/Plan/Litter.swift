/// Files in photo folders that are not photos.
enum Litter {
    struct File {
        var path: String
        var bytes: [UInt8]
        var kind: Truth.Kind
        var transform: String
        var expected: String
    }

    static let files = [
        litter("phone/DCIM/.DS_Store", "\0\0\0\u{1}Bud1\0\0", "left by macOS"),
        litter("camera/Thumbs.db", "not really a database", "left by Windows"),
        litter("phone/@eaDir/IMG_0001.JPG/SYNOFILE_THUMB_M.jpg", "thumbnail of a NAS", "left by a NAS"),
        litter("camera/._DSC_0101.JPG", "\0\u{5}\u{16}\u{7}\0\u{2}\0\0", "left by macOS on a card"),
        litter("camera/notes.txt", "Battery 2 is weak. Buy a new one.\n", "a text"),
        broken("phone/DCIM/IMG_0090.JPG", "This was never a photo.\n", "text with a photo's name"),
        broken("phone/DCIM/IMG_0091.JPG", "", "empty file"),
    ]

    private static func litter(_ path: String, _ text: String, _ what: String) -> File {
        File(path: path, bytes: Array(text.utf8), kind: .litter, transform: what, expected: "skipped")
    }

    private static func broken(_ path: String, _ text: String, _ what: String) -> File {
        File(
            path: path, bytes: Array(text.utf8), kind: .damaged, transform: what,
            expected: "imported:unsupported|skipped|failed")
    }
}
