internal import PhotoModel

extension ImageMetadata {
    /// Whether a scanner made the picture, by its model: the date in it is not that of a shot.
    var isOfScanner: Bool {
        guard let model = model?.lowercased() else { return false }
        return model.hasSuffix(" series") || Self.scanners.contains { model.contains($0) }
    }

    /// Words in the models of scanners and of printers that scan, in lower case.
    ///
    /// The sources are the names of the models of Epson, Canon, HP, Brother, Nikon, Plustek, Noritsu, Fujifilm, Kodak and
    /// Hasselblad. Models of printers end with "series", which is no word of the list.
    private static let scanners = [
        "scan", "perfection", "expression", "opticfilm", "ls-40", "ls-50", "ls-5000", "ls-9000", "frontier", "sp-3000",
        "noritsu", "pakon", "flextight", "officejet", "deskjet", "laserjet", "workforce", "stylus photo", "stylus sx",
        "stylus dx", "ecotank", "lide ", "pixma", "dcp-", "mfc-",
    ]
}
