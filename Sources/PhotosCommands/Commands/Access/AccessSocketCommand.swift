internal import ArgumentParser
internal import Foundation
internal import LibraryBroker
internal import OpenPhotoKitOwner
internal import PhotoModel

struct AccessSocketCommand: LibraryCommand {
    static let configuration = CommandConfiguration(
        commandName: "socket",
        abstract: "Print what gives an app in a sandbox its own socket of “photos serve”.",
        discussion: """
            photos access socket org.example.Editor --for bubblewrap
            photos access socket org.example.Editor --for flatpak

            The app is added to the record, and “photos serve” makes its socket in a folder of its own. The line puts this folder \
            into the sandbox, because the socket is a new one when the broker starts again. Put the program that starts the app, \
            and what the sandbox needs for it, in the place of “…”.

            The sandbox must have this folder and no other socket, not the library, and processes of its own: “photos access \
            show” says after a connection what the broker found. The line for systemd needs systemd 257.
            Exit codes: 0 done, 1 failed.
            """)

    enum Sandbox: String, ExpressibleByArgument, CaseIterable {
        case flatpak, bubblewrap, podman, systemd
    }

    @OptionGroup var options: PlainOptions
    @Argument(help: "The app, by its reverse domain name, such as org.example.Editor.") var app: String
    // The value's name is what the error for a missing option shows.
    @Option(
        name: .customLong("for"),
        help: ArgumentHelp(
            "The sandbox that the app runs in.", valueName: Sandbox.allCases.map(\.rawValue).joined(separator: "|")))
    var sandbox: Sandbox
    @Option(
        help: ArgumentHelp("The folder of the sockets; $XDG_RUNTIME_DIR/openphotokit by default.", valueName: "dir"),
        completion: .directory)
    var sockets: String?

    func execute() throws -> Exit {
        let library = try options.openLibrary()
        try library.addToAccessRecord(app)
        let folder = try AppSockets.makeFolder(of: app, in: sockets.map { FilePath($0).absolute })
        let line = sandbox.line(app: app, folder: folder.string)
        if options.json {
            JSONLines.print(["app": app, "socket": folder.appending("socket").string, "line": line])
            JSONLines.printSummary(["lines": 1])
        } else {
            StandardOutput.print(Terminal.safe(line))
        }
        return .done
    }
}

extension AccessSocketCommand.Sandbox {
    /// The socket's folder in a sandbox.
    private static let inside = "/run/photos"

    /// The words for the command line that starts the app.
    ///
    /// The folder is read-only, which does not concern connections to a socket in it.
    fileprivate func line(app: String, folder: String) -> String {
        let (outside, inside) = (folder.inShell, Self.inside)
        let socket = "PHOTOS_SOCKET=\(inside)/socket"
        return switch self {
        case .bubblewrap:
            "bwrap --unshare-pid --proc /proc --ro-bind \(outside) \(inside) --setenv PHOTOS_SOCKET \(inside)/socket …"
        // A Flatpak app has its own PID namespace already.
        case .flatpak:
            "flatpak run --filesystem=\(outside):ro --env=PHOTOS_SOCKET=\(outside)/socket \(app)"
        case .podman: "podman run --volume \(outside):\(inside):ro --env \(socket) …"
        case .systemd:
            "systemd-run --user --pipe --property=PrivateUsers=yes --property=PrivatePIDs=yes --property=ProtectHome=tmpfs "
                + "--property=TemporaryFileSystem=/run:mode=0755 --property=BindReadOnlyPaths=\(outside):\(inside) "
                + "--setenv=\(socket) …"
        }
    }
}

extension String {
    /// The text as one word of a POSIX shell.
    fileprivate var inShell: String {
        allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber || "/._-:@".contains($0)) }
            ? self : "'" + replacing("'", with: "'\\''") + "'"
    }
}
