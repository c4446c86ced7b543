package import Foundation
internal import GRDB
package import PhotoModel
package import SystemPackage

// How a batch becomes durable: `judge` says which files are to be stored, `plan` notes where, the caller renames them
// there, `commit` makes the assets. A crash in between leaves planned files that `abandonedPlacements` names.
extension PhotoCatalog {
    /// What each file is to the library, to the files before it in the batch, and to those judged `earlier`.
    ///
    /// - Parameter asCopies: Whether the library is to keep the bytes itself: what it only references is not enough.
    package func judge(
        _ batch: [AnalysedFile], localIdentifiers: [String], asCopies: Bool, after earlier: inout Judgements
    ) throws -> [Verdict] {
        try read { database in
            var judge = Judge(database, folder, asCopies: asCopies, earlier)
            defer { earlier = judge.judgements }
            return try zip(batch, localIdentifiers).map { try judge.verdict(on: $0, named: $1) }
        }
    }

    /// Whether a stored or planned file already has the path, relative to the library's folder.
    package func hasPath(_ path: FilePath) throws -> Bool {
        try read { try $0.hasPath(path) }
    }

    /// Notes, durably, that these files are about to be renamed into place by `run`.
    ///
    /// - Returns: The paths that another run has taken meanwhile. They are not noted: their files need others.
    package func plan(_ paths: [FilePath], run: String) throws -> Set<FilePath> {
        guard !paths.isEmpty else { return [] }
        return try write { database in
            let refused = try Set(paths.filter(database.hasPath))
            for path in paths where !refused.contains(path) {
                try database.execute(sql: "INSERT INTO placement VALUES (?, ?)", arguments: [path.blob, run])
            }
            return refused
        }
    }

    /// Makes a batch of files, whose bytes are durable where `path` says, part of the library, in one transaction.
    ///
    /// - Parameters:
    ///   - batch: Files to store.
    ///   - seen: Files whose bytes the library already has, to be remembered as read.
    ///   - run: Whose plans for the files that are stored end with this.
    ///   - now: The date the assets are added.
    /// - Returns: What became of each file of `batch`. One that another process stored meanwhile is a duplicate here, and its own
    ///   bytes at `path` are the caller's to remove.
    package func commit(
        _ batch: [Admission], seen: [SeenFile], run: String, now: Date = Date()
    ) throws -> [Verdict] {
        try write { database in
            var judge = Judge(database, folder, asCopies: batch.allSatisfy { !$0.isReference }, Judgements())
            let verdicts = try batch.map { admission in
                let verdict = try judge.verdict(on: admission.file, named: admission.localIdentifier)
                try database.admit(admission, as: verdict, now: now)
                return verdict
            }
            for file in seen { try database.note(file) }
            // The plans of files that another process stored first stay until their copies are removed.
            try database.execute(
                sql: """
                    DELETE FROM placement WHERE run = ? AND EXISTS
                        (SELECT 1 FROM resource WHERE resource.path = placement.path AND NOT isReference)
                    """, arguments: [run])
            return verdicts
        }
    }

    /// The asset that the unchanged file at `path` already belongs to; `nil` if it was never seen or has changed, or if
    /// the library's own file is no longer whole.
    package func assetOfUnchanged(_ path: FilePath, identity: FileIdentity, asCopy: Bool) throws -> String? {
        try read { database in
            let holder = try Holder.fetchOne(
                database,
                """
                JOIN source ON source.resourceID = resource.id
                WHERE source.path = ? AND device = ? AND inode = ? AND size = ? AND modified = ? AND changed = ?
                """, [path.blob] + identity.columns)
            return holder?.assetIfDuplicate(in: folder, asCopy: asCopy)
        }
    }

    /// The asset that has exactly these bytes in a file that is whole.
    package func asset(keeping digest: Digest, asCopy: Bool) throws -> String? {
        try read { database in
            let holder = try Holder.fetchOne(database, "WHERE sha256 = ?", [Data(digest.bytes)])
            return holder?.assetIfDuplicate(in: folder, asCopy: asCopy)
        }
    }

    /// The asset that has exactly these bytes.
    package func asset(withSHA256 digest: Digest) throws -> String? {
        try read { try $0.asset(where: "sha256 = ?", [Data(digest.bytes)]) }
    }

    /// The planned places of a run that has died, and which of them hold no asset's file.
    package func abandonedPlacements(run: String) throws -> [FilePath] {
        try read {
            try Data.fetchAll(
                $0, sql: "SELECT path FROM placement WHERE run = ? AND path NOT IN (SELECT path FROM resource)",
                arguments: [run]
            ).compactMap(FilePath.init(blob:))
        }
    }

    /// Writes the plans of a run again, durably: what an earlier commit left undecided is decided after this.
    package func settlePlacements(run: String) throws {
        try write { try $0.execute(sql: "UPDATE placement SET run = run WHERE run = ?", arguments: [run]) }
    }

