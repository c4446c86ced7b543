import PhotosCompat

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

    /// Sample 11: stores entries, with cloud identifiers instead of local ones.
    private func write(_ entries: [(title: String, localIdentifiers: [String])]) throws {
        let mappings = PHPhotoLibrary.shared().cloudIdentifierMappings(
            forLocalIdentifiers: entries.flatMap(\.localIdentifiers))
        let stored = entries.map { entry in
            let identifiers = entry.localIdentifiers.compactMap { localIdentifier in
                mappings[localIdentifier]?.cloudIdentifier?.stringValue
            }
            print("  \(entry.title): \(names(entry.localIdentifiers)), cloud identifiers stored: \(identifiers.count)")
            return Entry(title: entry.title, cloudIdentifiers: identifiers)
        }
        try JSONEncoder().encode(stored).write(to: file)
    }

    /// Sample 12: finds the photos of all entries in one call, because a call is expensive.
    private func read() throws {
        let entries = try JSONDecoder().decode([Entry].self, from: Data(contentsOf: file))
        let identifiers = entries.flatMap(\.cloudIdentifiers).map(PHCloudIdentifier.init(stringValue:))
        let mappings = PHPhotoLibrary.shared().localIdentifierMappings(for: identifiers)
        for entry in entries {
            print("  \(entry.title):")
            for identifier in entry.cloudIdentifiers.map(PHCloudIdentifier.init(stringValue:)) {
                guard let mapping = mappings[identifier] else { continue }
                print("    \(describe(mapping))")
            }
        }
    }

    /// Sample 13: a photo that is missing, and one of which there are several.
    private func describe(_ mapping: Result<String, any Error>) -> String {
        do {
            let localIdentifier = try mapping.get()
            return "found: \(names([localIdentifier]))"
        } catch PHPhotosError.identifierNotFound {
            return "missing; the entry keeps the identifier, because the photo may be imported later"
        } catch let error as PHPhotosError where error.code == .multipleIdentifiersFound {
            let candidates = error.userInfo[PHLocalIdentifiersErrorKey] as? [String] ?? []
            let assets = PHAsset.fetchAssets(withLocalIdentifiers: candidates, options: nil)
            let sizes = assets.map { "\($0.pixelWidth)×\($0.pixelHeight)" }.sorted().joined(separator: ", ")
            return "several match, and the user chooses: \(names(candidates)) (\(sizes))"
        } catch {
            return "failed: \(error.localizedDescription)"
        }
    }
}
