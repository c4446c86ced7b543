internal import PhotoModel

extension ImageMetadata {
    /// Whether a scanner made the picture, by its model: the date in it is not that of a shot.
    var isOfScanner: Bool {
        guard let model = model?.lowercased() else { return false }
        // Printers of several makers state "series" at the end.
        return model.hasSuffix(" series") || Self.scanners.contains { model.contains($0) }
    }

    /// Words in the models of scanners and of printers that scan, in lower case.
    ///
    /// The list is not complete. It has models of Epson, Canon, HP, Brother, Nikon, Plustek, Noritsu, Fujifilm, Kodak
    /// and Hasselblad.
    private static let scanners = [
        "scan", "perfection", "expression", "opticfilm", "ls-40", "ls-50", "ls-5000", "ls-9000", "frontier", "sp-3000",
        "noritsu", "pakon", "flextight", "officejet", "deskjet", "laserjet", "workforce", "stylus photo", "stylus sx",
        "stylus dx", "ecotank", "lide ", "pixma", "dcp-", "mfc-",
    ]
}
