package import PhotoModel

/// Watches one library for as long as it is referenced.
package protocol LibraryWatch: AnyObject, Sendable {
    /// The reason why the library can no longer be used; `nil` while it can.
    var unavailability: PhotoLibraryError? { get }

    /// A stream with an element after changes, and while a repair waits; several changes in quick succession may give
    /// one element.
    ///
    /// It ends when the library can no longer be used. A listener must also read the changes before the first element.
    func changeSignal() -> AsyncStream<Void>
}
