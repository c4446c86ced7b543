internal import Foundation
internal import GRDB
package import PhotoModel
package import SystemPackage

/// Something that follows from the photos themselves: it may be made again at any time, and is no change of the library.
package enum DerivedChange: Sendable {
    /// Signatures that replace those of assets; an asset without one loses its own.
    case signatures([(assetID: Int64, signature: ContentSignature?)])
    /// What was found around signatures; noted on both sides of each pair.
    case similarPictures([(signatureID: Int64, found: SimilarPictures)])
    /// Which assets kept cloud identifiers mean now; `nil` if none.
    case answers([(identifier: String, localIdentifier: String?, isProven: Bool)])
    /// Files that `run` is about to rename into the library's folders, and a planned path that it gives up. Gives the paths
    /// that are taken, which are not noted.
    case plannedFiles([FilePath], insteadOf: FilePath?, run: String)
    /// A run ended, or died. Gives its planned files that are no asset's.
    case settledPlans(run: String)
    /// The files of a run have been cleared away.
    case forgottenPlans(run: String)
    /// What a check of every byte found of the library's own files at these paths, relative to its folder.
    case checkedFiles(damaged: [FilePath], sound: [FilePath])
    /// An older copy of the catalogue becomes the catalogue.
    case restoredCopy
    /// The history begins after what it tells: that was a catalogue being made, and no change of the library.
    case historyBeginning
}

extension Database {
    /// - Returns: The paths that the change gives; none for most.
    func record(_ change: DerivedChange, now: Date) throws -> [FilePath] {
        switch change {
        case .plannedFiles(let paths, let refused, let run): return try plan(paths, insteadOf: refused, run: run)
        case .settledPlans(let run): return try settlePlans(of: run)
        case .forgottenPlans(let run): try execute(sql: "DELETE FROM placement WHERE run = ?", arguments: [run])
        case .signatures(let signatures):
            for (assetID, signature) in signatures { try replaceSignature(of: assetID, with: signature) }
        case .similarPictures(let found):
            for (signatureID, pictures) in found { try insert(pictures, around: signatureID) }
        case .answers(let answers):
            for (identifier, localIdentifier, isProven) in answers {
                try setAnswer(localIdentifier, isProven: isProven, to: identifier, now: now)
            }
        case .checkedFiles(let damaged, let sound):
            try insertDamage(at: damaged, now: now)
            for path in sound { try deleteDamage(at: path) }
        case .restoredCopy: try becomeCatalog()
        case .historyBeginning: try forgetHistory()
        }
        return []
    }
}
