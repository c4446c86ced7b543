internal import Foundation
internal import GRDB
internal import PhotoModel

// The owner's changes of assets. Only a different value counts as a change.
extension ChangeTransaction {
    @discardableResult
    func set(_ property: AssetProperty, of row: Int64, _ asset: String) throws -> Bool {
        let isChanged =
            switch property {
            case .favorite, .hidden, .captureTime:
                try database.changingAlbums(of: asset, now: now) { try set(property, of: row) }
            // These properties do not change which assets albums show.
            case .location, .title, .caption, .keywords, .rating: try set(property, of: row)
            }
        if isChanged { try database.insertChange(.update, asset, now: now) }
        return isChanged
    }

    /// Records that a person set the property, also if it had the same value before.
    func mark(_ mark: AssetMark, of row: Int64) throws {
        try database.cachedStatement(sql: "UPDATE asset SET marks = marks | ?1 WHERE id = ?2 AND marks & ?1 = 0")
            .execute(arguments: [mark.rawValue, row])
    }

    private func set(_ property: AssetProperty, of row: Int64) throws -> Bool {
        switch property {
        case .favorite(let isFavorite): try set("isFavorite", to: isFavorite, row)
        case .hidden(let isHidden): try set("isHidden", to: isHidden, row)
        case .captureTime(.set(let time)):
            try update(
                "fileDate = IIF(ownersProperties & 1, fileDate, captureDate), captureDate = ?3",
                "ownersProperties = ownersProperties | 1", row, where: "captureDate IS NOT ?3", [time.description])
        case .captureTime(.original):
            try update(
                "captureDate = fileDate, fileDate = NULL", "ownersProperties = ownersProperties & ~1", row,
                where: "ownersProperties & 1")
        case .location(.set(let place)):
            try update(
                """
                fileLatitude = IIF(ownersProperties & 2, fileLatitude, latitude), latitude = ?3,
                fileLongitude = IIF(ownersProperties & 2, fileLongitude, longitude), longitude = ?4,
                fileAltitude = IIF(ownersProperties & 2, fileAltitude, altitude), altitude = ?5
                """, "ownersProperties = ownersProperties | 2", row,
                where: "latitude IS NOT ?3 OR longitude IS NOT ?4 OR altitude IS NOT ?5",
                [place?.latitude, place?.longitude, place?.altitude])
        case .location(.original):
            try update(
                """
                latitude = fileLatitude, fileLatitude = NULL, longitude = fileLongitude, fileLongitude = NULL,
                altitude = fileAltitude, fileAltitude = NULL
                """, "ownersProperties = ownersProperties & ~2", row, where: "ownersProperties & 2")
        case .title(let title): try set(.title, to: title, row)
        case .caption(let caption): try set(.caption, to: caption, row)
        case .keywords(let keywords): try set(.keywords, to: keywords.column, row)
        case .rating(let rating): try set(.rating, to: rating, row)
        }
        return database.changesCount > 0
    }

    private func set(_ column: String, to value: (any DatabaseValueConvertible)?, _ row: Int64) throws {
        try update("\(column) = ?3", nil, row, where: "\(column) IS NOT ?3", [value])
    }

    private func set(
        _ column: DescriptionColumn, to value: (any DatabaseValueConvertible)?, _ row: Int64
    ) throws {
        // The value counts as set by the owner from now on, even if the files have the same value.
        try database.cachedStatement(
            sql: "UPDATE asset SET ownersProperties = ownersProperties | \(column.ownersBit) WHERE id = ?"
        ).execute(arguments: [row])
        try update("\(column) = ?3", nil, row, where: "\(column) IS NOT ?3", [value])
    }

    /// - Parameters:
    ///   - columns: The assignments, which use the arguments from the third on.
    ///   - owners: The assignment to the properties that the owner set.
    ///   - condition: The condition under which the assignment changes something.
    private func update(
        _ columns: String, _ owners: String?, _ row: Int64, where condition: String,
        _ values: [(any DatabaseValueConvertible)?] = []
    ) throws {
        let assignments = [columns, owners, "modificationDate = ?2"].compactMap { $0 }.joined(separator: ", ")
        try database.cachedStatement(sql: "UPDATE asset SET \(assignments) WHERE id = ?1 AND (\(condition))")
            .execute(arguments: [row, now.timeIntervalSince1970] + StatementArguments(values))
    }
}
