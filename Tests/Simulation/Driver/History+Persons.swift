import DeviceRegistry
import Foundation
import LibraryStorage
import PhotoCatalog
import PhotoModel
import SystemPackage

/// The photos of all histories.
enum Photos {
    static let count = 14

    static func digest(_ number: Int) -> Digest? {
        var numbers = SeededNumbers(UInt64(number) + 1000)
        return Digest((0..<32).map { _ in UInt8(truncatingIfNeeded: numbers.next()) })
    }
}

// Changes that a person makes on one device.
extension History {
    private static let words = ["sea", "snow", "town", "wood"]

    func actOfPerson(_ device: Device) throws {
        let photos = try device.photos()
        let visible = photos.filter { !$0.isDeleted }
        switch numbers.below(100) {
        case ..<34:
            if let photo = numbers.element(of: numbers.happens(0.6) ? Array(visible.prefix(4)) : visible) {
                try setProperty(of: photo, device)
            }
        case ..<78: try changeCollections(device, visible)
        case ..<84: try delete(numbers.some(of: visible, atMost: numbers.happens(0.1) ? Photos.count : 2), device)
        case ..<88:
            guard let photo = numbers.element(of: photos.filter(\.isDeleted)) else { return }
            try perform(
                [.request(.restore(asset: photo.localIdentifier))], "restorePhoto", ["photo": photo.id], device)
        case ..<91:
            guard let photo = numbers.element(of: photos.filter(\.isDeleted)) else { return }
            try perform([.purge(asset: photo.localIdentifier)], "purge", ["photo": photo.id], device)
        case ..<95: try importPhoto(numbers.below(Photos.count), device)
        case ..<98: try decide(device)
        default: try decideHeldDeletions(device)
        }
    }

    /// Makes changes, and adds them to the trace with the registers that they wrote.
    func perform(_ changes: [CatalogChange], _ action: String, _ fields: [String: Any], _ device: Device) throws {
        let before = Set(try device.catalog.waitingRegisters().map(\.line))
        var line = fields
        do {
            try device.catalog.perform(changes, run: "run", now: now(device))
        } catch { line["error"] = "\(error)" }
        let wrote = try device.catalog.waitingRegisters().map(\.line).filter { !before.contains($0) }
        line.merge(["action": action, "device": device.index, "step": step, "wrote": wrote]) { $1 }
        try trace.add("act", line)
    }

    // MARK: Photos

    func importPhoto(_ number: Int, _ device: Device) throws {
        guard let digest = Photos.digest(number) else { return }
        let id = try StableID.ofAsset(sha256Prefix: digest.prefix128).hexadecimal
        guard try !device.photos().contains(where: { $0.id == id }) else { return }
        let identity = FileIdentity(
            device: 1, inode: Int64(number), size: 1000, modifiedNanoseconds: 0, changedNanoseconds: 0)
        let file = AnalysedFile(
            source: FilePath("/photos/\(number).jpg"), identity: identity, sha256: digest, bytes: 1000,
            format: .jpeg, condition: .ok)
        let insertion = ResourceInsertion(
            file, localIdentifier: "\(number)-\(device.library.libraryID)",
            path: FilePath("originals/\(number).jpg"), isReference: false)
        try perform([.ingest(IngestBatch([insertion]))], "import", ["photo": id], device)
    }

    private func setProperty(of photo: Device.Photo, _ device: Device) throws {
        let text = numbers.happens(0.1) ? nil : "text \(step)"
        let property: AssetProperty
        let value: Any
        switch numbers.below(8) {
        case 0:
            let flag = numbers.happens(0.6)
            (property, value) = (.favorite(flag), ["favorite", flag])
        case 1: (property, value) = (.title(text), ["title", orNull(text)])
        case 2: (property, value) = (.caption(text), ["caption", orNull(text)])
        case 3, 4:
            let words = Self.words.shuffled(using: &numbers).prefix(numbers.below(4))
            (property, value) = (.keywords(Array(words)), ["keywords", Array(words)])
        case 5:
            let rating = numbers.below(6)
            (property, value) = (.rating(rating), ["rating", rating])
        case 6:
            let time = CaptureTime("2020-01-01T00:\(10 + step / 60 % 50):\(10 + step % 50)")
            (property, value) = (
                .captureTime(time.map { .set($0) } ?? .original), ["date", orNull(time?.description)]
            )
        default:
            let place = ImageMetadata.Location(latitude: Double(step % 80), longitude: Double(device.index))
            (property, value) = (
                .location(.set(place)), ["place", orNull(place.map { [$0.latitude, $0.longitude] })]
            )
        }
        try perform(
            [.request(.set(property, asset: photo.localIdentifier))], "set",
            ["photo": photo.id, "set": value, "formerKeywords": photo.properties["keywords"] ?? []], device)
    }

    private func delete(_ photos: [Device.Photo], _ device: Device) throws {
        guard !photos.isEmpty else { return }
        try perform(
            photos.map { .request(.delete(asset: $0.localIdentifier)) }, "deletePhotos", ["photos": photos.map(\.id)],
            device)
    }

    func decideHeldDeletions(_ device: Device) throws {
        let (held, accepts) = (try device.heldPhotos(), numbers.happens(0.5))
        guard !held.isEmpty else { return }
        try perform(
            [.decideHeldDeletions(of: nil, isAccepted: accepts)], "settle", ["photos": held, "accepts": accepts], device
        )
    }

    private func decide(_ device: Device) throws {
        let digests = [Photos.digest(numbers.below(2)), Photos.digest(2)].compactMap(\.self)
        guard digests.count == 2 else { return }
        let value = numbers.below(3)
        let decision = Decision(digests[0].prefix128, digests[1].prefix128, isSame: value == 2, date: now(device))
        try perform(
            [value == 0 ? .forgetDecision(decision.contents[0], decision.contents[1]) : .decide([decision])], "decide",
            ["contents": decision.contents.map(\.hexadecimal).joined(), "value": value], device)
    }
}
