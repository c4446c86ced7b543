internal import Foundation
internal import GRDB
package import PhotoModel

/// Data derived from the photos: it can be computed again at any time, and is not a change of the library.
package enum DerivedChange: Sendable {
    /// Signatures that replace those of assets; `nil` removes the signature of an asset.
    case signatures([(assetID: Int64, signature: ContentSignature?)])
    /// The pictures similar to signatures; recorded for both sides of each pair.
    case similarPictures([(signatureID: Int64, found: SimilarPictures)])
    /// The assets that stored cloud identifiers mean now; `nil` for a pending identifier.
    case answers([(identifier: String, localIdentifier: String?, isProven: Bool)])
    /// Removes the history so far, because it recorded the making of a catalogue and no change of the library.
    case historyBeginning
}

extension Database {
    func record(_ change: DerivedChange, now: Date) throws {
        switch change {
        case .signatures(let signatures):
            for (assetID, signature) in signatures { try replaceSignature(of: assetID, with: signature) }
        case .similarPictures(let found):
            for (signatureID, pictures) in found { try insert(pictures, around: signatureID) }
        case .answers(let answers):
            for (identifier, localIdentifier, isProven) in answers {
                try setAnswer(localIdentifier, isProven: isProven, to: identifier, now: now)
            }
        case .historyBeginning: try forgetHistory()
        }
    }
}
