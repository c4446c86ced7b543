internal import Foundation
package import LibraryRPC
internal import PhotoCatalog
package import PhotoModel

extension PhotoLibrary {
    /// Lets the owner select photos for an app on a page.
    ///
    /// - Parameters:
    ///   - app: The app as the page names it.
    ///   - reader: Reads the photos that the app sees without this selection.
    ///   - onChange: Called after each change of the state, on private threads.
    /// - Throws: `libraryUnavailable`; `accessUserDenied` if this object does not have the owner's access.
    package func beginPick(
        _ configuration: PickerConfiguration, for app: PickingApp, seeing reader: any LibraryReader,
        onChange: @escaping @Sendable () -> Void
    ) throws(PhotoLibraryError) -> any PickSession {
        try checkIsOwners()
        return try local.beginPick(configuration, for: app, seeing: reader, onChange)
    }
}

extension LocalLibrary {
    func beginPick(
        _ configuration: PickerConfiguration, onChange: @escaping @Sendable () -> Void
    ) throws(PhotoLibraryError) -> any PickSession {
        if let name = catalog.access.app {
            let app = PickingApp(name: name, trust: .claimed, isContained: false)
            return try owners.beginPick(configuration, for: app, seeing: catalog, onChange)
        }
        let app = PickingApp(name: ProcessInfo.processInfo.processName, trust: .claimed, isContained: false)
        return try LocalPickSession(configuration, for: app, nil, of: self, onChange: onChange)
    }

    fileprivate func beginPick(
        _ configuration: PickerConfiguration, for app: PickingApp, seeing reader: any LibraryReader,
        _ onChange: @escaping @Sendable () -> Void
    ) throws(PhotoLibraryError) -> any PickSession {
        let preselected = configuration.preselectedAssetIdentifiers
        let earlier = try catalog.earlierPicks(of: app.name, among: preselected)
        // An app without access sees no photo.
        let seen = (try? reader.assets(preselected)) ?? [:]
        let permissions = PickerPermissions(
            preselectable: Set(preselected.filter { seen[$0] != nil || earlier.assets.contains($0) }),
            includesPlaces: earlier.includedPlaces)
        return try LocalPickSession(configuration, for: app, permissions, of: self, onChange: onChange)
    }
}
