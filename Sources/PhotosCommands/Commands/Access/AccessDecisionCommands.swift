internal import ArgumentParser
internal import Foundation
internal import OpenPhotoKitOwner
internal import PhotoModel

struct AccessAllowCommand: LibraryCommand {
    static let configuration = CommandConfiguration(
        commandName: "allow", abstract: "Decide what an app may see and add.",
        discussion: """
            photos access allow org.example.Editor --select ID …   the app sees these photos and those that it adds
            photos access allow org.example.Editor --album Rome    the photos that are in the album now
            photos access allow org.example.Editor --all           all photos except hidden and deleted ones
            photos access allow org.example.Editor --add-only      it adds photos and sees none
            photos access allow org.example.Editor --may-change    the same access as before; see below

            An app may always change and delete what it added itself. With --may-change it may change and delete all that it \
            sees, until --no-may-change or another decision. With --without-places, it gets photos and their files without the \
            places where they were taken, until --with-places.
            Exit codes: 0 done, 1 failed, 3 a photo or album does not exist.
            """)

    enum Level: String, EnumerableFlag {
        case all, select, addOnly

        static func help(for value: Level) -> ArgumentHelp? {
            switch value {
            case .all: "The app sees all photos except hidden and deleted ones."
            case .select: "The app sees the named photos, those selected before, and those that it adds."
            case .addOnly: "The app adds photos and sees none."
            }
        }
    }

    @OptionGroup var options: PlainOptions
    @Argument(help: "The app, by its reverse domain name, such as org.example.Editor.") var app: String
    @Argument(help: PhotoNames.help) var photos: [String] = []
    @Flag(exclusivity: .exclusive) var level: Level?
    @Option(
        help: ArgumentHelp("The app sees the photos that are in this album now.", valueName: "album"),
        completion: .albums)
    var album: String?
    @Flag(help: "The app gets photos and their files without places.") var withoutPlaces = false
    @Flag(help: "The app gets places again.") var withPlaces = false
    @Flag(
        inversion: .prefixedNo,
        help: "The app may change and delete all photos that it sees, or again only those that it added.")
    var mayChange: Bool?

    func validate() throws {
        guard !withPlaces || !withoutPlaces else { throw ValidationError("Use --with-places or --without-places.") }
        guard level != nil || album != nil || mayChange != nil || withoutPlaces || withPlaces else {
            throw ValidationError("Use one of --all, --select, --album and --add-only.")
        }
        guard album == nil || level == nil || level == .select else {
            throw ValidationError(
                "--album selects photos: it does not go with --\(level == .all ? "all" : "add-only").")
        }
        guard photos.isEmpty || level == .select || album != nil else {
            throw ValidationError("Photos are named with --select only.")
        }
        guard level != .addOnly || !(withoutPlaces || mayChange == true) else {
            throw ValidationError("--without-places and --may-change are for apps that see photos.")
        }
    }

    func execute() throws -> Exit {
        try change(app, isNew: true) { library in
            var selected = try existingPhotos(photos, in: library).map(\.identifier)
            if let album {
                var query = AssetQuery().withEveryFrame
                query.album = try library.albumIdentifier(named: album)
                selected += try library.localIdentifiers(of: query)
            }
            try library.setAccess(grant(in: library), for: app, selecting: selected.withoutRepeats(by: \.self))
        }
    }

    private func grant(in library: OwnedLibrary) throws -> AppAccess.Grant {
        let record = try library.accessRecord(of: app)
        let old = record?.grant
        var chosen: AccessOptions = []
        // Places stay removed until the owner gives them, also after the app was denied.
        if withoutPlaces || !withPlaces && record?.lastOptions.contains(.withoutPlaces) == true {
            chosen.insert(.withoutPlaces)
        }
        if mayChange == true { chosen.insert(.mayChange) }
        switch level {
        case .all: return .full(chosen)
        case .select: return .limited(chosen)
        case .addOnly: return .addOnly
        case nil: break
        }
        if album != nil { return .limited(chosen) }
        if mayChange == nil, old?.options.contains(.mayChange) == true { chosen.insert(.mayChange) }
        switch old {
        case .full: return .full(chosen)
        case .limited: return .limited(chosen)
        case nil, .denied, .addOnly:
            throw ValidationError("This app sees no photos yet: use one of --all, --select and --album too.")
        }
    }
}

