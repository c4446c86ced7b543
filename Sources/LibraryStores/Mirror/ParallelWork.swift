internal import Dispatch
internal import Synchronization
internal import SystemSupport

/// Runs work that waits on several threads of a pool at a time, and waits for all of it.
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
        ThreadPool.shared.run {
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

/// Does the same with files, of which large ones are transferred two at a time and smaller ones eight.
///
/// - Returns: Each file with its result.
func inParallel<Element: Sendable, Value: Sendable>(
    _ files: [Element], ofSize bytes: (Element) -> Int64, _ work: @escaping @Sendable (Element) -> Value
) -> [(file: Element, value: Value)] {
    let largeFile: Int64 = 8 << 20
    return [false, true].flatMap { isLarge in
        let part = files.filter { (bytes($0) >= largeFile) == isLarge }
        return Array(zip(part, inParallel(part, width: isLarge ? 2 : 8, work))).map { (file: $0, value: $1) }
    }
}