    /// Forgets the plans of a run whose files have been cleared away.
    package func forgetPlacements(run: String) throws {
        try write { try $0.execute(sql: "DELETE FROM placement WHERE run = ?", arguments: [run]) }
    }

    /// Forgets the plan for one file, which has to go elsewhere.
    package func forgetPlacement(_ path: FilePath) throws {
        try write { try $0.execute(sql: "DELETE FROM placement WHERE path = ?", arguments: [path.blob]) }
    }
}

/// Judges files one after the other, remembering those that the database does not have yet.
private struct Judge {
    private let database: Database
    private let folder: FilePath
    private let asCopies: Bool
    private(set) var judgements: Judgements

    init(_ database: Database, _ folder: FilePath, asCopies: Bool, _ earlier: Judgements) {
        self.database = database
        self.folder = folder
        self.asCopies = asCopies
        judgements = earlier
    }

    mutating func verdict(on file: AnalysedFile, named localIdentifier: String) throws -> Verdict {
        if let known = judgements.bytes[file.sha256] { return .duplicate(of: known) }
        if let holder = try Holder.fetchOne(database, "WHERE sha256 = ?", [Data(file.sha256.bytes)]) {
            judgements.bytes[file.sha256] = holder.asset
            return holder.verdict(in: folder, asCopy: asCopies)
        }
        var verdict = Verdict.new
        if let digest = file.imageDataDigest {
            if let known = try judgements.imageData[digest]
                ?? database.asset(where: "imageDataDigest = ?", [Data(digest.bytes)])
            {
                verdict = .alternate(of: known)
            } else {
                judgements.imageData[digest] = localIdentifier
            }
        }
        judgements.bytes[file.sha256] = if case .alternate(let known) = verdict { known } else { localIdentifier }
        return verdict
    }
}

/// The resource that has some bytes, and what it takes to see whether it still has them.
private struct Holder {
    let asset: String
    let kind: AssetResource.Kind
    private let isReference: Bool
    private let path: Data
    private let bytes: Int

    static func fetchOne(_ database: Database, _ condition: String, _ arguments: StatementArguments) throws -> Holder? {
        let statement = try database.cachedStatement(
            sql: """
                SELECT localIdentifier, kind, isReference, resource.path, bytes
                FROM resource JOIN asset ON asset.id = resource.assetID \(condition)
                """)
        return try Row.fetchOne(statement, arguments: arguments).map(Holder.init)
    }

    private init(row: Row) {
        asset = row[0]
        kind = AssetResource.Kind(rawValue: row[1]) ?? .original
        isReference = row[2]
        path = row[3]
        bytes = row[4]
    }

    /// What a file with the same bytes is to the library.
    ///
    /// Looks at the holder's file, but does not read it.
    func verdict(in folder: FilePath, asCopy: Bool) -> Verdict {
        guard let path = FilePath(blob: path) else { return .duplicate(of: asset) }
        if isReference, asCopy { return .relocated(of: asset, as: kind) }
        let whole = folder.pushing(path)
        var status = stat()
        if stat(whole.platform, &status) == 0, Int(status.st_size) == bytes { return .duplicate(of: asset) }
        if !isReference { return asCopy ? .restored(of: asset, at: path) : .duplicate(of: asset) }
        // Its folder is there, so its disk is too: the file was moved.
        let wasMoved = access(whole.platform, F_OK) != 0 && access(whole.removingLastComponent().platform, F_OK) == 0
        return wasMoved ? .relocated(of: asset, as: kind) : .duplicate(of: asset)
    }

    /// The asset, if the file with the same bytes needs nothing done.
    func assetIfDuplicate(in folder: FilePath, asCopy: Bool) -> String? {
        verdict(in: folder, asCopy: asCopy).isStored ? nil : asset
    }
}

extension Database {
    fileprivate func hasPath(_ path: FilePath) throws -> Bool {
        try Bool.fetchOne(
            cachedStatement(
                sql: """
                    SELECT EXISTS (SELECT 1 FROM resource WHERE path = ?1 AND NOT isReference)
                        OR EXISTS (SELECT 1 FROM placement WHERE path = ?1)
                    """), arguments: [path.blob]) ?? false
    }

    /// The first asset that has a resource for which the condition holds.
    fileprivate func asset(where condition: String, _ arguments: StatementArguments) throws -> String? {
        try String.fetchOne(
            cachedStatement(
                sql: """
                    SELECT localIdentifier FROM resource JOIN asset ON asset.id = resource.assetID
                    WHERE \(condition) ORDER BY resource.id LIMIT 1
                    """), arguments: arguments)
    }

