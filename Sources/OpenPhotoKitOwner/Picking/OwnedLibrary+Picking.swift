internal import Foundation
package import LibraryInterface
package import LibraryRPC
internal import PhotoCatalog
package import PhotoModel

extension OwnedLibrary {
    /// Lets the owner select photos for an app on a page.
    ///
    /// - Parameters:
    ///   - app: The app as the page names it.
    ///   - reader: Reads the photos that the app sees without this selection.
    ///   - onChange: Called after each change of the state, on private threads.
    /// - Throws: `libraryUnavailable`.
    package func beginPick(
        _ configuration: PickerConfiguration, for app: PickingApp, seeing reader: any LibraryReader,
        onChange: @escaping @Sendable () -> Void
    ) throws(PhotoLibraryError) -> any PickSession {
        try local.beginPick(configuration, for: app, seeing: reader, onChange)
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
        var configuration = configuration
        configuration.preselectedAssetIdentifiers = try catalog.present(configuration.preselectedAssetIdentifiers)
        return try LocalPickSession(
            configuration, for: app, PickerPermissions(includesPlaces: true), of: self, isRecorded: false,
            onChange: onChange)
    }

    fileprivate func beginPick(
        _ configuration: PickerConfiguration, for app: PickingApp, seeing reader: any LibraryReader,
        _ onChange: @escaping @Sendable () -> Void
    ) throws(PhotoLibraryError) -> any PickSession {
        let preselected = try catalog.present(configuration.preselectedAssetIdentifiers)
        let earlier = try catalog.earlierPicks(of: app.name, among: preselected)
        // An app without access sees no photo.
        let seen = (try? reader.assets(preselected)) ?? [:]
        var configuration = configuration
        // Others are treated as if the library did not have them, so that an app learns nothing about them.
        configuration.preselectedAssetIdentifiers = preselected.filter {
            seen[$0] != nil || earlier.assets.contains($0)
        }
        return try LocalPickSession(
            configuration, for: app, PickerPermissions(includesPlaces: earlier.includedPlaces), of: self,
            isRecorded: true, onChange: onChange)
    }
}
