internal import ArgumentParser
internal import Foundation
internal import LibraryInterface
internal import LibraryRPC
internal import OpenPhotoKitOwner
internal import PickerServer

/// Shows a page for an app: the process of ``PhotoPicker``.
///
/// It reads ``PickerJob`` and ``PickChange`` from standard input, and prints ``PickerReport``.
struct ServePickerCommand: LibraryCommand {
    static let configuration = CommandConfiguration(
        commandName: "serve-picker", abstract: "Show a page for an app. OpenPhotoKit starts this command.",
        shouldDisplay: false)

    @OptionGroup var options: PictureOptions

    func execute() async throws -> Exit {
        do {
            try await serve()
            return .done
        } catch {
            JSONLines.print(PickerReport.failed(PhotoLibraryError(converting: error)))
            return .failed
        }
    }

    private func serve() async throws {
        var lines = StandardInputLines { false }
        let line = lines.next() ?? ""
        let job = try JSONDecoder().decode(PickerJob.self, from: Data(line.utf8))
        let library = try options.openLibrary()
        let session = try Self.session(for: job, of: library)
        let signal = session.changeSignal()
        let reporting = Task { await Self.report(session, signal) }
        Thread.detachNewThread { [lines] in Self.apply(lines, to: session) }
        // Only the owner's browser has the address, and no log.
        var announced: String?
        defer { if let announced { try? FileManager.default.removeItem(atPath: announced) } }
        let outcome = try await PickerRun(library, options).outcome(of: session) { address in
            announced = OpenPage(for: job.app.name, at: address).announce()
            return ""
        }
        await reporting.value
        if case .answer(let request) = job.purpose, outcome == .cancelled, session.isOpened {
            // The request may have an answer already.
            try? library.answer(request, of: job.app.name, .dismissed)
        }
    }

    private static func session(for job: PickerJob, of library: OwnedLibrary) throws -> PickerSession {
        switch job.purpose {
        case .pick(let configuration, let permissions):
            return try PickerSession(.pick(job.app), configuration, of: library, permissions)
        case .answer(let request):
            var configuration = PickerConfiguration()
            configuration.selectionLimit = 0
            configuration.preselectedAssetIdentifiers = try library.selectedAssets(for: job.app.name)
            let places = request == .readWrite ? true : nil
            return try PickerSession(
                .answer(job.app, request), configuration, of: library, PickerPermissions(includesPlaces: places)
            ) { try library.answer(request, of: job.app.name, $0.answer) }
        case .confirm(let deleted, let changed):
            var configuration = PickerConfiguration()
            configuration.filter = .localIdentifiers(deleted + changed)
            return try PickerSession(
                .confirm(job.app, deleted: deleted.count, changed: changed.count), configuration, of: library)
        }
    }

    /// Carries out what the app changes, until it closes the page or ends.
    private static func apply(_ changes: StandardInputLines, to session: PickerSession) {
        var lines = changes
        while let line = lines.next() {
            if let change = try? JSONDecoder().decode(PickChange.self, from: Data(line.utf8)) {
                try? session.apply(change)
            }
        }
        session.appIsGone()
    }

    /// Reports what happens on the page, until its end.
    private static func report(_ session: PickerSession, _ changeSignal: AsyncStream<Void>) async {
        var isOpened = false
        var reported = Selected(of: session)
        for await _ in changeSignal {
            if session.isOpened, !isOpened {
                isOpened = true
                JSONLines.print(PickerReport.opened)
            }
            switch session.outcome {
            case .picked(let selected, let includesPlaces):
                return JSONLines.print(PickerReport.picked(selected, includesPlaces: includesPlaces))
            case .allowed: return JSONLines.print(PickerReport.allowed)
            case .cancelled, .answered: return JSONLines.print(PickerReport.cancelled)
            case nil:
                guard session.reportsChanges else { continue }
                let selected = Selected(of: session)
                guard let results = selected.results, selected != reported else { continue }
                reported = selected
                JSONLines.print(PickerReport.selected(results, includesPlaces: selected.includesPlaces))
            }
        }
    }

    private struct Selected: Equatable {
        /// `nil` if the library cannot be read.
        let results: [String]?
        let includesPlaces: Bool

        init(of session: PickerSession) {
            results = try? session.results()
            includesPlaces = session.includesPlaces
        }
    }
}

extension PickerSession.Outcome {
    /// The answer to an app's request.
    fileprivate var answer: RequestAnswer {
        switch self {
        case .picked(let photos, let includesPlaces): .selected(photos, withPlaces: includesPlaces)
        case .answered(let answer): answer
        case .cancelled, .allowed: .dismissed
        }
    }
}
