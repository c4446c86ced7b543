package import Foundation

extension ProcessInfo {
    /// Whether this process can show windows to its user.
    package var hasDesktop: Bool {
        ["DISPLAY", "WAYLAND_DISPLAY"].contains { environment[$0]?.isEmpty == false }
    }
}
