internal import Foundation
internal import GRDB
internal import PhotoModel

// Translates a query to SQL. The database filters and sorts completely: the result needs no further processing.
extension AssetQuery {
    /// `SELECT` of the query's assets in their order; `columns` are of `asset`.
    ///
    /// - Parameter lookUps: The conditions by which assets are looked up, see ``lookUps(_:)``. They do not change the
    ///   result.
    func select(_ columns: SQL, by lookUps: AssetLookUps) throws -> SQL {
        let order = order(isWalked: lookUps.walksOriginals).joined(separator: ", ")
        let source = source(isWalked: lookUps.walksOriginals, isLimited: lookUps.isLimited)
        return """
            SELECT \(columns) FROM \(source) WHERE \(try condition(lookUps.filters))
            ORDER BY \(order) \(bounds)
            """
    }

    /// `SELECT` of the number of assets of the query, which must be ``unsorted``.
    func selectCount(by lookUps: AssetLookUps) throws -> SQL {
        let source = source(isWalked: false, isLimited: lookUps.isLimited)
        let condition = try condition(lookUps.filters)
        guard limit != nil || offset > 0 else { return "SELECT COUNT(*) FROM \(source) WHERE \(condition)" }
        return "SELECT COUNT(*) FROM (SELECT 1 FROM \(source) WHERE \(condition) \(bounds))"
    }

    /// The query without sort keys, because the order does not change a count.
    var unsorted: AssetQuery {
        var query = self
        query.sort = []
        return query
    }

    /// The album whose order the query uses.
    var orderingAlbum: String? { sort.isEmpty ? album : nil }

    /// The filters that must all hold.
    var conjuncts: [AssetFilter] {
        let ofAlbum = orderingAlbum == nil ? album.map { [AssetFilter.album($0)] } : nil
        return filter.conjuncts + (ofAlbum ?? [])
    }

    /// CROSS JOIN forces SQLite to walk the first table in the order of its index.
    private func source(isWalked: Bool, isLimited: Bool) -> SQL {
        if orderingAlbum != nil { return "albumAsset CROSS JOIN asset ON asset.id = albumAsset.assetID" }
        guard sort.contains(where: \.isOfOriginal) else { return "asset" }
        return walksOriginals && isWalked
            ? "resource AS original CROSS JOIN asset ON asset.id = original.assetID AND original.kind = 0"
            : """
            asset \(sql: isLimited ? "CROSS" : "") JOIN resource AS original
                ON original.assetID = asset.id AND original.kind = 0
            """
    }

    private var walksOriginals: Bool { sort.first?.isOfOriginal ?? false }

    private func condition(_ lookUps: [AssetFilter]) throws -> SQL {
        var conditions: [SQL] =
            switch scope {
            case .library: ["asset.deletedDate IS NULL"]
            case .recentlyDeleted: ["asset.deletedDate IS NOT NULL"]
            case .everything: []
            }
        if !includesHidden { conditions.append("asset.isHidden = 0") }
        if !includesAllBurstAssets { conditions.append(Self.standsAlone) }
        if let orderingAlbum {
            conditions.append(
                "albumAsset.albumID = \(Self.row(ofAlbum: orderingAlbum))")
        }
        if let first = division?.first {
            let number = first.number(orElse: 0)
            conditions.append("(asset.captureDate > \(first.time.description) OR asset.id >= \(number))")
        }
        if let last = division?.last {
            let number = last.number(orElse: .max)
            conditions.append("(asset.captureDate < \(last.time.description) OR asset.id <= \(number))")
        }
        let indexed = indexed
        conditions += try conjuncts.map { filter in
            if lookUps.contains(filter) { return try filter.lookUpSQL }
            return try indexed.contains(filter) ? filter.walkedSQL : filter.sql
        }
        return conditions.allHold
    }

    private func order(isWalked: Bool) -> [SQL] {
        if orderingAlbum != nil { return ["albumAsset.rank", "albumAsset.assetID"] }
        let sort = sort.isEmpty ? [AssetSort(.captureDate)] : sort
        // Rows of equal keys are in the order of their numbers, as in the index, in the same direction.
        let number: SQL = walksOriginals && isWalked ? "original.assetID" : "asset.id"
        return sort.map(\.sql) + [sort.last?.isAscending == false ? "\(number) DESC" : number]
    }

