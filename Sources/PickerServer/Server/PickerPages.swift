internal import Foundation
internal import ImageDecoding
internal import OpenPhotoKitOwner
internal import Originals
internal import PhotoModel
package import PhotoWeb
internal import PickerPage
internal import Synchronization
internal import SystemPackage
internal import SystemSupport
package import Thumbnails

/// Answers the requests of the picker's page.
///
/// The files of the page say what each request means to it.
package final class PickerPages: Sendable {
    private let session: PickerSession
    private let thumbnails: ThumbnailLoader
    private let pictures = PictureRequests()
    private let fetch: OriginalFetch
    /// On a clock that stops while the computer sleeps, because the page cannot ask then.
    private let lastRequest = Mutex(SuspendingClock.now)

    package init(_ session: PickerSession, _ thumbnails: ThumbnailLoader) {
        self.session = session
        self.thumbnails = thumbnails
        fetch = OriginalFetch(session, thumbnails)
    }

    /// How long the page has asked for nothing.
    package var idleTime: Duration { lastRequest.withLock { SuspendingClock.now - $0 } }

    /// Ends the fetch of a file that a person looks at.
    package func endFetch() { fetch.stop() }

    package func answer(to request: PageRequest) async -> PageAnswer {
        lastRequest.withLock { $0 = .now }
        session.pageIsOpened()
        if request.body == nil, request.path.count == 1, let file = PickerPage.file(named: request.path[0]) {
            return .content(file.content, type: Self.type(of: file.name))
        }
        guard !session.hasEnded || request.path == ["events"] else { return .gone }
        do {
            switch request.body {
            case .json(let data): return try await change(request.path, data)
            case .form: return .notFound
            case nil: return try await read(request)
            }
        } catch let refusal as PickerRefusal {
            return .refused(refusal.message)
        } catch {
            return .refused((error as? PhotoLibraryError)?.message ?? "The request cannot be understood.")
        }
    }

    private static func type(of name: String) -> PageAnswer.ContentType {
        name.hasSuffix(".js") ? .script : name.hasSuffix(".css") ? .styleSheet : .html
    }

    // MARK: Reading

    private func read(_ request: PageRequest) async throws -> PageAnswer {
        let photo = request.path.count == 2 ? UInt32(request.path[1]) : nil
        guard photo != nil || request.path.count == 1 else { return .notFound }
        switch (request.path[0], photo) {
        case ("events", nil): return try await events(after: Int(request.query["after"] ?? "") ?? 0)
        case ("thumb", let photo?): return await picture(of: photo, .thumbnail)
        case ("preview", let photo?): return await picture(of: photo, .preview)
        case ("fetch", let photo?):
            if let known = request.query["known"].flatMap(Double.init) {
                await fetch.waitForNews(of: photo, after: known)
            }
            return try await blocking { [self] in
                try json(fetch.description(of: photo, displayedFile(of: photo)))
            }
        default: return try await blocking { [self] in try readNow(request.path[0], photo, request.query) }
        }
    }

    private func readNow(_ name: String, _ photo: UInt32?, _ query: [String: String]) throws -> PageAnswer {
        switch (name, photo) {
        case ("session", nil): try json(session.description())
        case ("months", nil): try json(session.months(of: Self.view(query)))
        case ("albums", nil): try json(session.albums())
        case ("selected", nil): try json(session.selected(UInt32(query["photo"] ?? "")))
        case ("grid", nil): .content(try session.grid(part(of: photos(query), query, 2000)), type: .bytes)
        case ("gray", nil): .content(try session.grayPictures(part(of: photos(query), query, 500)), type: .bytes)
        case ("state", nil): try state(part(of: photos(query), query, 2000))
        case ("cached", nil): .content(try cachedThumbnails(query), type: .bytes)
        case ("details", let photo?): try json(session.details(of: photo))
        case ("video", let photo?): try video(photo)
        default: .notFound
        }
    }

    private static func view(_ query: [String: String]) -> String { query["view"] ?? "all" }

    /// The photos of the list that a request names.
    private func photos(_ query: [String: String]) throws -> [UInt32] {
        try photos(ofList: query["list"].flatMap(Int.init), of: Self.view(query))
    }

    /// The photos of a list; without its number, those of the view's newest list.
    private func photos(ofList list: Int?, of view: String) throws -> [UInt32] {
        try list.map(session.photos) ?? session.photos(of: view)
    }

    private func part(of photos: [UInt32], _ query: [String: String], _ limit: Int) throws -> ArraySlice<UInt32> {
        guard let from = Int(query["from"] ?? ""), let count = Int(query["count"] ?? ""), from >= 0,
            0...limit ~= count
        else { throw PickerRefusal("A request is for at most \(limit) photos.") }
        return photos.dropFirst(from).prefix(count)
    }

    private func state(_ photos: ArraySlice<UInt32>) -> PageAnswer {
        var writer = ByteWriter()
        for position in session.positions(of: photos) { writer.append(position) }
        return .content(Data(writer.bytes), type: .bytes, headers: ["X-Selected": "\(session.selectedCount)"])
    }

    private func events(after number: Int) async throws -> PageAnswer {
        let (events, last) = await session.events.after(max(0, number))
        return try json(
            EventsDescription(number: last, events: events.map { .init(kind: $0) }))
    }

    private func displayedFile(of photo: UInt32) throws -> AssetResource {
        guard let file = try session.asset(photo)?.displayed else { throw PickerRefusal("The photo was deleted.") }
        return file
    }

    private func picture(of photo: UInt32, _ rendition: Rendition) async -> PageAnswer {
        if rendition == .preview, case .preview(let jpeg) = fetch.content(of: photo) {
            return .content(jpeg, type: .jpeg)
        }
        do {
            guard let file = try await blocking({ [session] in try session.asset(photo)?.displayed }) else {
                return .notFound
            }
            let jpeg = try await pictures.run { [thumbnails] in
                try await thumbnails.thumbnail(for: file, as: rendition)
            }
            return .content(jpeg, type: .jpeg)
        } catch let error as PhotoLibraryError where error.code == .unsupportedFile || error.code == .limitExceeded {
            return .notFound
        } catch { return .unavailable }
    }

    /// The thumbnails of the named photos that the cache has: the length of each in four bytes, 0 for none, and its
    /// bytes.
    private func cachedThumbnails(_ query: [String: String]) throws -> Data {
        let photos = (query["photos"] ?? "").split(separator: ",").compactMap { UInt32($0) }
        guard 1...Self.cachedAtATime ~= photos.count else {
            throw PickerRefusal("A request names 1 to \(Self.cachedAtATime) photos.")
        }
        let assets = try session.assets(photos)
        var data = Data()
        for photo in photos {
            let jpeg = assets[photo]?.displayed.flatMap { thumbnails.cachedThumbnail(for: $0) } ?? Data()
            withUnsafeBytes(of: UInt32(jpeg.count).littleEndian) { data.append(contentsOf: $0) }
            data += jpeg
        }
        return data
    }

    private static let cachedAtATime = 64

    private func video(_ photo: UInt32) throws -> PageAnswer {
        guard let asset = try session.asset(photo),
            let video = asset.resources.first(where: { $0.format == .video }),
            let type = PageAnswer.ContentType(
                videoExtension: (video.storedName ?? video.originalFilename)?.extension ?? "")
        else { return .notFound }
        if case .video(let file) = fetch.content(of: photo) {
            // The file has no name of its own.
            return .file(FilePath("/proc/self/fd/\(file.descriptor)"), type: type)
        }
        guard case .here(let path, _) = session.library.originals.state(of: video) else { return .notFound }
        return .file(path, type: type)
    }

    // MARK: Changing

    private func change(_ path: [String], _ data: Data) async throws -> PageAnswer {
        let command = try JSONDecoder().decode(PickerCommand.self, from: data)
        return try await blocking { [self] in try changeNow(path, command) }
    }

    private func changeNow(_ path: [String], _ command: PickerCommand) throws -> PageAnswer {
        switch path {
        case ["select"]:
            let ranges = try (command.ranges ?? []).map { range in
                guard range.count == 2, 0 <= range[0], range[0] <= range[1] else {
                    throw PickerRefusal("A range has two positions.")
                }
                return range[0]..<range[1]
            }
            let photos = try photos(ofList: command.list, of: command.view ?? "all")
            let refused = session.select(ranges, of: photos, command.on ?? true)
            return try json(SelectionDescription(session, refused: refused))
        case ["places"]: if let includesPlaces = command.includePlaces { session.setIncludesPlaces(includesPlaces) }
        case ["clear"]: session.deselectAll()
        case ["undo"]: try session.undoDeselection()
        case ["deselect"]: if let photo = command.photo { session.deselect(photo) }
        case ["move"]: if let photo = command.photo { try session.move(photo, after: command.after) }
        case ["fetch"]:
            guard let photo = command.photo else { return .notFound }
            let file = try displayedFile(of: photo)
            fetch.start(photo, file)
            return try json(fetch.description(of: photo, file))
        case ["stop"]:
            if let photo = command.photo { fetch.stop(photo) }
            return try json(DoneDescription())
        case ["add"] where session.isSelection:
            try session.add()
            return try json(DoneDescription())
        case ["decide"]:
            try session.answer(command.answer ?? "")
            return try json(DoneDescription())
        case ["cancel"]:
            session.end(.cancelled)
            return try json(DoneDescription())
        case ["change"] where session.purpose == .browse:
            guard let action = command.action.flatMap(BrowseAction.init) else { return .notFound }
            return try json(ChangeDescription(changed: session.perform(action)))
        default: return .notFound
        }
        return try json(SelectionDescription(session))
    }

    private func json(_ value: some Encodable) throws -> PageAnswer {
        .content(try JSONEncoder().encode(value), type: .json)
    }
}