    fileprivate func admit(_ admission: Admission, as verdict: Verdict, now: Date) throws {
        let file = admission.file
        switch verdict {
        case .new:
            try insertResource(.original, of: admission, assetID: try insertAsset(of: admission, now: now))
            try insertChange("insert", admission.localIdentifier, now: now)
        case .alternate(let known):
            let assetID = try Int64.fetchOne(
                cachedStatement(sql: "SELECT id FROM asset WHERE localIdentifier = ?"), arguments: [known])
            guard let assetID else { return }
            try insertResource(.alternate, of: admission, assetID: assetID)
            try complete(assetID, with: file.metadata)
            try insertChange("update", known, now: now)
        case .relocated:
            try cachedStatement(sql: "UPDATE resource SET path = ?, isReference = ? WHERE sha256 = ?")
                .execute(arguments: [admission.path.blob, admission.isReference, Data(file.sha256.bytes)])
        case .duplicate, .restored:
            break
        }
        try note(SeenFile(path: file.source, identity: file.identity, sha256: file.sha256))
    }

    fileprivate func note(_ file: SeenFile) throws {
        try cachedStatement(
            sql: """
                INSERT OR REPLACE INTO source (path, device, inode, size, modified, changed, resourceID)
                SELECT ?, ?, ?, ?, ?, ?, id FROM resource WHERE sha256 = ?
                """
        ).execute(arguments: [file.path.blob] + file.identity.columns + [Data(file.sha256.bytes)])
    }

    private func insertAsset(of admission: Admission, now: Date) throws -> Int64 {
        let file = admission.file
        let metadata = file.metadata
        let mediaType: Asset.MediaType =
            switch file.format {
            case .video: .video
            case .unknown: .unknown
            default: .image
            }
        try cachedStatement(
            sql: """
                INSERT INTO asset (localIdentifier, mediaType, width, height, captureDate, addedDate, modificationDate,
                    condition, make, model, lens, bodySerial, imageUniqueID, latitude, longitude, altitude)
                VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
                """
        ).execute(arguments: [
            admission.localIdentifier, mediaType.rawValue, file.size?.width, file.size?.height,
            metadata.captureTime?.description, now.timeIntervalSince1970, now.timeIntervalSince1970,
            file.condition.rawValue, metadata.make, metadata.model, metadata.lens, metadata.bodySerial,
            metadata.imageUniqueID, metadata.location?.latitude, metadata.location?.longitude,
            metadata.location?.altitude,
        ])
        let assetID = lastInsertedRowID
        if let signature = file.signature {
            try cachedStatement(sql: "INSERT INTO signature VALUES (?, ?, ?, ?, ?, ?)").execute(arguments: [
                assetID, signature.version, Data(signature.hash.bytes), signature.quality, signature.size.width,
                signature.size.height,
            ])
            try cachedStatement(sql: "INSERT INTO thumbnail VALUES (?, ?)")
                .execute(arguments: [assetID, Data(signature.thumbnail)])
        }
        return assetID
    }

    /// Takes from an alternate what the asset's own file does not state: a stripped copy may have come first.
    private func complete(_ assetID: Int64, with metadata: ImageMetadata) throws {
        try cachedStatement(
            sql: """
                UPDATE asset SET captureDate = COALESCE(captureDate, ?), make = COALESCE(make, ?),
                    model = COALESCE(model, ?), lens = COALESCE(lens, ?), bodySerial = COALESCE(bodySerial, ?),
                    imageUniqueID = COALESCE(imageUniqueID, ?),
                    altitude = IIF(latitude IS NULL, ?, altitude), longitude = IIF(latitude IS NULL, ?, longitude),
                    latitude = COALESCE(latitude, ?)
                WHERE id = ?
                """
        ).execute(arguments: [
            metadata.captureTime?.description, metadata.make, metadata.model, metadata.lens, metadata.bodySerial,
            metadata.imageUniqueID, metadata.location?.altitude, metadata.location?.longitude,
            metadata.location?.latitude, assetID,
        ])
    }

    private func insertResource(_ kind: AssetResource.Kind, of admission: Admission, assetID: Int64) throws {
        let file = admission.file
        let profile: Data? = if case .embedded(let digest) = file.colorProfile { Data(digest.bytes) } else { nil }
        try cachedStatement(
            sql: """
                INSERT INTO resource (assetID, kind, isReference, path, originalFilename, bytes, sha256,
                    imageDataDigest, format, orientation, colorProfile)
                VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
                """
        ).execute(arguments: [
            assetID, kind.rawValue, admission.isReference, admission.path.blob,
            file.source.lastComponent.map { FilePath(root: nil, [$0]).blob }, file.bytes, Data(file.sha256.bytes),
            file.imageDataDigest.map { Data($0.bytes) }, file.format.rawValue, file.metadata.orientation.rawValue,
            profile,
        ])
    }

    private func insertChange(_ kind: String, _ localIdentifier: String, now: Date) throws {
        try cachedStatement(sql: "INSERT INTO change (date, object, kind, localIdentifier) VALUES (?, 'asset', ?, ?)")
            .execute(arguments: [now.timeIntervalSince1970, kind, localIdentifier])
    }
}
