internal import PerceptualHashing
internal import PhotoCatalog
internal import PhotoModel

/// A candidate with the evidence of its picture and metadata.
struct ComparedAsset {
    let localIdentifier: String
    /// The picture of the asset that is compared.
    let picture: SignedPicture
    /// The SHA-256 of the file that has the picture; `nil` in tests.
    let file: Digest?
    /// The content by which the user's decisions about it are stored.
    let content: [UInt8]
    /// The number of bits in which the hashes differ.
    let distance: Int
    /// The best comparison over the four rotations and the renderings; `nil` if there was no picture to compare with.
    private(set) var comparison: PairComparison?
    /// The number of quarter turns of the query picture in that comparison.
    let quarterTurns: Int
    /// The renderings of the query picture and of the asset's picture in that comparison.
    let renderings: (mine: ContentSignature.Rendering, theirs: ContentSignature.Rendering)
    /// The size of the asset's displayed picture; `nil` in tests.
    let size: PixelSize?
    let isDamaged: Bool
    /// Whether one of the pictures is too flat.
    let isFlat: Bool
    /// Whether only one of the pictures has colours that are converted.
    let mayBeWithoutProfile: Bool
    /// Whether the pictures differ in finer cells more than copies do, pass in 64×64 cells only, or show something else
    /// at their own resolution.
    private(set) var differsInDetail = false
    /// Whether the pictures do not differ in any of the finer cells, as those of two files with the same pixels.
    private(set) var isIdentical = false
    /// Whether the asset's picture is mostly text or drawing, and was compared in cells only.
    private(set) var isUnreadText: Bool
    /// Whether the capture time or the unique id is the same, and neither differs.
    let metadataAgrees: Bool
    /// Whether the capture time or the unique id differs.
    let metadataDiffers: Bool
    /// Whether both sides state the same capture time down to a fraction of a second.
    ///
    /// A fraction of 0 counts as missing, because many cameras always write 0.
    let captureInstantAgrees: Bool
    /// Whether the capture times differ by more than their fractions, or the unique ids do.
    let captureSecondDiffers: Bool
    /// Whether both displayed pictures have the same shape.
    let shapeAgrees: Bool

    init(
        _ asset: SignedAsset, with query: CloudIdentifier.Evidence, _ picture: TurnedPicture, distance: Int
    ) throws {
        localIdentifier = asset.localIdentifier
        self.picture = asset.picture
        file = asset.file
        content = asset.content
        self.distance = distance
        size = asset.signature.size
        isDamaged = asset.condition == .damaged
        let best = picture.compare(with: asset.signature)
        comparison = best?.pair
        mayBeWithoutProfile = query.signature.map { $0.mayBeWithoutProfile(of: asset.signature) } ?? false
        isFlat = min(asset.signature.quality, query.signature?.quality ?? 0) < ContentSignature.flatQuality
        isUnreadText = asset.signature.isMostlyTextOrDrawing
        quarterTurns = best?.quarterTurns ?? 0
        renderings = best?.renderings ?? (.converted, .converted)

        let times = query.captureTime.flatMap { time in asset.captureTime.map { (time, $0) } }
        let timesAgree = times.map { $0.agrees(with: $1) }
        let ids = try query.uniqueIDPrefix.flatMap { prefix in
            try asset.imageUniqueID.map { try CloudIdentifier.Evidence.textPrefix($0) == prefix }
        }
        metadataDiffers = timesAgree == false || ids == false
        metadataAgrees = !metadataDiffers && (timesAgree == true || ids == true)
        let fractionsAgree = times.map { ($0.nanosecond ?? 0) != 0 && $0.nanosecond == $1.nanosecond } ?? false
        captureInstantAgrees = timesAgree == true && fractionsAgree
        captureSecondDiffers = ids == false || times.map { !$0.isInSameSecond(as: $1) } ?? false
        shapeAgrees = query.signature.map { $0.size.hasShape(of: asset.signature.size) } ?? false
    }

    /// A candidate with these values.
    init(
        localIdentifier: String, picture: SignedPicture = .original, distance: Int, verification: Verification?,
        quarterTurns: Int = 0, rendering: ContentSignature.Rendering = .converted,
        isDamaged: Bool = false, doubt: Verification.Doubt? = nil, isUnreadText: Bool = false,
        metadataAgrees: Bool = false, metadataDiffers: Bool = false,
        captureInstantAgrees: Bool = false, captureSecondDiffers: Bool? = nil, shapeAgrees: Bool = true
    ) {
        self.localIdentifier = localIdentifier
        self.picture = picture
        file = nil
        content = []
        self.distance = distance
        mayBeWithoutProfile = false
        isFlat = doubt == .tooFlat
        self.isUnreadText = isUnreadText
        comparison = verification.map { PairComparison($0, doubt) }
        self.quarterTurns = quarterTurns
        renderings = (.converted, rendering)
        size = nil
        self.isDamaged = isDamaged
        self.metadataAgrees = metadataAgrees
        self.metadataDiffers = metadataDiffers
        self.captureInstantAgrees = captureInstantAgrees
        self.captureSecondDiffers = captureSecondDiffers ?? metadataDiffers
        self.shapeAgrees = shapeAgrees
    }

    var verification: Verification? { comparison?.verification }

    /// `unconverted` if one of the pictures is compared without the conversion of its colours.
    var rendering: ContentSignature.Rendering { renderings.mine == .converted ? renderings.theirs : .unconverted }

    /// Why the picture cannot be distinguished from another frame; `nil` if it can.
    var doubt: Verification.Doubt? {
        guard let comparison else { return isFlat ? .tooFlat : nil }
        return comparison.doubt
    }

    /// The candidate with a comparison in finer cells.
    func refined(by fine: Verification) -> ComparedAsset {
        var other = self
        other.comparison = comparison?.refined(by: fine)
        other.differsInDetail = fine.differsMoreThanFineCopies && !mayBeWithoutProfile
        other.isIdentical = fine.isIdentical
        return other
    }

    /// The candidate with comparisons at the pictures' own resolution.
    func compared(by detail: DetailComparison, showsOtherColors: Bool) -> ComparedAsset {
        var other = self
        other.isUnreadText = false
        other.differsInDetail = differsInDetail || detail.showsOtherDetail || showsOtherColors
        return other
    }

    /// The candidate with its own comparison, and with what the comparison in finer cells says against it.
    func considering(_ fine: ComparedAsset) -> ComparedAsset {
        var other = self
        other.differsInDetail =
            fine.differsInDetail || verification?.passes() == true && fine.verification?.passes() == false
        other.isUnreadText = fine.isUnreadText
        return other
    }
}
