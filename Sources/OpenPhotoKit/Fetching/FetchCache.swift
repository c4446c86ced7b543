internal import PhotoModel
internal import Synchronization

/// The most recently used pages of a fetch result, and the last error when a page was read.
final class FetchCache<Object: Sendable>: Sendable {
    private let pages = Mutex<[(number: Int, objects: [Object])]>([])
    private let error = Mutex<PhotoLibraryError?>(nil)
    private static var capacity: Int { 8 }

    /// The error of the last object that could not be read.
    var lastError: PhotoLibraryError? {
        get { error.withLock { $0 } }
        set { error.withLock { $0 = newValue } }
    }

    /// The objects of a page, which are read if they are not in the cache.
    ///
    /// Threads that need the same page at the same time may each read it.
    func page(_ number: Int, read: () throws(PhotoLibraryError) -> [Object]) throws(PhotoLibraryError) -> [Object] {
        if let objects = pages.withLock({ Self.take(number, from: &$0) }) { return objects }
        let objects = try read()
        pages.withLock { pages in
            guard Self.take(number, from: &pages) == nil else { return }
            pages.append((number, objects))
            if pages.count > Self.capacity { pages.removeFirst() }
        }
        return objects
    }

    /// Marks the page as the most recently used one.
    private static func take(_ number: Int, from pages: inout [(number: Int, objects: [Object])]) -> [Object]? {
        guard let index = pages.lastIndex(where: { $0.number == number }) else { return nil }
        let page = pages.remove(at: index)
        pages.append(page)
        return page.objects
    }
}