    /// The row of an album that is not deleted.
    static func row(ofAlbum localIdentifier: String) -> SQL {
        "(SELECT id FROM album WHERE localIdentifier = \(localIdentifier) AND deletedDate IS NULL)"
    }

    private var bounds: SQL { "LIMIT \(limit.map { max(0, $0) } ?? -1) OFFSET \(max(0, offset))" }

    /// A condition that no other frame of its burst represents the asset.
    ///
    /// Deleted frames are not represented by another frame.
    private static let standsAlone: SQL =
        "(asset.burstIdentifier IS NULL OR asset.deletedDate IS NOT NULL OR asset.id = \(representative))"

    /// The frame that represents the burst of `asset`, given by `burstIdentifier` and `isHidden`; see
    /// ``Asset/representsBurst``.
    ///
    /// It is the first favourite, otherwise a frame that was picked, otherwise the first frame. The indexes have them
    /// in order, so that the frames need no sorting.
    static let representative: SQL =
        "COALESCE(\(firstFrame(isFavorite: 1)), \(pickedFrame), \(firstFrame(isFavorite: 0)))"

    private static let pickedFrame: SQL = """
        (SELECT frame.id FROM pickedFrame CROSS JOIN asset AS frame ON frame.id = pickedFrame.assetID
            WHERE pickedFrame.burstIdentifier = asset.burstIdentifier
                AND frame.burstIdentifier = asset.burstIdentifier AND frame.isHidden = asset.isHidden
                AND frame.deletedDate IS NULL
            ORDER BY pickedFrame.pick DESC, pickedFrame.assetID LIMIT 1)
        """

    private static func firstFrame(isFavorite: Int) -> SQL {
        """
        (SELECT frame.id FROM asset AS frame
            WHERE frame.burstIdentifier = asset.burstIdentifier AND frame.isHidden = asset.isHidden
                AND frame.isFavorite = \(sql: "\(isFavorite)") AND frame.deletedDate IS NULL
            ORDER BY frame.captureDate ASC NULLS LAST, frame.id LIMIT 1)
        """
    }

    /// Whether `asset` represents its burst, 0 or 1.
    static let representsBurst: SQL = "IFNULL(asset.id = \(representative), 0)"

    /// The condition for assets that a fetch of an album finds.
    static func isVisible(includingAllBurstAssets: Bool = false) -> SQL {
        let isShown: SQL = "asset.deletedDate IS NULL AND asset.isHidden = 0"
        return includingAllBurstAssets ? isShown : "\(isShown) AND \(standsAlone)"
    }
}

extension AssetSort {
    /// Whether it is a property of the file, not of the asset.
    fileprivate var isOfOriginal: Bool { key == .filename || key == .size }

    fileprivate var sql: SQL {
        let column: SQL =
            switch key {
            case .filename: "original.originalFilename"
            case .size: "original.bytes"
            case .mediaType: "CASE asset.mediaType WHEN 'image' THEN 1 WHEN 'video' THEN 2 ELSE 0 END"
            case .captureDate, .captureInstant, .addedDate, .modificationDate, .deletedDate, .duration, .width,
                .height, .isFavorite, .localIdentifier:
                "asset.\(sql: key.rawValue)"
            }
        return isAscending ? "\(column) ASC NULLS LAST" : "\(column) DESC"
    }
}

extension AssetFilter {
    /// The filters that must all hold: SQLite uses indexes only for conditions at the top level.
    fileprivate var conjuncts: [AssetFilter] {
        switch self {
        case .all: []
        case .and(let filters): filters.flatMap(\.conjuncts)
        default: [self]
        }
    }

