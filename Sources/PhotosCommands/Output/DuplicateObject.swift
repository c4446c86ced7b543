internal import OpenPhotoKitOwner

/// The JSON object of a group of duplicates.
struct DuplicateObject: Encodable {
    struct Member: Encodable {
        let localIdentifier: String
        let originalFilename: String?
        let width: Int?
        let height: Int?
        let bytes: Int?
        let captureDate: String?
        let isFavorite: Bool
        let albums: [String]
        let score: Double?
        let reasons: [String]

        init(_ member: DuplicateGroup.Member, _ asset: Asset?, albums: [String]) {
            localIdentifier = member.localIdentifier
            originalFilename = asset?.original?.originalFilename?.string
            width = asset?.size?.width
            height = asset?.size?.height
            bytes = asset?.original?.bytes
            captureDate = asset?.captureTime?.description
            isFavorite = asset?.isFavorite ?? false
            self.albums = albums
            score = member.score.map { ($0 * 1000).rounded() / 1000 }
            reasons = member.reasons.map(\.rawValue)
        }
    }

    /// The properties that the kept photo gets from the others.
    struct Merge: Encodable {
        let isFavorite: Bool
        let title: String?
        let caption: String?
        let keywords: [String]
        let rating: Int?
        let latitude: Double?
        let longitude: Double?
        let captureDate: String?
        let albums: [String]

        init(_ merge: DuplicatePlan.Merge) {
            isFavorite = merge.isFavorite
            title = merge.title
            caption = merge.caption
            keywords = merge.keywords
            rating = merge.rating
            latitude = merge.location?.latitude
            longitude = merge.location?.longitude
            captureDate = merge.captureTime?.description
            albums = merge.memberships.map(\.title)
        }
    }

    let group: Int
    let localIdentifiers: [String]
    let evidence: String
    let keep: String
    let keepReason: String
    let members: [Member]
    let reclaimableBytes: Int
    let status: String?
    let merge: Merge?
    let obstacles: [String]?
    let error: ErrorObject?

    init(
        _ numbered: NumberedGroup, _ assets: [String: Asset], albums: [String: [String]], _ plan: DuplicatePlan?,
        _ status: DuplicatePrinter.Status?, _ result: Result<Void, any Error>?
    ) {
        let group = numbered.group
        self.group = numbered.number
        localIdentifiers = group.localIdentifiers
        evidence = group.evidence.rawValue
        keep = group.keep
        keepReason = group.keepReason.rawValue
        members = group.members.map {
            Member($0, assets[$0.localIdentifier], albums: albums[$0.localIdentifier] ?? [])
        }
        reclaimableBytes = group.reclaimableBytes
        self.status = status?.rawValue
        merge = plan.map { Merge($0.merge) }
        obstacles = plan?.obstacles.map(\.rawValue)
        if case .failure(let reason)? = result { error = ErrorObject(reason) } else { error = nil }
    }
}
