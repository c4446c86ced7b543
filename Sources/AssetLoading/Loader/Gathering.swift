internal import Synchronization

/// Collects results that arrive in any order, from any thread, and passes them on in order when all have arrived.
final class Gathering<Value: Sendable>: Sendable {
    private let results: Mutex<(values: [Value?], missing: Int)>
    private let completion: @Sendable ([Value]) -> Void

    /// Collects `count` values; completes at once if `count` is 0.
    init(count: Int, completion: @escaping @Sendable ([Value]) -> Void) {
        results = Mutex((Array(repeating: nil, count: count), count))
        self.completion = completion
        if count == 0 { completion([]) }
    }

    /// Stores the value for an index.
    ///
    /// Call it once for each index below the count.
    func put(_ value: Value, at index: Int) {
        let complete: [Value]? = results.withLock { results in
            results.values[index] = value
            results.missing -= 1
            return results.missing == 0 ? results.values.compactMap(\.self) : nil
        }
        if let complete { completion(complete) }
    }
}
