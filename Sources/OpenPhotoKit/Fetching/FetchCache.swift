internal import PhotoModel
internal import Synchronization

/// The pages of a fetch result that were last looked at, and why one could not be read.
final class FetchCache<Object: Sendable>: Sendable {
    private let pages = Mutex<[(number: Int, objects: [Object])]>([])
    private let error = Mutex<PhotoLibraryError?>(nil)
    private static var capacity: Int { 8 }

    /// Why an object could not be read the last time that one could not.
    var lastError: PhotoLibraryError? {
        get { error.withLock { $0 } }
        set { error.withLock { $0 = newValue } }
    }

    /// The objects of a page, which are read if they are not here.
    ///
    /// Threads that ask for one page at once may all read it.
    func page(_ number: Int, read: () throws -> [Object]) throws -> [Object] {
        if let objects = pages.withLock({ Self.take(number, from: &$0) }) { return objects }
        let objects = try read()
        pages.withLock { pages in
            guard Self.take(number, from: &pages) == nil else { return }
            pages.append((number, objects))
            if pages.count > Self.capacity { pages.removeFirst() }
        }
        return objects
    }

    /// Makes the page the last to go.
    private static func take(_ number: Int, from pages: inout [(number: Int, objects: [Object])]) -> [Object]? {
        guard let index = pages.lastIndex(where: { $0.number == number }) else { return nil }
        let page = pages.remove(at: index)
        pages.append(page)
        return page.objects
    }
}
