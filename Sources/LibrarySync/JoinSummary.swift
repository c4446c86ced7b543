internal import PhotoCatalog
internal import PhotoModel

/// What joining a registry changed, or would change.
public struct JoinSummary: Sendable, Hashable {
    /// Whether nothing was changed.
    public let isRehearsal: Bool
    /// Whether the files of the registry are encrypted.
    public let isEncrypted: Bool
    /// The names of the other devices that wrote to the registry.
    public let devices: [String]
    /// The number of values, such as titles and members of albums, that this library writes to the registry.
    public let ownValues: Int
    /// The number of values of other devices that count here from now on.
    public let otherValues: Int
    /// The number of those values that wait until their photos are imported here.
    public let waitingValues: Int
    /// The number of photos that other devices have and this library lacks.
    public let photosElsewhere: Int
    /// The number of photos that get other values.
    public let changedPhotos: Int
    /// The number of photos that become hidden.
    public let hiddenPhotos: Int
    /// The number of photos that move to the recently deleted.
    public let deletedPhotos: Int
    /// The number of photos that other devices deleted, and that stay until a person agrees.
    public let heldDeletions: Int
    /// The number of albums that are new here.
    public let newAlbums: Int
    /// The number of albums that get another title, place or other photos.
    public let changedAlbums: Int
    /// The number of titles, captions, dates and places that were set on two devices independently.
    public let conflicts: Int
    /// The number of files in the registry that cannot be used.
    public let unusableFiles: Int
    private let visiblePhotos: Int

    init(
        _ effect: JoinEffect, devices: [String], unusableFiles: Int, ownValues: Int, isEncrypted: Bool,
        isRehearsal: Bool
    ) {
        self.isRehearsal = isRehearsal
        self.isEncrypted = isEncrypted
        self.devices = devices
        self.ownValues = ownValues
        self.unusableFiles = unusableFiles
        otherValues = effect.received.values - effect.waitingValues - effect.waitingEvidence
        (waitingValues, photosElsewhere) = (effect.waitingValues, effect.photosElsewhere)
        (changedPhotos, hiddenPhotos) = (effect.changedPhotos, effect.hiddenPhotos)
        (deletedPhotos, heldDeletions) = (effect.deletedPhotos, effect.heldDeletions)
        (newAlbums, changedAlbums) = (effect.newAlbums, effect.changedAlbums)
        (conflicts, visiblePhotos) = (effect.received.conflicts, effect.visiblePhotos)
    }

    /// - Throws: `changeNotSupported` if more than a twentieth of the visible photos would be hidden or deleted.
    func checkKeepsPhotosVisible(allowingAll isAllowed: Bool) throws {
        let gone = hiddenPhotos + deletedPhotos
        guard !isAllowed, gone * 20 > visiblePhotos else { return }
        throw PhotoLibraryError(
            .changeNotSupported,
            "Joining would hide or delete \(gone) of \(visiblePhotos) photos, because other devices did. Nothing was changed. "
                + "Join again and allow this, if it is what you want.")
    }
}
