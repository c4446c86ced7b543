public import Foundation
internal import PhotoModel

// The functions of `NSItemProvider` with `UTType` instead of identifiers.
extension NSItemProvider {
    /// The registered types that are declared, best first.
    public var registeredContentTypes: [UTType] { registeredTypeIdentifiers.compactMap { UTType($0) } }

    /// The registered types that are declared and whose file can be opened in place, best first.
    public var registeredContentTypesForOpenInPlace: [UTType] {
        registeredTypeIdentifiers(fileOptions: .openInPlace).compactMap { UTType($0) }
    }

    /// The registered types that are declared and conform to the type, best first.
    public func registeredContentTypes(conformingTo contentType: UTType) -> [UTType] {
        registeredContentTypes.filter { $0.conforms(to: contentType) }
    }

    /// An item with a file.
    ///
    /// - Parameters:
    ///   - contentType: The type of the file; `nil` to determine it from the extension of its name.
    ///   - openInPlace: Whether the file may be opened where it is.
    ///   - coordinated: Whether access to the file must be coordinated; it has no effect here.
    public convenience init(
        contentsOf fileURL: URL, contentType: UTType?, openInPlace: Bool = false, coordinated: Bool = false,
        visibility: NSItemProviderRepresentationVisibility = .all
    ) {
        self.init()
        suggestedName = fileURL.deletingPathExtension().lastPathComponent
        let type = contentType ?? UTType(filenameExtension: fileURL.pathExtension) ?? .data
        registerFileRepresentation(for: type, visibility: visibility, openInPlace: openInPlace) {
            $0(fileURL, coordinated, nil)
            return nil
        }
    }

    /// Registers a representation by bytes.
    public func registerDataRepresentation(
        for contentType: UTType, visibility: NSItemProviderRepresentationVisibility = .all,
        loadHandler: @escaping @Sendable (@escaping @Sendable (Data?, (any Error)?) -> Void) -> Progress?
    ) {
        registerDataRepresentation(
            forTypeIdentifier: contentType.identifier, visibility: visibility, loadHandler: loadHandler)
    }

    /// Registers a representation by a file.
    ///
    /// - Parameter openInPlace: Whether the file may be opened where it is; otherwise it is copied.
    public func registerFileRepresentation(
        for contentType: UTType, visibility: NSItemProviderRepresentationVisibility = .all, openInPlace: Bool = false,
        loadHandler: @escaping @Sendable (@escaping @Sendable (URL?, Bool, (any Error)?) -> Void) -> Progress?
    ) {
        registerFileRepresentation(
            forTypeIdentifier: contentType.identifier, fileOptions: openInPlace ? .openInPlace : [],
            visibility: visibility, loadHandler: loadHandler)
    }

    /// Loads the best representation that conforms to the type into memory.
    @discardableResult
    public func loadDataRepresentation(
        for contentType: UTType, completionHandler: @escaping @Sendable (Data?, (any Error)?) -> Void
    ) -> Progress {
        loadDataRepresentation(forTypeIdentifier: contentType.identifier, completionHandler: completionHandler)
    }

    /// Loads the best representation that conforms to the type into a temporary file, which is removed when the handler
    /// returns.
    ///
    /// - Parameter openInPlace: Whether to open the file in place if possible; the handler gets whether it is.
    @discardableResult
    public func loadFileRepresentation(
        for contentType: UTType, openInPlace: Bool = false,
        completionHandler: @escaping @Sendable (URL?, Bool, (any Error)?) -> Void
    ) -> Progress {
        loadFile(contentType.identifier, opensInPlace: openInPlace, completionHandler)
    }
}
