import Foundation
import PhotoModel
import PhotoWeb
import PickerPage
import Synchronization

/// Answers the page as a process with a library of any size, whose app changes the page at any time.
final class MockLibrary: Sendable {
    struct State {
        var limit = 0
        var selected = 0
        /// The kinds of the events so far.
        var events: [String] = []
        /// The switch for places, as the page has set it.
        var includesPlaces: Bool?
        /// Why the page cannot begin; `nil` if it can.
        var refusal: String?
    }

    let count: Int
    let state = Mutex(State())

    init(count: Int) { self.count = count }

    /// Tells the page about a change of the app.
    func tell(_ event: String, _ change: (inout State) -> Void = { _ in }) {
        state.withLock { state in
            change(&state)
            state.events.append(event)
        }
    }

    func answer(to request: PageRequest) async -> PageAnswer {
        if case .json(let body) = request.body { return change(request.path[0], body) }
        func number(_ name: String) -> Int { Int(request.query[name] ?? "") ?? 0 }
        let range = number("from")..<max(number("from"), min(number("from") + number("count"), count))
        switch request.path[0] {
        case "session": return state.withLock { $0.refusal }.map(PageAnswer.refused) ?? json(session)
        case "months":
            if request.query["view"]?.hasPrefix("search:") == true {
                // The person does something else meanwhile.
                try? await Task.sleep(for: .milliseconds(500))
                return json(#"{"count": 1, "months": [[2020, 1, 1]]}"#)
            }
            return json(
                #"{"count": \#(count), "months": [[2020, 1, \#(count / 2)], [2021, 7, \#(count - count / 2)]]}"#)
        case "grid": return .content(records(range), type: .bytes)
        case "state":
            let selected = state.withLock { $0.selected }
            return .content(Data(count: 4 * range.count), type: .bytes, headers: ["X-Selected": "\(selected)"])
        case "gray": return .content(Data(repeating: 128, count: 4096 * range.count), type: .bytes)
        case "events": return await events(after: number("after"))
        default: return file(request.path[0])
        }
    }

    private var session: String {
        let limit = state.withLock { $0.limit }
        return #"""
            {"purpose": "pick", "app": {"name": "Editor", "trust": "socket", "isContained": true}, "limit": \#(limit),
            "ordered": false, "preselected": 0, "count": \#(count), "selected": 0, "events": 0, "mayIncludePlaces": true,
            "includesPlaces": true}
            """#
    }

    private func records(_ range: Range<Int>) -> Data {
        var writer = ByteWriter()
        for photo in range {
            GridRecord(
                number: UInt32(photo), minutes: 25_000_000, flags: [], duration: 0, width: 4000, height: 3000
            ).append(to: &writer)
        }
        return Data(writer.bytes)
    }

    private func events(after number: Int) async -> PageAnswer {
        for _ in 0..<50 {
            if state.withLock({ $0.events.count }) > number { break }
            try? await Task.sleep(for: .milliseconds(20))
        }
        let new = state.withLock { Array($0.events.dropFirst(number)) }
        let kinds = new.map { #"{"kind": "\#($0)"}"# }.joined(separator: ", ")
        return json(#"{"number": \#(number + new.count), "events": [\#(kinds)]}"#)
    }

    private func change(_ name: String, _ body: Data) -> PageAnswer {
        let command = try? JSONSerialization.jsonObject(with: body) as? [String: Any]
        if name == "places" { state.withLock { $0.includesPlaces = command?["includePlaces"] as? Bool } }
        return json(#"{"selected": \#(state.withLock { $0.selected }), "refused": 0, "undoable": 0}"#)
    }

    private func json(_ text: String) -> PageAnswer { .content(Data(text.utf8), type: .json) }

    private func file(_ name: String) -> PageAnswer {
        guard let file = PickerPage.file(named: name) else { return .notFound }
        let type: PageAnswer.ContentType =
            file.name.hasSuffix(".js") ? .script : file.name.hasSuffix(".css") ? .styleSheet : .html
        return .content(file.content, type: type)
    }
}
