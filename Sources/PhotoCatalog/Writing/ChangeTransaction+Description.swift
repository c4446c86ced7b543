internal import GRDB
internal import PhotoModel

extension ChangeTransaction {
    /// Gives the asset of a file the properties that another photo library states, except those that the owner of this
    /// library set.
    func describe(_ insertion: ResourceInsertion) throws {
        guard let description = insertion.description, try database.isThere(insertion.asset) else { return }
        let row = try livingRow(ofAsset: insertion.asset)
        for property in try properties(description, of: row) {
            if try set(property.normalized(), of: row, insertion.asset) {
                try database.setMarkedRegisters(ofAsset: row, [property.mark])
            }
        }
        guard let burst = description.burst else { return }
        try database.setBurst(burst.identifier, of: insertion.asset, now: now)
        guard burst.pick != .none else { return }
        try database.changingAlbums(of: insertion.asset, now: now) {
            try database.cachedStatement(sql: "INSERT OR REPLACE INTO pickedFrame VALUES (?, ?, ?)")
                .execute(arguments: [row, burst.identifier, burst.pick.rawValue])
        }
    }

    private func properties(_ description: AssetDescription, of row: Int64) throws -> [AssetProperty] {
        guard
            let asset = try Row.fetchOne(
                database.cachedStatement(
                    sql: "SELECT ownersProperties, captureDate, latitude, longitude, duration FROM asset WHERE id = ?"),
                arguments: [row])
        else { return [] }
        let owners: Int = asset["ownersProperties"]
        func isOwners(_ column: DescriptionColumn) -> Bool { owners & column.ownersBit != 0 }
        var properties: [AssetProperty] = []
        if description.isFavorite { properties.append(.favorite(true)) }
        if description.isHidden { properties.append(.hidden(true)) }
        let ofFile = (asset["captureDate"] as String?).flatMap { CaptureTime($0) }
        let duration: Double? = asset["duration"]
        if owners & 1 == 0,
            let time = description.captureTime(insteadOf: ofFile, ofVideoLasting: duration ?? 0)
        {
            properties.append(.captureTime(.set(time)))
        }
        let place = (asset["latitude"] as Double?).flatMap { latitude in
            (asset["longitude"] as Double?).flatMap { ImageMetadata.Location(latitude: latitude, longitude: $0) }
        }
        if owners & 2 == 0, case .changed(let place) = description.place(insteadOf: place) {
            properties.append(.location(.set(place)))
        }
        if let title = description.title, !isOwners(.title) { properties.append(.title(title)) }
        if let caption = description.caption, !isOwners(.caption) { properties.append(.caption(caption)) }
        if !description.keywords.isEmpty, !isOwners(.keywords) { properties.append(.keywords(description.keywords)) }
        return properties
    }
}
