internal import LibraryStorage
internal import PhotoCatalog
package import PhotoModel

/// The owner's answer to what an app asks for.
package enum RequestAnswer: Sendable, Hashable {
    /// The app may not see or add photos.
    case denied
    /// The app may add photos.
    case addOnly
    /// The app may see all photos except hidden ones.
    case all
    /// The app may see these photos.
    case selected([String], withPlaces: Bool)
    /// Nothing is decided, and the app can ask again.
    case dismissed
}

extension OwnedLibrary {
    /// Answers a request of an app, if it has no answer yet.
    ///
    /// - Throws: `changeNotSupported` if the request has an answer; otherwise as ``setAccess(_:for:selecting:)``.
    package func answer(
        _ request: AppAccess.Request, of app: String, _ answer: RequestAnswer
    ) throws(PhotoLibraryError) {
        let machine = try MachineIdentifier.current()
        func decide(_ grant: AppAccess.Grant) -> CatalogChange { .access(.decide(grant, machine: machine), app: app) }
        let changes: [CatalogChange]
        switch answer {
        case .denied: changes = [decide(.denied)]
        case .addOnly: changes = [decide(.addOnly)]
        case .all: changes = [decide(.full())]
        case .dismissed: changes = [.access(.request(nil), app: app)]
        case .selected(let photos, let withPlaces):
            let isSelected = Set(photos)
            let removed = try selectedAssets(for: app).filter { !isSelected.contains($0) }
            let selection: [CatalogChange] = [.select(photos, app: app), .deselect(removed, app: app)]
            // Another selection leaves the decision as it is.
            changes =
                selection
                + [
                    request == .selection
                        ? .access(.request(nil), app: app) : decide(.limited(withPlaces ? [] : .withoutPlaces))
                ]
        }
        try perform([.access(.expect(request), app: app)] + changes, about: app)
    }
}
