import Testing

@testable import PickerServer

/// The page on which the owner looks through the library.
extension PickerSessionTests {
    @Test func theOwnerBrowsesAndChanges() async throws {
        let (_, pages) = try session(.browse)
        #expect(await numbers(pages, view: "all") == [0, 1, 2, 3])
        #expect(await numbers(pages, view: "search:is:hidden") == [4])
        _ = await post(pages, "select", #"{"view": "all", "ranges": [[0, 2]], "on": true}"#)
        #expect(try object(await post(pages, "change", #"{"action": "delete"}"#))["changed"] as? Int == 2)
        #expect(await numbers(pages, view: "all") == [2, 3])
        #expect(await numbers(pages, view: "search:is:trashed") == [0, 1])
        _ = await post(pages, "select", #"{"view": "search:is:trashed", "ranges": [[0, 1]], "on": true}"#)
        _ = await post(pages, "select", #"{"view": "search:is:hidden", "ranges": [[0, 1]], "on": true}"#)
        _ = await post(pages, "change", #"{"action": "restore"}"#)
        #expect(await numbers(pages, view: "all") == [0, 2, 3, 4])
        let events = try object(await get(pages, "events", ["after": "0"]))
        #expect(events["number"] as? Int == 2)
    }

    @Test func aHiddenPhotoThatIsRestoredStaysHidden() async throws {
        let (_, pages) = try session(.browse)
        func perform(_ action: String, in view: String) async throws -> Int? {
            _ = await post(pages, "select", #"{"view": "\#(view)", "ranges": [[0, 1]], "on": true}"#)
            return try object(await post(pages, "change", #"{"action": "\#(action)"}"#))["changed"] as? Int
        }
        #expect(try await perform("delete", in: "search:is:hidden") == 1)
        #expect(await numbers(pages, view: "search:is:trashed") == [4])
        #expect(try await perform("restore", in: "search:is:trashed") == 1)
        #expect(await numbers(pages, view: "search:is:hidden") == [4])
        #expect(try await perform("restore", in: "all") == 0, "The photo is neither deleted nor hidden.")
        #expect(try await perform("restore", in: "search:is:hidden") == 1)
        #expect(await numbers(pages, view: "all") == [0, 1, 2, 3, 4])
    }
}
