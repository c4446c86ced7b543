import Foundation
import TestSupport

extension Browser {
    /// The least contrast between a text and its background, as WCAG 2 defines it.
    func leastContrast() throws -> Double? {
        try evaluate(
            """
            (() => {
              const light = (color) => {
                const [r, g, b] = color.match(/[\\d.]+/g).map((v) => v / 255)
                  .map((v) => v <= 0.03928 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4);
                return 0.2126 * r + 0.7152 * g + 0.0722 * b;
              };
              const ground = (node) => {
                for (; node; node = node.parentElement) {
                  const color = getComputedStyle(node).backgroundColor;
                  if (color !== 'rgba(0, 0, 0, 0)') return color;
                }
                return 'rgb(255, 255, 255)';
              };
              const texts = [...document.body.querySelectorAll('*')]
                .filter((node) => [...node.childNodes].some((child) => child.nodeType === 3 && child.data.trim()));
              return Math.min(...texts.map((node) => {
                const pair = [light(getComputedStyle(node).color), light(ground(node))].sort((a, b) => b - a);
                return (pair[0] + 0.05) / (pair[1] + 0.05);
              }));
            })()
            """) as? Double
    }

    /// Writes a screenshot into the folder that OPENPHOTOKIT_SCREENSHOTS names.
    func keepScreenshot(_ name: String) throws {
        guard let folder = ProcessInfo.processInfo.environment["OPENPHOTOKIT_SCREENSHOTS"] else { return }
        try screenshot().write(to: URL(fileURLWithPath: folder).appendingPathComponent(name))
    }
}
