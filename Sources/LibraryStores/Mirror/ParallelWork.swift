internal import Dispatch
internal import RemoteStores
internal import Synchronization
internal import SystemSupport

/// The threads of ``inParallel(_:width:_:)``, whose callers may be on those of the shared pool.
private let threads = ThreadPool(width: 64)

/// Runs work that waits on several threads at a time, and waits for all of it.
///
/// - Returns: The results in the order of the elements.
func inParallel<Element: Sendable, Value: Sendable>(
    _ elements: [Element], width: Int, _ work: @escaping @Sendable (Element) -> Value
) -> [Value] {
    let results = Mutex<[Int: Value]>([:])
    let next = Atomic(0)
    let group = DispatchGroup()
    for _ in 0..<min(width, elements.count) {
        group.enter()
        threads.run {
            while true {
                let index = next.add(1, ordering: .relaxed).oldValue
                guard index < elements.count else { break }
                let value = work(elements[index])
                results.withLock { $0[index] = value }
            }
            group.leave()
        }
    }
    group.wait()
    let made = results.withLock { $0 }
    return elements.indices.compactMap { made[$0] }
}

/// Does the same with files, of which so many large and so many small ones are transferred at a time as downloads are.
///
/// - Returns: Each file with its result.
func inParallel<Element: Sendable, Value: Sendable>(
    _ files: [Element], ofSize bytes: (Element) -> Int64, _ work: @escaping @Sendable (Element) -> Value
) -> [(file: Element, value: Value)] {
    let limits = DownloadTiming()
    return [false, true].flatMap { isLarge in
        let part = files.filter { (bytes($0) >= limits.largeSize) == isLarge }
        let width = isLarge ? limits.largeFiles : limits.smallFiles
        return Array(zip(part, inParallel(part, width: width, work))).map { (file: $0, value: $1) }
    }
}
