import Photos

/// The journal of “Improve access to Photos in your app” (WWDC21).
///
/// Its entries store cloud identifiers, which each device of the user resolves to its own photos.
struct Journal {
    struct Entry: Codable {
        let title: String
        let cloudIdentifiers: [String]
    }

    let folder: URL
    let samples: URL
    private var file: URL { folder.appendingPathComponent("journal.json") }

    func show(writtenOn phone: PHPhotoLibrary, readOn tablet: PHPhotoLibrary) async throws {
        print("Journal: written on the phone")
        try await phone.performAsShared {
            let photos = try await addPhotos(
                ["IMG_0001", "IMG_0002", "IMG_0003", "IMG_0011"].map {
                    samples.appendingPathComponent("phone/DCIM/\($0).JPG")
                })
            try write([("By the sea", Array(photos[0...1])), ("Market day", [photos[2]]), ("Home again", [photos[3]])])
        }

        print("\nJournal: read on the tablet, whose photos a cloud service has made smaller")
        try await tablet.performAsShared {
            // Two sizes of the second photo, and a crop of the last one.
            let copies = ["7c1e09ab44d2", "b83f51c20e77", "photo_5213987310", "IMG-20240615-WA0003", "e0b27d914c3f"]
            _ = try await addPhotos(copies.map { samples.appendingPathComponent("cloud/\($0).jpg") })
            try read()
        }
    }

    /// Stores entries, with cloud identifiers instead of local ones.
    private func write(_ entries: [(title: String, localIdentifiers: [String])]) throws {
        let stored = CloudIdentifiers.stored(for: entries.flatMap(\.localIdentifiers))
        let written = entries.map { entry in
            let identifiers = entry.localIdentifiers.compactMap { stored[$0]?.stringValue }
            print("  \(entry.title): \(names(entry.localIdentifiers)), cloud identifiers stored: \(identifiers.count)")
            return Entry(title: entry.title, cloudIdentifiers: identifiers)
        }
        try JSONEncoder().encode(written).write(to: file)
    }

    /// Finds the photos of all entries.
    private func read() throws {
        let entries = try JSONDecoder().decode([Entry].self, from: Data(contentsOf: file))
        let identifiers = entries.flatMap(\.cloudIdentifiers).map(PHCloudIdentifier.init(stringValue:))
        let found = CloudIdentifiers.found(for: identifiers)
        for entry in entries {
            print("  \(entry.title):")
            for identifier in entry.cloudIdentifiers.map(PHCloudIdentifier.init(stringValue:)) {
                if let photo = found[identifier] { print("    \(describe(photo))") }
            }
        }
    }

    private func describe(_ photo: CloudIdentifiers.Found) -> String {
        switch photo {
        case .one(let localIdentifier): return "found: \(names([localIdentifier]))"
        case .missing: return "missing; the entry keeps the identifier, because the photo may be imported later"
        case .several(let candidates):
            let assets = PHAsset.fetchAssets(withLocalIdentifiers: candidates, options: nil)
            let sizes = assets.map { "\($0.pixelWidth)×\($0.pixelHeight)" }.sorted().joined(separator: ", ")
            return "several match, and the user chooses: \(names(candidates)) (\(sizes))"
        case .failed(let error): return "failed: \(error.localizedDescription)"
        }
    }
}