struct AccessDenyCommand: LibraryCommand {
    static let configuration = CommandConfiguration(
        commandName: "deny", abstract: "Take all access from an app, at once, and refuse its requests.",
        discussion: """
            The selection of photos stays for a later “allow --select”; “forget” removes it. What the app added stays in the \
            library.
            Exit codes: 0 done, 1 failed, 3 the app is not in the record.
            """)

    @OptionGroup var options: PlainOptions
    @Argument(help: "The app.") var app: String

    func execute() throws -> Exit { try change(app) { try $0.setAccess(.denied, for: app) } }
}

struct AccessResetCommand: LibraryCommand {
    static let configuration = CommandConfiguration(
        commandName: "reset", abstract: "Take all access from an app, at once, and let it ask again.",
        discussion: "Exit codes: 0 done, 1 failed, 3 the app is not in the record.")

    @OptionGroup var options: PlainOptions
    @Argument(help: "The app.") var app: String

    func execute() throws -> Exit {
        try change(app) { try $0.setAccess(nil, for: app) }
    }
}

struct AccessForgetCommand: LibraryCommand {
    static let configuration = CommandConfiguration(
        commandName: "forget", abstract: "Remove an app from the record, with its selection and what it was handed.",
        discussion: """
            What the app added stays in the library. An app that is connected loses its access at once.
            Exit codes: 0 done, 1 failed, 3 the app is not in the record.
            """)

    @OptionGroup var options: PlainOptions
    @Argument(help: "The app.") var app: String

    func execute() throws -> Exit {
        let library = try options.openLibrary()
        _ = try library.existingAccessRecord(of: app)
        try library.forgetAccess(of: app)
        if options.json {
            JSONLines.printSummary(["forgotten": 1])
        } else if !options.quiet {
            options.terminal.write("\(app) is forgotten.\n")
        }
        return .done
    }
}

struct AccessAddCommand: LibraryCommand {
    static let configuration = CommandConfiguration(
        commandName: "add", abstract: "Let an app with selected photos see more photos.",
        discussion: "Exit codes: 0 done, 1 failed, 3 a photo does not exist or the app is not in the record.")

    @OptionGroup var options: PlainOptions
    @Argument(help: "The app.") var app: String
    @Argument(help: PhotoNames.help) var photos: [String]

    func execute() throws -> Exit {
        try change(app) { library in
            let named = try existingPhotos(photos, in: library)
            try naming(named) {
                try library.changeSelection(for: app, adding: named.map(\.identifier).withoutRepeats(by: \.self))
            }
        }
    }
}

struct AccessRemoveCommand: LibraryCommand {
    static let configuration = CommandConfiguration(
        commandName: "remove", abstract: "Let an app with selected photos see fewer photos. The photos stay.",
        discussion: "Exit codes: 0 done, 1 failed, 3 a photo does not exist or the app is not in the record.")

    @OptionGroup var options: PlainOptions
    @Argument(help: "The app.") var app: String
    @Argument(help: PhotoNames.help) var photos: [String]

    func execute() throws -> Exit {
        try change(app) { library in
            try library.changeSelection(for: app, removing: existingPhotos(photos, in: library).map(\.identifier))
        }
    }
}

struct AccessDismissCommand: LibraryCommand {
    static let configuration = CommandConfiguration(
        commandName: "dismiss", abstract: "End a request of an app without changing what it may do.",
        discussion: "Exit codes: 0 done, 1 failed, 3 the app is not in the record.")

    @OptionGroup var options: PlainOptions
    @Argument(help: "The app.") var app: String

    func execute() throws -> Exit {
        try change(app) { try $0.dismissRequest(of: app) }
    }
}

extension LibraryCommand {
    /// Changes the record of an app, and prints what the app may do now.
    ///
    /// - Parameter isNew: Whether the app may be new in the record. A mistyped name must not count as another app.
    fileprivate func change(
        _ app: String, isNew: Bool = false, _ body: (OwnedLibrary) throws -> Void
    ) throws -> Exit {
        let library = try options.openLibrary()
        let before = isNew ? try library.accessRecord(of: app) : try library.existingAccessRecord(of: app)
        try body(library)
        let access = try library.existingAccessRecord(of: app)
        if options.json {
            JSONLines.print(AppObject(access))
            JSONLines.printSummary(["apps": 1])
        } else if !options.quiet {
            options.terminal.write("\(access.sentence)\n")
            if let sentence = access.selectionSentence(after: before) { options.terminal.write("\(sentence)\n") }
        }
        return .done
    }
}
