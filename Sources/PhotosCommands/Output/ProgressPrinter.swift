internal import AssetLoading
internal import Foundation
internal import OpenPhotoKitOwner
internal import PhotoModel

/// Shows progress on standard error.
struct ProgressPrinter: Sendable {
    private let style: ProgressStyle
    private let verb: String
    private let noun: String
    /// Seconds between two lines in a log.
    private static let plainInterval: TimeInterval = 5

    /// - Parameters:
    ///   - verb: The work, such as "Importing".
    ///   - noun: The things that are counted.
    init(_ options: any CommandOptions, verb: String, noun: String = "files") {
        self.verb = verb
        self.noun = noun
        style =
            switch options.progress {
            case .auto: options.quiet || options.json && !Terminal.isScreen ? .none : Terminal.isScreen ? .bar : .plain
            case let chosen: chosen
            }
    }

    /// Shows snapshots until the stream ends.
    func show(_ updates: AsyncStream<LoadSnapshot>) async {
        var lastLine = Date()
        for await snapshot in updates {
            switch style {
            case .bar: StatusLine.show(bar(snapshot))
            case .json: write(json(snapshot) + "\n")
            case .plain where Date().timeIntervalSince(lastLine) >= Self.plainInterval:
                lastLine = Date()
                write("\(verb): \(sentence(snapshot))\n")
            case .plain, .none, .auto: break
            }
        }
        if style == .bar { StatusLine.show("") }
    }

    private func write(_ text: String) {
        StatusLine.whileCleared { try? FileHandle.standardError.write(contentsOf: Data(text.utf8)) }
    }

    private func bar(_ snapshot: LoadSnapshot) -> String {
        let text = " \(verb)  \(sentence(snapshot))"
        let room = Terminal.width - text.count - 4
        guard snapshot.totalIsFinal, room >= 10 else { return String(text.prefix(Terminal.width - 1)) }
        let cells = min(room, 30)
        let full = Int((snapshot.fractionCompleted * Double(cells)).rounded(.down))
        return text + "  " + String(repeating: "█", count: full) + String(repeating: "░", count: cells - full)
    }

    private func sentence(_ snapshot: LoadSnapshot) -> String {
        let least = snapshot.totalIsFinal ? "" : "at least "
        var parts = ["\(snapshot.filesDone) of \(least)\(snapshot.filesTotal) \(noun)"]
        if snapshot.bytesTotal > 0 {
            parts.append("\(ByteText.of(snapshot.bytesDone)) of \(least)\(ByteText.of(snapshot.bytesTotal))")
        }
        if snapshot.bytesPerSecond > 0 { parts.append("\(ByteText.of(Int(snapshot.bytesPerSecond)))/s") }
        if let seconds = snapshot.secondsLeft, seconds.isFinite { parts.append("\(Self.time(seconds)) left") }
        switch snapshot.phase {
        case .scanning: parts.append("looking for photos")
        case .finishing: parts.append("writing to disk")
        case .comparing:
            parts.append("\(snapshot.comparedDone) of \(snapshot.comparedTotal) new pictures compared with the others")
        case .loading, .done, .failed, .cancelled: break
        }
        return parts.joined(separator: ", ")
    }

    private static func time(_ seconds: Double) -> String {
        let whole = Int(min(seconds.rounded(.up), 359_999))
        return whole < 60
            ? "\(whole) s"
            : whole < 3600 ? "\(whole / 60) min \(whole % 60) s" : "\(whole / 3600) h \(whole % 3600 / 60) min"
    }

    private struct Line: Encodable {
        struct Progress: Encodable {
            let phase: String
            let files: Int
            let filesTotal: Int
            let bytes: Int
            let bytesTotal: Int
            let totalIsFinal: Bool
            let bytesPerSecond: Double
            let secondsLeft: Double?
            let fraction: Double
            /// Only while new pictures are compared with the others.
            let compared, comparedTotal: Int?
        }
        let progress: Progress
    }

    private func json(_ snapshot: LoadSnapshot) -> String {
        let line = Line(
            progress: .init(
                phase: snapshot.phase.rawValue, files: snapshot.filesDone, filesTotal: snapshot.filesTotal,
                bytes: snapshot.bytesDone, bytesTotal: snapshot.bytesTotal, totalIsFinal: snapshot.totalIsFinal,
                bytesPerSecond: snapshot.bytesPerSecond.rounded(), secondsLeft: snapshot.secondsLeft,
                fraction: snapshot.fractionCompleted,
                compared: snapshot.phase == .comparing ? snapshot.comparedDone : nil,
                comparedTotal: snapshot.phase == .comparing ? snapshot.comparedTotal : nil))
        let encoder = JSONEncoder()
        encoder.outputFormatting = .sortedKeys
        return (try? encoder.encode(line)).map { String(decoding: $0, as: UTF8.self) } ?? ""
    }
}