    /// A condition on `asset`; NULL counts as false.
    var sql: SQL {
        get throws {
            switch self {
            case .all: "1"
            // Literals instead of arguments where a partial index must match.
            case .mediaType(let type): "asset.mediaType = \(sql: "'\(type.rawValue)'")"
            case .subtypes(let subtypes): Self.subtypes(subtypes)
            case .hasFormat(let format): Self.hasFormat(format)
            case .isFavorite: "asset.isFavorite = 1"
            case .isHidden: "asset.isHidden = 1"
            case .captured(let from, let before): Self.range("asset.captureDate", from: from, before: before)
            case .capturedWithin(let first, let last):
                "asset.captureDate BETWEEN \(first.description) AND \(last.description)"
            case .created(let from, let before): Self.created(from, before)
            case .added(let from, let before):
                Self.range("asset.addedDate", from: from?.timeIntervalSince1970, before: before?.timeIntervalSince1970)
            case .modified(let from, let before):
                Self.range(
                    "asset.modificationDate", from: from?.timeIntervalSince1970, before: before?.timeIntervalSince1970)
            case .duration(let range): "asset.duration BETWEEN \(range.lowerBound) AND \(range.upperBound)"
            case .width(let range): "asset.width BETWEEN \(range.lowerBound) AND \(range.upperBound)"
            case .height(let range): "asset.height BETWEEN \(range.lowerBound) AND \(range.upperBound)"
            case .hasLocation: "asset.latitude IS NOT NULL AND asset.longitude IS NOT NULL"
            case .near(let center, let metres): Self.near(center, metres)
            case .isInBurst: "asset.burstIdentifier IS NOT NULL"
            case .burst(let identifier): "asset.burstIdentifier = \(identifier)"
            case .album(let identifier):
                """
                asset.id IN (SELECT assetID FROM albumAsset WHERE albumID = \(AssetQuery.row(ofAlbum: identifier)))
                """
            case .search(let text): Self.search(text)
            case .localIdentifiers(let identifiers):
                "asset.localIdentifier IN (SELECT value FROM json_each(\(try identifiers.json)))"
            case .hasAdjustments:
                """
                EXISTS (SELECT 1 FROM resource WHERE resource.assetID = asset.id AND kind = 7)
                    AND EXISTS (SELECT 1 FROM resource WHERE resource.assetID = asset.id AND kind = 5)
                """
            case .rating(let range): Self.rating(range)
            case .condition(let conditions): Self.condition(conditions)
            case .and(let filters): try filters.map { try $0.sql }.allHold
            case .or(let filters): try filters.map { try $0.sql }.oneHolds
            case .not(let filter): "(\(try filter.sql)) IS NOT TRUE"
            }
        }
    }

    private static func range(_ column: SQL, from: (some SQLExpressible)?, before: (some SQLExpressible)?) -> SQL {
        let bounds = [from.map { "\(column) >= \($0)" as SQL }, before.map { "\(column) < \($0)" }].compactMap { $0 }
        return bounds.isEmpty ? "1" : bounds.joined(separator: " AND ")
    }

    /// The local time is compared as text, with the index; the instant only where a time zone offset could change the
    /// result.
    private static func created(_ from: Date?, _ before: Date?) -> SQL {
        func wall(_ date: Date, hours: Double) -> String {
            let years = -62_135_596_800.0...253_402_300_799
            let seconds = (date.timeIntervalSince1970 + hours * 3600).rounded()
            let time = CaptureTime(
                utcSeconds: Int(years.contains(seconds) ? seconds : seconds > 0 ? years.upperBound : years.lowerBound))
            return String(time?.description.prefix(19) ?? "")
        }
        var conditions: [SQL] = ["asset.captureDate IS NOT NULL"]
        if let from {
            conditions.append(
                """
                asset.captureDate >= \(wall(from, hours: -24)) AND (asset.captureDate > \(wall(from, hours: 24))
                    OR captureInstant(asset.captureDate) >= \(from.timeIntervalSince1970))
                """)
        }
        if let before {
            conditions.append(
                """
                asset.captureDate <= \(wall(before, hours: 24)) AND (asset.captureDate < \(wall(before, hours: -24))
                    OR captureInstant(asset.captureDate) < \(before.timeIntervalSince1970))
                """)
        }
        return conditions.joined(separator: " AND ")
    }

    private static func subtypes(_ subtypes: MediaSubtypes) -> SQL {
        let condition: SQL = "asset.subtypes & \(subtypes.rawValue) <> 0"
        // Repeats the condition of the partial index of these subtypes, so that SQLite uses it.
        return MediaSubtypes.rare.isSuperset(of: subtypes)
            ? "asset.subtypes & \(sql: "\(MediaSubtypes.rare.rawValue)") <> 0 AND \(condition)" : condition
    }

    /// Assets with an original or an alternate photo in this format.
    ///
    /// The files of each asset are looked for, so that an app's query reads only what the owner selected for it.
    private static func hasFormat(_ format: ImageFormat) -> SQL {
        let kinds = [AssetResource.Kind.original, .alternatePhoto].map(\.rawValue)
        return """
            EXISTS (SELECT 1 FROM resource WHERE assetID = asset.id AND kind IN \(kinds) AND format = \(format.rawValue))
            """
    }

