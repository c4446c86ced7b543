import AssetLoading
import PhotoCatalog
import PhotoModel
import SystemPackage

struct Sidecar: Sendable {
    var metadata = ImageMetadata()
    var isFavorite: Bool?
    var albums: [String] = []
    static func mayBe(_ path: FilePath, bytes: Int) -> Bool { false }
    init?(_ file: LoadedFile) throws { nil }
}
struct BurstFinder { mutating func add(_ frame: Int) -> [(String, String)] { [] } }
extension Parcel { var burstFrame: Int { 0 } }
struct Siblings {
    init(_ catalog: PhotoCatalog) {}
    func attachment(of parcel: Parcel) throws -> Attachment? { nil }
    mutating func note(_ parcel: Parcel, as verdict: Verdict) {}
}
