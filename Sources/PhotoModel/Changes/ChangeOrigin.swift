/// The device or app that made a change of the library.
public enum ChangeOrigin: Sendable, Hashable, Codable {
    /// The owner, on this device.
    case thisDevice
    /// An app on this device, by its name.
    case app(String)
    /// Another device that shares the library's registry, by its name.
    case device(String)
}

extension ChangeOrigin {
    /// The origin as the catalogue stores it; `nil` for this device.
    package var code: String? {
        switch self {
        case .thisDevice: nil
        case .app(let name): "app:\(name)"
        case .device(let name): "device:\(name)"
        }
    }

    /// The origin of a stored code; unknown ones are this device's.
    package init(code: String?) {
        let parts = code?.split(separator: ":", maxSplits: 1).map(String.init) ?? []
        switch (parts.first, parts.count) {
        case ("app", 2): self = .app(parts[1])
        case ("device", 2): self = .device(parts[1])
        default: self = .thisDevice
        }
    }
}
