public import Foundation
internal import PhotoModel
internal import Synchronization

/// An item that can be loaded in several representations, such as a photo as HEIC or as JPEG.
///
/// The representations are registered best first, and the first that conforms to a requested type is loaded. An item
/// without representations is empty: it has no types and loads nothing.
///
/// Safe for several threads.
public final class NSItemProvider: NSObject, NSCopying, Sendable {
    private struct State {
        var representations: [ItemRepresentation] = []
        var suggestedName: String?
        /// The folders of the files that were loaded as items.
        var folders: [PrivateFolder] = []
    }

    private let state: Mutex<State>

    /// An item without representations.
    public override init() { state = Mutex(State()) }

    private init(_ state: State) { self.state = Mutex(state) }

    /// An item with the representations that the object can write.
    public convenience init(object: any NSItemProviderWriting) {
        self.init()
        registerObject(object, visibility: .all)
    }

    /// An item with a file, whose type is determined from the extension of its name.
    ///
    /// It is `nil` if the URL is not that of a file on this machine.
    public convenience init?(contentsOf fileURL: URL!) {
        guard let fileURL, fileURL.isFileURL else { return nil }
        self.init(contentsOf: fileURL, contentType: nil, openInPlace: true)
    }

    /// Another item with the same representations.
    public func copy(with zone: NSZone? = nil) -> Any { NSItemProvider(state.withLock { $0 }) }

    /// The name of the item without an extension; `nil` if it has none.
    public var suggestedName: String? {
        get { state.withLock { $0.suggestedName } }
        set { state.withLock { $0.suggestedName = newValue } }
    }

    /// The identifiers of the registered types, best first.
    public var registeredTypeIdentifiers: [String] { registeredTypeIdentifiers() }

    /// The identifiers of the registered types, best first.
    ///
    /// - Parameter fileOptions: ``NSItemProviderFileOptions/openInPlace`` for the types with a file that can be opened
    ///   in place.
    public func registeredTypeIdentifiers(fileOptions: NSItemProviderFileOptions = []) -> [String] {
        representations(fileOptions: fileOptions).map(\.type.rawValue)
    }

    /// Whether a registered type conforms to the type.
    public func hasItemConformingToTypeIdentifier(_ typeIdentifier: String) -> Bool {
        hasRepresentationConforming(toTypeIdentifier: typeIdentifier)
    }

    /// Whether a registered type conforms to the type.
    ///
    /// - Parameter fileOptions: ``NSItemProviderFileOptions/openInPlace`` for a type with a file that can be opened in
    ///   place.
    public func hasRepresentationConforming(
        toTypeIdentifier typeIdentifier: String, fileOptions: NSItemProviderFileOptions = []
    ) -> Bool {
        let type = TypeIdentifier(rawValue: typeIdentifier)
        return representations(fileOptions: fileOptions).contains { $0.type.conforms(to: type) }
    }

    /// Adds a representation after those that are registered.
    ///
    /// If the type is registered already, the earlier representation stays and this one is ignored.
    func register(_ representation: ItemRepresentation) {
        state.withLock { state in
            guard !state.representations.contains(where: { $0.type == representation.type }) else { return }
            state.representations.append(representation)
        }
    }

    func representations(fileOptions: NSItemProviderFileOptions = []) -> [ItemRepresentation] {
        state.withLock { state in
            state.representations.filter { !fileOptions.contains(.openInPlace) || $0.original != nil }
        }
    }

    /// Keeps the folder of a file as long as this item or a copy of it exists.
    func keep(_ folder: PrivateFolder) { state.withLock { $0.folders.append(folder) } }

    /// The best representation that conforms to the type.
    ///
    /// - Throws: An error of ``errorDomain`` with ``ErrorCode/itemUnavailableError`` if no
    ///   representation does.
    func representation(conformingTo typeIdentifier: String) throws -> ItemRepresentation {
        let type = TypeIdentifier(rawValue: typeIdentifier)
        guard let found = representations().first(where: { $0.type.conforms(to: type) }) else {
            throw NSItemProvider.error(
                .itemUnavailableError,
                "The item has no representation of the type \(type). Read registeredTypeIdentifiers first.")
        }
        return found
    }
}
