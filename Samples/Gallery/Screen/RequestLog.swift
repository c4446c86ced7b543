import Photos
import UIKit

/// What the app asked for, and what it got: whether each request was answered as documented.
@MainActor final class RequestLog {
    static let shared = RequestLog()

    /// A request of a cell.
    struct Entry {
        var requestID: PHImageRequestID?
        var isCancelled = false
        var degraded = 0
        var final = 0
        var cancelled = 0
        var errors: [String] = []
        /// Pictures that came after the cancel, or after the end.
        var late = 0

        /// A picture that is not degraded, the notice of a cancel, and an error each end a request.
        var isEnded: Bool { final + cancelled + errors.count > 0 }
    }

    private(set) var entries: [Entry] = []

    func begin() -> Int {
        entries.append(Entry())
        return entries.count - 1
    }

    func began(_ entry: Int, _ requestID: PHImageRequestID?) { entries[entry].requestID = requestID }

    /// Called when the app cancels a request.
    func cancel(_ requestID: PHImageRequestID) {
        guard requestID != PHInvalidImageRequestID,
            let index = entries.lastIndex(where: { $0.requestID == requestID }), !entries[index].isEnded
        else { return }
        entries[index].isCancelled = true
    }

    func answer(_ index: Int, _ image: UIImage?, _ info: [AnyHashable: Any]?) {
        var entry = entries[index]
        if image != nil, entry.isCancelled || entry.isEnded { entry.late += 1 }
        if info?[PHImageCancelledKey] as? Bool == true {
            entry.cancelled += 1
        } else if let error = info?[PHImageErrorKey] {
            entry.errors.append("\(error)")
        } else if info?[PHImageResultIsDegradedKey] as? Bool == true {
            entry.degraded += 1
        } else if image != nil {
            entry.final += 1
        }
        entries[index] = entry
    }

    /// The number of requests that have not ended.
    var openCount: Int { entries.count { !$0.isEnded } }

    /// The number of requests that were answered in another way than documented: more or less than one end, a picture
    /// after it, or a cancel that the app did not ask for.
    var wrongCount: Int {
        entries.count { entry in
            entry.final + entry.cancelled + entry.errors.count != 1 || entry.late > 0 || entry.degraded > 1
                || (entry.cancelled > 0 && !entry.isCancelled)
        }
    }
}
