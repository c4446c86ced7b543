internal import Synchronization

/// Results that come in any order, from any thread, given on in order when the last is there.
final class Gathering<Value: Sendable>: Sendable {
    private let results: Mutex<(values: [Value?], missing: Int)>
    private let completion: @Sendable ([Value]) -> Void

    /// Waits for `count` values; with none to wait for, completes at once.
    init(count: Int, completion: @escaping @Sendable ([Value]) -> Void) {
        results = Mutex((Array(repeating: nil, count: count), count))
        self.completion = completion
        if count == 0 { completion([]) }
    }

    /// Puts a value in its place, once for each index below the count.
    func put(_ value: Value, at index: Int) {
        let complete: [Value]? = results.withLock { results in
            results.values[index] = value
            results.missing -= 1
            return results.missing == 0 ? results.values.compactMap(\.self) : nil
        }
        if let complete { completion(complete) }
    }
}
