internal import DeviceRegistry
internal import Foundation
internal import PhotoCatalog
internal import PhotoModel

extension LibrarySync {
    /// What was set on two devices independently, the newest first.
    package func conflicts() throws -> [SyncConflict] { try described().map(\.conflict) }

    private func described() throws -> [(conflict: SyncConflict, found: RegisterConflict)] {
        let found = try catalog.conflicts()
        let (own, names) = (try catalog.ownWriter(), try names(of: found.map(\.writer)))
        return found.compactMap { found in
            let device = found.writer == own ? nil : names[found.writer] ?? found.writer.description
            return SyncConflict(found, device: device).map { ($0, found) }
        }
    }

    /// Ends a conflict.
    ///
    /// - Parameter takesOther: Whether the other value counts from now on, on all devices.
    /// - Throws: `changeNotSupported` if there is no such conflict any more.
    package func endConflict(_ conflict: SyncConflict, takingOther takesOther: Bool) throws {
        guard let found = try described().first(where: { $0.conflict == conflict })?.found else {
            throw PhotoLibraryError(
                .changeNotSupported, "This conflict was ended already. List the conflicts again.",
                identifier: conflict.localIdentifier)
        }
        if takesOther, let property = AssetProperty(found.name.key, found.lostValue) {
            try catalog.perform([.set(property, asset: found.localIdentifier)])
        }
        try catalog.record(.registers(.endConflict(found.name)))
    }

    /// The photos that other devices deleted and that wait for a person, the newest deletion first.
    package func heldDeletions() throws -> [HeldDeletion] {
        let held = try catalog.heldDeletions()
        let names = try names(of: held.map(\.register.stamp.writer))
        return held.map { photo, register in
            let writer = register.stamp.writer
            return HeldDeletion(
                localIdentifier: photo, device: names[writer] ?? writer.description, date: register.stamp.time.date)
        }
    }

    /// Ends the wait of photos that other devices deleted.
    ///
    /// - Parameters:
    ///   - photos: The local identifiers of the photos; `nil` for all.
    ///   - isAccepted: Whether they are deleted here too. Otherwise they are restored on all devices.
    /// - Returns: The number of photos.
    package func decideHeldDeletions(of photos: [String]?, isAccepted: Bool) throws -> Int {
        _ = try connection()
        return try catalog.perform([.decideHeldDeletions(of: photos.map { Set($0) }, isAccepted: isAccepted)])
            .received.values
    }
}

extension SyncConflict {
    fileprivate init?(_ conflict: RegisterConflict, device: String?) {
        guard let property = Property(conflict.name.key) else { return nil }
        self.init(
            localIdentifier: conflict.localIdentifier, property: property, value: property.text(conflict.value),
            otherValue: property.text(conflict.lostValue), otherDevice: device, otherDate: conflict.time)
    }
}

extension SyncConflict.Property {
    fileprivate init?(_ key: Key) {
        switch key {
        case .title: self = .title
        case .caption: self = .caption
        case .captureTime: self = .date
        case .location: self = .place
        default: return nil
        }
    }

    /// The value for a person; `nil` for none, or for that of the files.
    fileprivate func text(_ value: [UInt8]) -> String? {
        guard self == .place else { return RegisterValue.text(in: value) }
        guard case .set(let place?) = RegisterValue.location(in: value) else { return nil }
        return "\(place.latitude), \(place.longitude)"
    }
}

extension AssetProperty {
    /// The property that a value sets; `nil` if the value cannot be read.
    fileprivate init?(_ key: Key, _ value: [UInt8]) {
        switch key {
        case .title: self = .title(RegisterValue.text(in: value))
        case .caption: self = .caption(RegisterValue.text(in: value))
        case .captureTime:
            guard let time = RegisterValue.captureTime(in: value) else { return nil }
            self = .captureTime(time)
        case .location:
            guard let place = RegisterValue.location(in: value) else { return nil }
            self = .location(place)
        default: return nil
        }
    }
}
