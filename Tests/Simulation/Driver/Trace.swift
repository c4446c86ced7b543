import DeviceRegistry
import Foundation
import PhotoModel

/// What happened in one history, as lines of JSON on the standard output.
///
/// Objects have the names that they have on every device: the hexadecimal digits of their stable ids.
struct Trace {
    func add(_ type: String, _ fields: [String: Any]) throws {
        var line = fields
        line["type"] = type
        let data = try JSONSerialization.data(withJSONObject: line, options: [.sortedKeys, .withoutEscapingSlashes])
        FileHandle.standardOutput.write(data + Data("\n".utf8))
    }
}

extension Register {
    /// The name of the register, for the checker: `asset:ID/title`.
    var label: String {
        let kind =
            switch subject.kind {
            case .asset: "asset"
            case .album: "album"
            case .folder: "folder"
            case .contents: "contents"
            default: "device"
            }
        return "\(kind):\(subject.id.hexadecimal)/\(key.label)"
    }

    /// The name, the value and the time.
    var line: [String] { [label, value.hexadecimal, "\(stamp.time.rawValue)"] }
}

extension Key {
    fileprivate var label: String {
        let names: [Key: String] = [
            .state: "state", .favorite: "favorite", .hidden: "hidden", .title: "title", .caption: "caption",
            .rating: "rating", .captureTime: "date", .location: "place", .decision: "decision", .parent: "parent",
            .rank: "rank", .keyAsset: "keyAsset", .keywords: "keywords",
        ]
        if let name = names[self] { return name }
        switch code {
        case Self.keywordCode: return "keyword:" + String(decoding: argument, as: UTF8.self)
        case Self.memberCode: return "member:" + argument.hexadecimal
        default: return "\(code):" + argument.hexadecimal
        }
    }
}
