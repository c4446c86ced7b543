import Testing

@testable import PhotoIngest

/// The names of the folders and archives of exports.
@Suite struct ExportNameTests {
    @Test(arguments: [
        ("takeout-20240101T000000Z-001.zip", true), ("Takeout", true), ("iCloud Photos", true),
        ("iCloud Photos Part 1 of 6", true), ("iCloud-bilder Del 1 av 6.zip", true),
        ("Photos iCloud partie 2 sur 10", true), ("iCloud照片第1部分（共2部分）", true), ("صور iCloud ١ من ٢", true),
        ("iCloud Photos Part 1 of 2 (1).zip", true), ("iCloud-Fotos Teil 1 von 2 (1).zip", true),
        ("iCloud Drive", false), ("icloud backup 2019", false), ("Photos Part 1 of 2", false), ("", false),
        ("12", false),
    ]) func parts(name: String, isPart: Bool) {
        #expect(ExportName.isOfPart(name) == isPart)
    }

    @Test(arguments: [
        ("iCloud-bilder Del 1 av 6", "iCloud-bilder Del 2 av 6", true),
        ("iCloud-bilder Del 1 av 6.zip", "iCloud-bilder Del 6 av 6", true),
        ("Bilder 1 von 2", "bilder 2 von 2.ZIP", true),
        ("ميل ١ من ٢", "ميل ٢ من ٢", true),
        // Other numbers of parts, no parts, and impossible ones.
        ("Bilder 1 von 2", "Bilder 2 von 3", false), ("Bilder 1", "Bilder 2", false), ("2019", "2020", false),
        ("Bilder 0 von 2", "Bilder 1 von 2", false), ("Bilder 3 von 2", "Bilder 2 von 2", false),
        ("Reise 1 von 2", "Bilder 2 von 2", false), ("", "", false), ("12345 67890", "12345 67890", false),
    ]) func series(name: String, other: String, areOfOneExport: Bool) {
        #expect(ExportName.areOfOneExport(name, other) == areOfOneExport)
        #expect(ExportName.areOfOneExport(other, name) == areOfOneExport)
    }
}
