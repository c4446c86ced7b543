internal import Foundation
internal import OpenPhotoKitOwner
internal import PhotoModel

/// The parts of the printed record.
enum AccessGroupTitle: String, CaseIterable {
    case all = "See all photos:"
    case selected = "See selected photos:"
    case adding = "Add photos only:"
    case picked = "Were given photos once:"
    case denied = "Denied:"
    case undecided = "Not decided:"

    init(of access: AppAccess) {
        self =
            switch access.grant {
            case .full: .all
            case .limited: .selected
            case .addOnly: .adding
            case .denied: .denied
            case nil: access.pickedAssetCount > 0 ? .picked : .undecided
            }
    }
}

extension AppAccess {
    /// What the app may do and did, in a line.
    var summary: String {
        var parts: [String] = []
        if case .limited = grant { parts.append(counted(selectedAssetCount, "photo")) }
        if addedAssetCount > 0 { parts.append("added \(addedAssetCount)") }
        if albumCount > 0 { parts.append(counted(albumCount, "album")) }
        if pickedAssetCount > 0 { parts.append("picked \(pickedAssetCount)") }
        parts += optionTexts
        parts.append(lastUsed.map { "used \($0.formatted(.iso8601))" } ?? "never used")
        if containment != nil, containment != .contained { parts.append("on its word") }
        if pendingRequest != nil { parts.append("waits for you") }
        return parts.joined(separator: ", ")
    }

    private var optionTexts: [String] {
        let options = grant?.options ?? []
        return (options.contains(.withoutPlaces) ? ["without places"] : [])
            + (options.contains(.mayChange) ? ["may change photos"] : [])
    }

    /// What the app may do, as a sentence.
    var sentence: String {
        let rights =
            switch grant {
            case nil: "has no access and can ask for it"
            case .denied: "is denied: it sees no photos and adds none"
            case .addOnly: "adds photos and sees none"
            case .limited: "sees \(counted(selectedAssetCount, "photo")) and adds photos"
            case .full: "sees all photos except hidden ones and adds photos"
            }
        return "\(([app + " " + rights] + optionTexts).joined(separator: ", "))."
    }

    /// What a person may not expect of the selection; `nil` if nothing.
    ///
    /// - Parameter before: The entry before the change; `nil` if the app was not in the record.
    func selectionSentence(after before: AppAccess?) -> String? {
        guard selectedAssetCount > 0 else { return nil }
        guard case .limited = grant else {
            return
                "Its selection of \(counted(selectedAssetCount, "photo")) is kept for “photos access allow \(app) --select”."
        }
        if case .limited = before?.grant { return nil }
        let earlier = before?.selectedAssetCount ?? 0
        return earlier > 0 ? "\(counted(earlier, "photo")) had been selected before." : nil
    }

    /// Why the selection has no effect now; `nil` if it has one, or is empty.
    private var unusedSelection: String? {
        guard selectedAssetCount > 0 else { return nil }
        return switch grant {
        case .limited: nil
        case .full: ", without effect: the app sees all photos except hidden ones"
        case nil, .denied, .addOnly: ", without effect: the app sees no photos"
        }
    }

    /// The properties with their names, in lines.
    var lines: [(name: String, value: String)] {
        var lines = [("App", app), ("Access", ([grant.displayText] + optionTexts).joined(separator: ", "))]
        if let decidedDate { lines.append(("Decided", decidedDate.formatted(.iso8601))) }
        if let pendingRequest { lines.append(("Waits", "it \(pendingRequest.sentence(to: app))")) }
        if let requestDate { lines.append(("Asked", requestDate.formatted(.iso8601))) }
        lines.append(("Selected", [counted(selectedAssetCount, "photo"), unusedSelection].compactMap(\.self).joined()))
        lines.append(("Added", "\(counted(addedAssetCount, "photo")), \(counted(albumCount, "album"))"))
        if pickedAssetCount > 0 { lines.append(("Picked once", counted(pickedAssetCount, "photo"))) }
        lines.append(("Last used", lastUsed?.formatted(.iso8601) ?? "never"))
        if let identity { lines.append(("Known by", identity.displayText)) }
        if let containment { lines.append(("Contained", containment.displayText)) }
        return lines
    }
}

extension AppAccess.Grant? {
    fileprivate var displayText: String {
        switch self {
        case nil: "not decided"
        case .denied: "denied"
        case .addOnly: "adds photos, sees none"
        case .limited: "sees the selected photos, adds photos"
        case .full: "sees all photos except hidden ones, adds photos"
        }
    }
}

extension AppAccess.Request {
    /// What the app asks for, after its name, and the command that answers.
    func sentence(to app: String) -> String {
        switch self {
        case .addOnly: "asks to add photos: photos access allow \(app) --add-only"
        case .readWrite: "asks to see photos: photos access allow \(app) --select ID …, or --all"
        case .selection: "asks for other photos: photos access add \(app) ID …"
        case .change: "asks to change photos that it did not add: photos access allow \(app) --may-change"
        }
    }
}

extension AppAccess.Identity {
    var displayText: String {
        switch self {
        case .socket: "its own socket in a sandbox"
        case .user: "its user of the system"
        case .claimed: "its word: any program of yours can use its name"
        }
    }
}

extension AppAccess.Containment {
    var displayText: String {
        switch self {
        case .contained: "yes: it reaches the library through the broker only"
        case .uncontained: "no: it can read the library's files itself"
        case .unknown: "unknown: it may be able to read the library's files itself"
        }
    }
}

/// The JSON object of an app.
struct AppObject: Encodable {
    let app: String
    let access: String?
    let decided: String?
    let withoutPlaces: Bool
    let mayChange: Bool
    let pendingRequest: String?
    let asked: String?
    let selected: Int
    let added: Int
    let albums: Int
    let picked: Int
    let lastUsed: String?
    let identity: String?
    let containment: String?

    init(_ record: AppAccess) {
        app = record.app
        access = record.grant.map {
            switch $0 {
            case .denied: "denied"
            case .addOnly: "addOnly"
            case .limited: "limited"
            case .full: "full"
            }
        }
        decided = record.decidedDate?.formatted(.iso8601)
        let options = record.grant?.options ?? []
        withoutPlaces = options.contains(.withoutPlaces)
        mayChange = options.contains(.mayChange)
        pendingRequest = record.pendingRequest?.rawValue
        asked = record.requestDate?.formatted(.iso8601)
        selected = record.selectedAssetCount
        added = record.addedAssetCount
        albums = record.albumCount
        picked = record.pickedAssetCount
        lastUsed = record.lastUsed?.formatted(.iso8601)
        identity = record.identity?.rawValue
        containment = record.containment?.rawValue
    }
}