    private static func condition(_ conditions: Set<PictureCondition>) -> SQL {
        let condition: SQL = "asset.condition IN \(conditions.map(\.rawValue))"
        return conditions.contains(.ok) ? condition : "asset.condition <> 'ok' AND \(condition)"
    }

    private static func rating(_ range: ClosedRange<Int>) -> SQL {
        let bounds: SQL = "BETWEEN \(range.lowerBound) AND \(range.upperBound)"
        return range.contains(0) ? "IFNULL(asset.rating, 0) \(bounds)" : "asset.rating <> 0 AND asset.rating \(bounds)"
    }

    private static func near(_ center: ImageMetadata.Location, _ metres: Double) -> SQL {
        let box = GeographicBox(around: center, metres: metres)
        var conditions: [SQL] = [
            "asset.latitude BETWEEN \(box.latitudes.lowerBound) AND \(box.latitudes.upperBound)"
        ]
        if let longitudes = box.longitudes {
            conditions.append("asset.longitude BETWEEN \(longitudes.lowerBound) AND \(longitudes.upperBound)")
        }
        conditions.append(
            """
            metresBetween(asset.latitude, asset.longitude, \(center.latitude), \(center.longitude)) <= \(metres)
            """)
        return conditions.joined(separator: " AND ")
    }

    /// `instr`, because a name is a BLOB and a search text may contain % and _.
    private static func search(_ text: String) -> SQL {
        let folded = Data(FoldedText(text.utf8.prefix { $0 != 0 }).bytes)
        func isHeld(by columns: [SQL]) -> SQL {
            guard text.utf8.allSatisfy({ $0 < 0x80 }) else {
                return "isInFolded(\(folded), \(columns.joined(separator: ", ")))"
            }
            let sought = text.replacing("_", with: " ")
            return columns.map { "instr(replace(lower(IFNULL(\($0), '')), '_', ' '), lower(\(sought))) > 0" }
                .joined(separator: " OR ")
        }
        let columns: [SQL] = [
            "asset.make", "asset.model", "asset.lens", "asset.title", "asset.caption", "asset.keywords",
        ]
        return """
            (\(isHeld(by: columns)) OR EXISTS (SELECT 1 FROM resource AS named
                WHERE named.assetID = asset.id AND named.kind IN (0, 1, 4)
                    AND (\(isHeld(by: ["named.originalFilename"])))))
            """
    }
}

extension MediaSubtypes {
    /// The subtypes of the index `asset_rareKind`.
    fileprivate static let rare: MediaSubtypes = [
        .photoPanorama, .photoScreenshot, .videoHighFrameRate, .videoTimelapse, .videoCinematic,
    ]
}

extension DatabaseFunction {
    /// `metresBetween(latitude, longitude, latitude, longitude)`; NULL if one of them is NULL.
    static let metresBetween = DatabaseFunction("metresBetween", argumentCount: 4, pure: true) { values in
        let numbers = values.compactMap { Double.fromDatabaseValue($0) }
        guard numbers.count == 4, let here = ImageMetadata.Location(latitude: numbers[0], longitude: numbers[1]),
            let there = ImageMetadata.Location(latitude: numbers[2], longitude: numbers[3])
        else { return nil }
        return here.metres(to: there)
    }
}

extension DatabaseFunction {
    /// `captureInstant(captureDate)`: seconds since 1970; NULL for an invalid date.
    static let captureInstant = DatabaseFunction("captureInstant", argumentCount: 1) { values in
        String.fromDatabaseValue(values[0]).flatMap(CaptureTime.init)?.date(in: .current).timeIntervalSince1970
    }
}

extension Sequence where Element: Encodable {
    /// A JSON array for `json_each`: one argument for any number of values.
    var json: String {
        get throws { String(decoding: try JSONEncoder().encode(Array(self)), as: UTF8.self) }
    }
}

extension CaptureDivision.Bound {
    /// The number of the asset.
    ///
    /// If the asset no longer exists, the range has all assets of its capture time.
    fileprivate func number(orElse other: Int64) -> SQL {
        "coalesce((SELECT id FROM asset WHERE localIdentifier = \(localIdentifier)), \(other))"
    }
}
