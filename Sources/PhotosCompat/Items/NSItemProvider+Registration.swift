public import Foundation
internal import PhotoModel

// Register the best representation first. Of a type that is registered twice, the first representation counts.
extension NSItemProvider {
    /// Registers a representation by bytes.
    ///
    /// - Parameter loadHandler: Called for each load with a function that takes the bytes or an error, once. It returns
    ///   the progress of the load, by which it is cancelled, or `nil`.
    public func registerDataRepresentation(
        forTypeIdentifier typeIdentifier: String, visibility: NSItemProviderRepresentationVisibility,
        loadHandler: @escaping @Sendable (@escaping @Sendable (Data?, (any Error)?) -> Void) -> Progress?
    ) {
        register(ItemRepresentation(type: TypeIdentifier(rawValue: typeIdentifier), data: loadHandler))
    }

    /// Registers a representation by a file.
    ///
    /// - Parameters:
    ///   - fileOptions: ``NSItemProviderFileOptions/openInPlace`` if the file may be opened where it is; otherwise it
    ///       is copied.
    ///   - loadHandler: Called for each load with a function that takes the file, whether its access must be
    ///       coordinated (which has no effect here), or an error, once. It returns the progress of the load, by which
    ///       it is cancelled, or `nil`.
    public func registerFileRepresentation(
        forTypeIdentifier typeIdentifier: String, fileOptions: NSItemProviderFileOptions = [],
        visibility: NSItemProviderRepresentationVisibility,
        loadHandler: @escaping @Sendable (@escaping @Sendable (URL?, Bool, (any Error)?) -> Void) -> Progress?
    ) {
        register(
            ItemRepresentation(
                type: TypeIdentifier(rawValue: typeIdentifier), fileOptions: fileOptions, file: loadHandler))
    }

    /// Registers the representations that the object can write.
    public func registerObject(_ object: any NSItemProviderWriting, visibility: NSItemProviderRepresentationVisibility)
    {
        // The object is passed to the representations, which alone call it.
        nonisolated(unsafe) let object = object
        for type in object.writableTypeIdentifiersForItemProvider {
            registerDataRepresentation(forTypeIdentifier: type, visibility: visibility) {
                object.loadData(withTypeIdentifier: type, forItemProviderCompletionHandler: $0)
            }
        }
    }

    /// Registers the representations that objects of the class can write.
    ///
    /// - Parameter loadHandler: Called for each load with a function that takes the object or an error, once. It
    ///   returns the progress of the load, by which it is cancelled, or `nil`.
    public func registerObject(
        ofClass aClass: any NSItemProviderWriting.Type, visibility: NSItemProviderRepresentationVisibility,
        loadHandler:
            @escaping @Sendable (
                @escaping @Sendable ((any NSItemProviderWriting)?, (any Error)?) -> Void
            ) -> Progress?
    ) {
        for type in aClass.writableTypeIdentifiersForItemProvider {
            registerDataRepresentation(forTypeIdentifier: type, visibility: visibility) { completion in
                loadHandler { object, error in
                    guard let object else { return completion(nil, error) }
                    _ = object.loadData(withTypeIdentifier: type, forItemProviderCompletionHandler: completion)
                }
            }
        }
    }
}
