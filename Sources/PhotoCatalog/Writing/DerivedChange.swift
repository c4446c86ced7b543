internal import Foundation
internal import GRDB
package import PhotoModel
package import SystemPackage

/// Data derived from the photos.
///
/// They are not a change of the library. Most of them can be computed again from the photos; the record of planned
/// files cannot.
package enum DerivedChange: Sendable {
    /// Signatures that replace those of pictures.
    case signatures([PictureSignature])
    /// Pictures that an earlier build stored without decoding them, as they are decoded now.
    ///
    /// The size and the condition of their assets may change, so the history records this.
    case renewedPictures([RenewedPicture])
    /// This build has tried to decode all ``PhotoCatalog/unsignedPictures()``.
    case examinedPictures
    /// The pictures similar to signatures; recorded for both sides of each pair.
    case similarPictures([(signatureID: Int64, found: SimilarPictures)])
    /// The pairs of similar pictures that were compared in finer cells.
    case finePairs([FinePair])
    /// The assets that stored cloud identifiers mean now; `nil` for a pending identifier.
    case answers([(identifier: String, localIdentifier: String?, isProven: Bool)])
    /// Files that `run` is about to move into the library's folders, and a planned path that it releases.
    ///
    /// Records no path that is in use, and returns these paths.
    case plannedFiles([FilePath], insteadOf: FilePath?, run: String)
    /// A run ended or was interrupted. Returns its planned files that belong to no asset.
    case settledPlans(run: String)
    /// The files of a run have been removed.
    case forgottenPlans(run: String)
    /// The files that a check of every byte found damaged or sound. Paths in the library are relative to its folder.
    case checkedFiles(damaged: [FileOfAsset], sound: [FileOfAsset])
    /// What is known of stores, and where originals are. See ``StoreChange`` for the errors.
    case store(StoreChange)
    /// The log outside of the catalogue takes over what persons set.
    case registers(RegisterChange)
    /// The database is an older copy of the catalogue, and becomes the catalogue.
    case restoredCopy
    /// Removes the history so far, because it recorded how a catalogue was made and not a change of the library.
    case historyBeginning
}

/// The signature of the picture in a file; `nil` if the picture has none.
package struct PictureSignature: Sendable {
    package let resourceID: Int64
    package let picture: SignedPicture
    package let signature: ContentSignature?

    package init(resourceID: Int64, _ picture: SignedPicture = .original, signature: ContentSignature?) {
        self.resourceID = resourceID
        self.picture = picture
        self.signature = signature
    }
}

/// A picture that is decoded now.
package struct RenewedPicture: Sendable {
    package let picture: UnsignedPicture
    package let file: AnalysedFile

    package init(_ picture: UnsignedPicture, _ file: AnalysedFile) {
        self.picture = picture
        self.file = file
    }
}

extension Database {
    /// - Returns: The paths that the change gives; none for most.
    func record(_ change: DerivedChange, now: Date) throws -> [FilePath] {
        switch change {
        case .plannedFiles(let paths, let refused, let run): return try plan(paths, insteadOf: refused, run: run)
        case .settledPlans(let run): return try settlePlans(of: run)
        case .forgottenPlans(let run): try execute(sql: "DELETE FROM placement WHERE run = ?", arguments: [run])
        case .signatures(let signatures):
            for new in signatures {
                try replaceSignature(of: new.picture, resourceID: new.resourceID, with: new.signature)
            }
        case .renewedPictures(let pictures): for picture in pictures { try update(picture, now: now) }
        case .examinedPictures: try noteExaminedPictures()
        case .similarPictures(let found):
            for (signatureID, pictures) in found { try insert(pictures, around: signatureID) }
        case .finePairs(let pairs): for pair in pairs { try update(pair) }
        case .answers(let answers):
            for (identifier, localIdentifier, isProven) in answers {
                try setAnswer(localIdentifier, isProven: isProven, to: identifier, now: now)
            }
        case .checkedFiles(let damaged, let sound):
            for file in damaged { try insertDamage(of: file) }
            for file in sound { try deleteDamage(of: file) }
        case .store(let change): return try record(change, now: now)
        case .registers(let change): try record(change)
        case .restoredCopy: try becomeCatalog()
        case .historyBeginning: try forgetHistory()
        }
        return []
    }
}
