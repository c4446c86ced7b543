internal import Foundation
internal import GRDB
package import PhotoModel

/// Something that follows from the photos themselves: it may be made again at any time, and is no change of the library.
package enum DerivedChange: Sendable {
    /// Signatures that replace those of assets; an asset without one loses its own.
    case signatures([(assetID: Int64, signature: ContentSignature?)])
    /// What was found around signatures; noted on both sides of each pair.
    case similarPictures([(signatureID: Int64, found: SimilarPictures)])
    /// Which assets kept cloud identifiers mean now; `nil` if none.
    case answers([(identifier: String, localIdentifier: String?, isProven: Bool)])
    /// The history begins after what it tells: that was a catalogue being made, and no change of the library.
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
